import * as vscode from "vscode";
import type { ProposedEdits } from "./ProposedEdits";
import { parseProposalUri } from "./proposalUri";

/**
 * The right side of a proposal's diff as files in memory that a person may change before approving. Nothing is on disk;
 * what is saved here is only what will be proposed.
 */
export class ProposalFiles implements vscode.FileSystemProvider {
	private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
	readonly onDidChangeFile = this.changed.event;
	private readonly saved = new Map<string, { text: string; at: number }>();

	constructor(private readonly edits: ProposedEdits) {}

	/** The text as the person left it, saved or not; undefined when it is as it was proposed. */
	editedText(uri: vscode.Uri): string | undefined {
		const { callId, path } = parseProposalUri(uri);
		const proposed = this.edits.text(callId, path, "after");
		const open = vscode.workspace.textDocuments.find(
			(document) => document.uri.toString() === uri.toString(),
		);
		const text = open?.getText() ?? this.saved.get(uri.toString())?.text;
		return text === undefined || withLf(text) === withLf(proposed) ? undefined : text;
	}

	/** The proposal itself has changed: what an editor shows is read again. */
	proposalChanged(uri: vscode.Uri): void {
		this.saved.delete(uri.toString());
		this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
	}

	/** The call is over: its files are forgotten. */
	forget(uri: vscode.Uri): void {
		this.saved.delete(uri.toString());
	}

	stat(uri: vscode.Uri): vscode.FileStat {
		const bytes = this.readFile(uri);
		const at = this.saved.get(uri.toString())?.at ?? 0;
		return { type: vscode.FileType.File, ctime: 0, mtime: at, size: bytes.byteLength };
	}

	readFile(uri: vscode.Uri): Uint8Array {
		const { callId, path } = parseProposalUri(uri);
		return Buffer.from(this.saved.get(uri.toString())?.text ?? this.edits.text(callId, path, "after"));
	}

	writeFile(uri: vscode.Uri, content: Uint8Array): void {
		this.saved.set(uri.toString(), { text: Buffer.from(content).toString("utf8"), at: Date.now() });
		this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
	}

	watch(): vscode.Disposable {
		return new vscode.Disposable(() => undefined);
	}

	readDirectory(): [string, vscode.FileType][] {
		return [];
	}

	createDirectory(uri: vscode.Uri): void {
		throw vscode.FileSystemError.NoPermissions(uri);
	}

	delete(uri: vscode.Uri): void {
		throw vscode.FileSystemError.NoPermissions(uri);
	}

	rename(uri: vscode.Uri): void {
		throw vscode.FileSystemError.NoPermissions(uri);
	}

	dispose(): void {
		this.changed.dispose();
		this.saved.clear();
	}
}

function withLf(text: string): string {
	return text.replaceAll("\r\n", "\n");
}
