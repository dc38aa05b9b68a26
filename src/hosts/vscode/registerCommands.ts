import * as vscode from "vscode";
import type { ChatController } from "./chat/ChatController";

/** The commands of package.json, all under "Kiln:". */
export function registerCommands(
	chat: () => Promise<ChatController>,
	log: vscode.LogOutputChannel,
): vscode.Disposable {
	const focus = () => vscode.commands.executeCommand("kiln.chat.focus");
	const commands: Record<string, () => unknown> = {
		"kiln.newTask": async () => {
			await (await chat()).newTask();
			await focus();
		},
		"kiln.focusChat": focus,
		"kiln.mcp": async () => {
			// the view may not be up yet: the chat shows it then
			await Promise.all([focus(), chat().then((opened) => opened.showMcp())]);
		},
		"kiln.stop": async () => (await chat()).stop(),
		"kiln.approve": async () => (await chat()).decide("approve"),
		"kiln.deny": async () => (await chat()).decide("deny"),
		"kiln.cycleMode": async () => (await chat()).cycleMode(),
		"kiln.showLog": () => log.show(true),
	};
	const registered = Object.entries(commands).map(([id, run]) => vscode.commands.registerCommand(id, run));
	return vscode.Disposable.from(...registered);
}
