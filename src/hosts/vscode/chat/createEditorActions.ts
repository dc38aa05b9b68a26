import { stat } from "node:fs/promises";
import * as vscode from "vscode";
import type { VsCodeHost } from "../ports/createVsCodeHost";
import type { EditorActions } from "./commands/editorCommands";
import { shownPathCandidates } from "./shownPathCandidates";

export function createEditorActions(host: VsCodeHost): EditorActions {
	const candidates = (path: string) =>
		shownPathCandidates(path, { roots: host.workspace.roots(), homeDir: host.environment.homeDir });
	return {
		openFile: (path, line) => openFile(candidates(path), line),
		openDiff: (callId) => host.diff.reopen(callId),
		amendmentOf: (callId) => host.diff.amendmentOf(callId),
		openExternal: async (url) => {
			await vscode.env.openExternal(vscode.Uri.parse(url, true));
		},
		copy: async (text) => {
			await vscode.env.clipboard.writeText(text);
		},
		confirmNewTask,
		runCommand: async (command) => {
			await vscode.commands.executeCommand(command);
		},
	};
}

async function confirmNewTask(): Promise<boolean> {
	const detail = "The task that is at work now is stopped where it stands. What it has done so far stays.";
	const choice = await vscode.window.showWarningMessage(
		"Begin a new task?",
		{ modal: true, detail },
		"New Task",
	);
	return choice === "New Task";
}

async function openFile(paths: readonly string[], line: number | undefined): Promise<boolean> {
	const found = await firstFile(paths);
	if (found === undefined) return false;
	const start = new vscode.Position(Math.max(0, (line ?? 1) - 1), 0);
	const options =
		line === undefined ? { preview: true } : { preview: true, selection: new vscode.Range(start, start) };
	// Not showTextDocument: this one opens images and notebooks in their own editors.
	await vscode.commands.executeCommand("vscode.open", vscode.Uri.file(found), options);
	return true;
}

async function firstFile(paths: readonly string[]): Promise<string | undefined> {
	for (const path of paths) {
		const stats = await stat(path).catch(() => undefined);
		if (stats?.isFile()) return path;
	}
	return undefined;
}
