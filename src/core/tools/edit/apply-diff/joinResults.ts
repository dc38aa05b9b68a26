import { KilnError } from "@shared/errors";
import type { FileChange } from "../Edits";

/** What became of one file of a call. */
export type FileResult =
	| { readonly kind: "changed"; readonly change: FileChange; readonly report: string }
	| { readonly kind: "failed"; readonly path: string; readonly error: KilnError };

/** The changes and the report of a call over several files. Throws when no file can be changed. */
export function joinResults(results: readonly FileResult[]): {
	readonly changes: readonly FileChange[];
	readonly report: string;
} {
	const [only] = results;
	const failed = results.filter((result) => result.kind === "failed");
	if (failed.length === results.length) throw joinErrors(failed);
	const changed = results.filter((result) => result.kind === "changed");
	if (results.length === 1 && only?.kind === "changed")
		return { changes: [only.change], report: only.report };
	const texts = results.map((result) => (result.kind === "changed" ? result.report : describeFailed(result)));
	const head = `Edited ${changed.length} of ${results.length} files.`;
	const advice = failed.length === 0 ? [] : ["Send only the failed files again, corrected."];
	return { changes: withNote(changed, failed), report: [head, ...texts, ...advice].join("\n\n") };
}

type Failed = Extract<FileResult, { kind: "failed" }>;

function describeFailed({ path, error }: Failed): string {
	return `${path} failed: ${error.message}${error.hint === undefined ? "" : ` ${error.hint}`}`;
}

/** The card shows no file that stays as it is, so the first one that changes tells of them. */
function withNote(changed: readonly Extract<FileResult, { kind: "changed" }>[], failed: readonly Failed[]) {
	const changes = changed.map(({ change }) => change);
	const [first, ...rest] = changes;
	if (first === undefined || failed.length === 0) return changes;
	const failures = `failed: ${failed.map(({ path }) => path).join(", ")}`;
	return [{ ...first, note: first.note === undefined ? failures : `${first.note}; ${failures}` }, ...rest];
}

function joinErrors(failed: readonly Failed[]): KilnError {
	const [first] = failed;
	if (first === undefined) return new KilnError("invalid_parameters", "No file was named.");
	if (failed.length === 1) return first.error;
	const message = ["No file was changed.", ...failed.map(describeFailed)].join("\n\n");
	return new KilnError(first.error.code, message, "Correct each of them and call again.");
}
