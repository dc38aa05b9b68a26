import { isWorking, type Phase } from "@shared/task-view";
import * as vscode from "vscode";

/** What the keybindings and menus of package.json ask for. */
export function setContextKeys(phase: Phase): void {
	const keys = { "kiln.awaitingApproval": phase === "awaiting_approval", "kiln.isWorking": isWorking(phase) };
	for (const [key, value] of Object.entries(keys)) {
		void vscode.commands.executeCommand("setContext", key, value);
	}
}
