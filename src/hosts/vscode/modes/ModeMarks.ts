import type { WaitingMode } from "@core/instructions/modes/resolveModes";
import type { FileProblem } from "@core/instructions/ProjectFiles";
import { visibleText } from "@core/tools/command/visibleText";
import * as vscode from "vscode";

/** What is wrong in modes files, and which modes wait for consent, as marks on their lines. */
export class ModeMarks {
	private readonly collection = vscode.languages.createDiagnosticCollection("kiln-modes");

	/** Replaces all marks. Files by absolute path. */
	show(files: ReadonlyMap<string, readonly FileProblem[]>, waiting: readonly WaitingMode[]): void {
		this.collection.clear();
		for (const [path, problems] of files) {
			const marks = [
				...problems.map(({ line, error }) => mark(line, withHint(error), vscode.DiagnosticSeverity.Error)),
				...waiting
					.filter((mode) => mode.path === path)
					.map((mode) => mark(mode.line, waitingText(mode), vscode.DiagnosticSeverity.Information)),
			];
			if (marks.length > 0) this.collection.set(vscode.Uri.file(path), marks);
		}
	}

	dispose(): void {
		this.collection.dispose();
	}
}

const withHint = ({ message, hint }: FileProblem["error"]): string =>
	hint === undefined ? message : `${message}\n${hint}`;

function waitingText({ slug, widens }: WaitingMode): string {
	return `The mode ${slug} ${visibleText(widens.join(", "))}. It is not used until you agree: run "Kiln: Review Project Modes".`;
}

function mark(
	line: number | undefined,
	message: string,
	severity: vscode.DiagnosticSeverity,
): vscode.Diagnostic {
	const row = (line ?? 1) - 1;
	const diagnostic = new vscode.Diagnostic(new vscode.Range(row, 0, row, 1000), message, severity);
	diagnostic.source = "Kiln";
	return diagnostic;
}
