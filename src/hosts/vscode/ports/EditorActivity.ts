import * as vscode from "vscode";

/** So long after the last key or click in an editor somebody is taken to be at work there. */
const typingMs = 5000;

/** Whether a person is using an editor right now: VS Code does not say where the focus is. */
export class EditorActivity implements vscode.Disposable {
	private lastAt = 0;
	private readonly subscription = vscode.window.onDidChangeTextEditorSelection(({ kind }) => {
		const isByPerson =
			kind === vscode.TextEditorSelectionChangeKind.Keyboard ||
			kind === vscode.TextEditorSelectionChangeKind.Mouse;
		if (isByPerson) this.lastAt = Date.now();
	});

	isTyping(): boolean {
		return Date.now() - this.lastAt < typingMs;
	}

	dispose(): void {
		this.subscription.dispose();
	}
}
