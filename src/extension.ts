import * as vscode from "vscode";
import type { ChatController } from "./hosts/vscode/chat/ChatController";
import { ChatViewProvider } from "./hosts/vscode/chat/ChatViewProvider";
import { registerCommands } from "./hosts/vscode/registerCommands";

let chat: Promise<ChatController> | undefined;

/** Registers the view and the commands; everything behind them is loaded on first use. */
export function activate(context: vscode.ExtensionContext): void {
	const log = vscode.window.createOutputChannel("Kiln", { log: true });
	const loadChat = async () => {
		const { createChat } = await import("./hosts/vscode/chat/createChat");
		return createChat(context, log, ({ phase }) => view.showPhase(phase));
	};
	const openChat = () => {
		chat ??= loadChat();
		return chat;
	};
	const view = new ChatViewProvider(context.extensionUri, openChat, log);
	context.subscriptions.push(
		log,
		vscode.window.registerWebviewViewProvider("kiln.chat", view),
		registerCommands(openChat, log),
	);
}

/** The open task is let go of cleanly, so that the next window goes on with it. */
export async function deactivate(): Promise<void> {
	await (await chat)?.suspend();
}
