import type { DiffPort } from "@shared/host";
import type { Amendment } from "@shared/tools";
import * as vscode from "vscode";
import { EditorActivity } from "./EditorActivity";
import { ProposalFiles } from "./ProposalFiles";
import { type ProposedEdit, ProposedEdits } from "./ProposedEdits";
import { afterScheme, beforeScheme, parseProposalUri, proposalUri } from "./proposalUri";

/** A proposal that streams changes often; the editor is asked to look again at most this often. */
const refreshMs = 150;

/**
 * Shows a proposed edit in VS Code's own diff editor. Both sides are virtual; the right one may be changed, and what
 * was made of it is the amendment of an approval. One diff opens by itself at a time; the focus stays where it is, and
 * while somebody types the tab opens behind the one in use.
 */
export class DiffView implements DiffPort, vscode.TextDocumentContentProvider, vscode.Disposable {
	private readonly edits = new ProposedEdits();
	private readonly files = new ProposalFiles(this.edits);
	private readonly activity = new EditorActivity();
	private readonly changed = new vscode.EventEmitter<vscode.Uri>();
	readonly onDidChange = this.changed.event;
	private readonly registrations = vscode.Disposable.from(
		vscode.workspace.registerTextDocumentContentProvider(beforeScheme, this),
		vscode.workspace.registerFileSystemProvider(afterScheme, this.files, { isCaseSensitive: true }),
	);
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

	/** What the person has made of a call's proposal in the editor, file by file. */
	amendmentOf(callId: string): Amendment | undefined {
		const edited = this.edits.of(callId).flatMap((edit) => {
			const text = edit.after === null ? undefined : this.files.editedText(proposalUri(edit, "after"));
			return text === undefined ? [] : [{ path: edit.path, text }];
		});
		return edited.length === 0 ? undefined : { kind: "files", files: edited };
	}

	async close(callId: string): Promise<void> {
		if (this.shown?.callId === callId) this.shown = undefined;
		await this.inOrder(() => closeTabs((shown) => shown === callId));
		for (const edit of this.edits.of(callId)) this.files.forget(proposalUri(edit, "after"));
	}

	/** Tabs that a former window left behind have no content any more. */
	async closeLeftovers(): Promise<void> {
		await this.inOrder(() => closeTabs((callId) => this.edits.of(callId).length === 0));
	}

	provideTextDocumentContent(uri: vscode.Uri): string {
		const { callId, path } = parseProposalUri(uri);
		return this.edits.text(callId, path, "before");
	}

	dispose(): void {
		clearTimeout(this.refresh);
		this.shown = undefined;
		// Not in order: the window may be closing and wait for nothing. What is being opened closes itself.
		void closeTabs(() => true).catch(() => undefined);
		vscode.Disposable.from(this.registrations, this.files, this.changed, this.activity).dispose();
	}

	private inOrder(step: () => Promise<void>): Promise<void> {
		const result = this.lastStep.then(step);
		this.lastStep = result.catch(() => undefined);
		return result;
	}

	private refreshSoon(edit: ProposedEdit): void {
		this.refresh ??= setTimeout(() => {
			this.refresh = undefined;
			this.changed.fire(proposalUri(edit, "before"));
			this.files.proposalChanged(proposalUri(edit, "after"));
		}, refreshMs);
	}
}

async function open(edit: ProposedEdit, look: { preview: boolean; background: boolean }): Promise<void> {
	const [left, right] = [proposalUri(edit, "before"), proposalUri(edit, "after")];
	const options = { preserveFocus: true, ...look };
	await vscode.commands.executeCommand("vscode.diff", left, right, edit.title, options);
}

async function closeTabs(isWanted: (callId: string) => boolean): Promise<void> {
	const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
	const wanted = tabs.filter(({ input }) => {
		if (!(input instanceof vscode.TabInputTextDiff) || input.modified.scheme !== afterScheme) return false;
		return isWanted(parseProposalUri(input.modified).callId);
	});
	if (wanted.length === 0) return;
	await saveProposals(isWanted);
	await vscode.window.tabGroups.close(wanted, true);
}

/** Into memory only: the editor would ask whether to save before it closes a changed one. */
async function saveProposals(isWanted: (callId: string) => boolean): Promise<void> {
	const dirty = vscode.workspace.textDocuments.filter(
		({ uri, isDirty }) => isDirty && uri.scheme === afterScheme && isWanted(parseProposalUri(uri).callId),
	);
	await Promise.all(dirty.map((document) => document.save()));
}
