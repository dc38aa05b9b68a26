import type { WorkspacePort } from "@shared/host";
import * as vscode from "vscode";

export function createWorkspacePort(): WorkspacePort {
	return {
		roots: () => localFolders().map((folder) => folder.uri.fsPath),
		isTrusted: () => vscode.workspace.isTrusted,
	};
}

/** What the chat calls the workspace; null when no folder is open. */
export function workspaceName(): string | null {
	const [first] = localFolders();
	return first ? (vscode.workspace.name ?? first.name) : null;
}

/** Folders that exist as files on this machine: Kiln runs commands in them. */
function localFolders(): readonly vscode.WorkspaceFolder[] {
	return (vscode.workspace.workspaceFolders ?? []).filter((folder) => folder.uri.scheme === "file");
}
