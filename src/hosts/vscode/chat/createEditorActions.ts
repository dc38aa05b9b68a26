import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import * as vscode from "vscode";
import type { VsCodeHost } from "../ports/createVsCodeHost";
import type { EditorActions } from "./commands/editorCommands";

export function createEditorActions(host: VsCodeHost): EditorActions {
	return {
		openFile: (path, line) => openFile(host.workspace.roots(), path, line),
		openDiff: (callId) => host.diff.reopen(callId),
		openExternal: async (url) => {
			await vscode.env.openExternal(vscode.Uri.parse(url, true));
		},
		copy: async (text) => {
			await vscode.env.clipboard.writeText(text);
		},
	};
}

async function openFile(roots: readonly string[], path: string, line: number | undefined): Promise<boolean> {
	const found = await firstFile(roots.map((root) => resolve(root, path)));
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
