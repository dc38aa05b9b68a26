import type { DocumentsPort, OpenDocument } from "@shared/host";
import * as vscode from "vscode";
import { minimalEdit } from "./minimalEdit";
import { UserChanges } from "./UserChanges";

/** The editor's buffers. An edit of Kiln is one undo step, and is refused when the buffer has moved on. */
export class VsCodeDocuments implements DocumentsPort, vscode.Disposable {
	private readonly userChanges: UserChanges;
	private readonly subscriptions: vscode.Disposable;

	constructor(now: () => number) {
		this.userChanges = new UserChanges(now);
		this.subscriptions = vscode.Disposable.from(
			vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
				// A clean buffer that changes was read anew from disk: no person typed that.
				if (contentChanges.length > 0 && document.isDirty) this.note(document);
			}),
			vscode.workspace.onDidSaveTextDocument((document) => this.note(document)),
		);
	}

	open(path: string): OpenDocument | undefined {
		const document = find(path);
		if (!document) return undefined;
		const { version, isDirty } = document;
		return { path, text: document.getText(), version, isDirty };
	}

	async applyAndSave(path: string, text: string, version: number): Promise<boolean> {
		const document = find(path);
		if (document?.version !== version) return false;
		return await this.userChanges.asOwn(document.uri.fsPath, () => replaceAndSave(document, text));
	}

	visiblePaths(): readonly string[] {
		return unique(vscode.window.visibleTextEditors.map((editor) => editor.document.uri));
	}

	openPaths(): readonly string[] {
		const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
		return unique(tabs.flatMap((tab) => uriOf(tab.input)));
	}

	changedByUserSince(since: number): readonly string[] {
		return this.userChanges.since(since);
	}

	dispose(): void {
		this.subscriptions.dispose();
	}

	/** Only files of the workspace: the model need not hear of the user's settings and notes elsewhere. */
	private note({ uri }: vscode.TextDocument): void {
		const isOurs = uri.scheme === "file" && vscode.workspace.getWorkspaceFolder(uri) !== undefined;
		if (isOurs) this.userChanges.note(uri.fsPath);
	}
}

async function replaceAndSave(document: vscode.TextDocument, text: string): Promise<boolean> {
	const before = document.getText();
	if (!(await replaceText(document, text))) return false;
	if (!document.isDirty || (await document.save())) return true;
	// Read-only or changed on disk: nothing is left half done in the buffer.
	await replaceText(document, before);
	return false;
}

async function replaceText(document: vscode.TextDocument, text: string): Promise<boolean> {
	const change = minimalEdit(document.getText(), text);
	if (!change) return true;
	const range = new vscode.Range(document.positionAt(change.start), document.positionAt(change.end));
	const edit = new vscode.WorkspaceEdit();
	edit.replace(document.uri, range, change.text);
	return await vscode.workspace.applyEdit(edit);
}

function find(path: string): vscode.TextDocument | undefined {
	const wanted = comparable(vscode.Uri.file(path).fsPath);
	return vscode.workspace.textDocuments.find(
		({ uri, isClosed }) => !isClosed && uri.scheme === "file" && comparable(uri.fsPath) === wanted,
	);
}

function comparable(path: string): string {
	return process.platform === "win32" ? path.toLowerCase() : path;
}

function uriOf(input: unknown): vscode.Uri[] {
	if (input instanceof vscode.TabInputTextDiff) return [input.modified];
	const hasUri =
		input instanceof vscode.TabInputText ||
		input instanceof vscode.TabInputCustom ||
		input instanceof vscode.TabInputNotebook;
	return hasUri ? [input.uri] : [];
}

function unique(uris: readonly vscode.Uri[]): string[] {
	return [...new Set(uris.filter((uri) => uri.scheme === "file").map((uri) => uri.fsPath))];
}
