import type { Diagnostic, DiagnosticsPort } from "@shared/host";
import * as vscode from "vscode";

/** What the editor's languages report, as plain data. */
export function createDiagnosticsPort(): DiagnosticsPort {
	return {
		list(path) {
			if (path !== undefined) {
				return vscode.languages
					.getDiagnostics(vscode.Uri.file(path))
					.map((diagnostic) => toDiagnostic(path, diagnostic));
			}
			return vscode.languages
				.getDiagnostics()
				.filter(([uri]) => uri.scheme === "file")
				.flatMap(([uri, found]) => found.map((diagnostic) => toDiagnostic(uri.fsPath, diagnostic)));
		},
	};
}

const severities = ["error", "warning", "info", "hint"] as const satisfies readonly Diagnostic["severity"][];

function toDiagnostic(
	path: string,
	{ range, severity, message, source, code }: vscode.Diagnostic,
): Diagnostic {
	const number = typeof code === "object" ? code.value : code;
	const origin = [source, number].filter((part) => part !== undefined && part !== "").join(" ");
	return {
		path,
		line: range.start.line + 1,
		column: range.start.character + 1,
		severity: severities[severity] ?? "info",
		message,
		...(origin === "" ? {} : { source: origin }),
	};
}
