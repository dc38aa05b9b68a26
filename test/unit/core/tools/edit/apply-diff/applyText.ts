import { applyBlocks, type DiffOutcome } from "@core/tools/edit/apply-diff/applyBlocks";
import { noBlockApplied } from "@core/tools/edit/apply-diff/describeOutcome";
import { parseBlocks } from "@core/tools/edit/apply-diff/parseBlocks";
import { KilnError } from "@shared/errors";

/** A row of a table: a file, a diff, and the file's new text or the error's code. */
export interface Vector {
	readonly name: string;
	readonly file: string;
	readonly diff: string;
	readonly want: string | { readonly error: string };
	/** default 1: off */
	readonly fuzzy?: number;
}

/** One block; search and replace as they stand between the markers, "" for no line at all. */
export function block(search: string, replace: string, startLine?: number): string {
	const hint = startLine === undefined ? [] : [`:start_line:${startLine}`, "-------"];
	const part = (text: string) => (text === "" ? [] : [text]);
	return ["<<<<<<< SEARCH", ...hint, ...part(search), "=======", ...part(replace), ">>>>>>> REPLACE"].join(
		"\n",
	);
}

export function outcomeOf(file: string, diff: string, fuzzy = 1): DiffOutcome {
	return applyBlocks(file, parseBlocks(diff), fuzzy);
}

/** What apply_diff makes of the file, or the error that it throws when no block applies. */
export function applyText(vector: Pick<Vector, "file" | "diff" | "fuzzy">): string | { error: string } {
	try {
		const outcome = outcomeOf(vector.file, vector.diff, vector.fuzzy);
		if (outcome.blocks.some((one) => one.kind === "applied")) return outcome.text;
		throw noBlockApplied(outcome, "file");
	} catch (error) {
		if (error instanceof KilnError) return { error: error.code };
		throw error;
	}
}
