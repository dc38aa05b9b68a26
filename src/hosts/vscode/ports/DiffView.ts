import { basename } from "node:path";
import type { DiffPort } from "@shared/host";
import * as vscode from "vscode";
import { EditorActivity } from "./EditorActivity";
import { type DiffSide, type ProposedEdit, ProposedEdits } from "./ProposedEdits";

const scheme = "kiln-diff";
/** A proposal that streams changes often; the editor is asked to look again at most this often. */
const refreshMs = 150;

/**
 * Shows a proposed edit in VS Code's own diff editor. Both sides are virtual and read-only; one diff opens by itself
 * at a time; the focus stays where it is, and while somebody types the tab opens behind the one in use.
 */
export class DiffView implements DiffPort, vscode.TextDocumentContentProvider, vscode.Disposable {
	private readonly edits = new ProposedEdits();
	private readonly activity = new EditorActivity();
	private readonly changed = new vscode.EventEmitter<vscode.Uri>();
	readonly onDidChange = this.changed.event;
	private readonly registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
	/** what shall be open; the tabs follow one step at a time */
	private shown: ProposedEdit | undefined;
	private lastStep: Promise<unknown> = Promise.resolve();
	private refresh: ReturnType<typeof setTimeout> | undefined;

	/** Of a call with several files the first one opens; `reopen` shows all. */
	async show(edit: ProposedEdit): Promise<void> {
		this.edits.remember(edit);
		const before = this.shown;
		if (before?.callId === edit.callId) {
			if (before.path === edit.path) this.refreshSoon(edit);
			return;
		}
		this.shown = edit;
		await this.inOrder(async () => {
			// Closed or followed by another edit while it waited for its turn.
			if (this.shown?.callId === edit.callId)
				await open(edit, { preview: true, background: this.activity.isTyping() });
			if (before) await closeTabs((callId) => callId === before.callId && callId !== this.shown?.callId);
			// Or while the editor opened it: the call may be over, and then nobody closes the tab any more.
			if (this.shown?.callId !== edit.callId) await closeTabs((callId) => callId === edit.callId);
		});
	}

	/** Shows a call's edits again, in front; false when they are not known any more. */
	async reopen(callId: string): Promise<boolean> {
		const edits = this.edits.of(callId);
		await this.inOrder(async () => {
			for (const edit of edits) await open(edit, { preview: edits.length === 1, background: false });
		});
		return edits.length > 0;
	}

	async close(callId: string): Promise<void> {
		if (this.shown?.callId === callId) this.shown = undefined;
		await this.inOrder(() => closeTabs((shown) => shown === callId));
	}

	/** Tabs that a former window left behind have no content any more. */
	async closeLeftovers(): Promise<void> {
		await this.inOrder(() => closeTabs((callId) => this.edits.of(callId).length === 0));
	}

	provideTextDocumentContent(uri: vscode.Uri): string {
		const [, callId = "", side, path = ""] = uri.path.split("/").map(decodeURIComponent);
		return this.edits.text(callId, path, side === "before" ? "before" : "after");
	}

	dispose(): void {
		clearTimeout(this.refresh);
		this.shown = undefined;
		// Not in order: the window may be closing and wait for nothing. What is being opened closes itself.
		void closeTabs(() => true).catch(() => undefined);
		vscode.Disposable.from(this.registration, this.changed, this.activity).dispose();
	}

	private inOrder(step: () => Promise<void>): Promise<void> {
		const result = this.lastStep.then(step);
		this.lastStep = result.catch(() => undefined);
		return result;
	}

	private refreshSoon(edit: ProposedEdit): void {
		this.refresh ??= setTimeout(() => {
			this.refresh = undefined;
			for (const side of ["before", "after"] as const) this.changed.fire(uriOf(edit, side));
		}, refreshMs);
	}
}

/** The file's name ends the path, so that the editor picks its language and icon. */
function uriOf({ callId, path }: ProposedEdit, side: DiffSide): vscode.Uri {
	const parts = [callId, side, path, basename(path)].map(encodeURIComponent);
	return vscode.Uri.from({ scheme, path: `/${parts.join("/")}` });
}

async function open(edit: ProposedEdit, look: { preview: boolean; background: boolean }): Promise<void> {
	const [left, right] = [uriOf(edit, "before"), uriOf(edit, "after")];
	const options = { preserveFocus: true, ...look };
	await vscode.commands.executeCommand("vscode.diff", left, right, edit.title, options);
}

async function closeTabs(isWanted: (callId: string) => boolean): Promise<void> {
	const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
	const wanted = tabs.filter(({ input }) => {
		if (!(input instanceof vscode.TabInputTextDiff) || input.modified.scheme !== scheme) return false;
		return isWanted(decodeURIComponent(input.modified.path.split("/")[1] ?? ""));
	});
	if (wanted.length > 0) await vscode.window.tabGroups.close(wanted, true);
}
