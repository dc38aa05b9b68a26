import { KilnError } from "@shared/errors";
import { type ComparableLines, read } from "../apply-diff/ComparableLines";
import { nearestCandidates } from "../apply-diff/nearestCandidates";
import { type Hunk, oldLines } from "./FilePatch";
import type { HunkProblem } from "./placeHunks";

const maxExplained = 5;
const maxPlaces = 8;
const excerptLines = 10;
const maxLineChars = 300;
/** below this a place has nothing to do with the hunk */
const minSimilarity = 0.4;

/** A hunk that has no one place, with what is needed to tell why. */
export interface FailedHunk {
	readonly problem: HunkProblem;
	readonly path: string;
	readonly file: ComparableLines;
}

/** One error for all hunks of a patch that failed: no file is touched, so the model sends the whole patch again. */
export function patchFailed(failures: readonly FailedHunk[]): KilnError {
	const told = failures.slice(0, maxExplained).map(describe);
	const more = failures.length - told.length;
	const rest = more > 0 ? [`… and ${more} more hunks failed.`] : [];
	return new KilnError(
		codeOf(failures),
		["The patch was not applied; no file was changed.", ...told, ...rest].join("\n"),
		"Correct these hunks and send the whole patch again; read a file first where its lines differ.",
	);
}

function codeOf(failures: readonly FailedHunk[]): "edit_no_match" | "edit_ambiguous" | "edit_malformed" {
	const isAny = (kind: HunkProblem["kind"]) => failures.some(({ problem }) => problem.kind === kind);
	if (isAny("missed")) return "edit_no_match";
	return isAny("ambiguous") ? "edit_ambiguous" : "edit_malformed";
}

function describe({ problem, path, file }: FailedHunk): string {
	const { hunk } = problem;
	const what = `${path}, hunk ${hunk.number} (line ${hunk.patchLine} of the patch)`;
	switch (problem.kind) {
		case "ambiguous":
			return `${what} fits several places. Add lines around it, or an @@ line:\n${places(file, problem.starts)}`;
		case "unordered":
			return `${what} overlaps the hunk before it: put both into one.`;
		case "missed":
			return `${what}: ${describeMiss(file, hunk)}`;
	}
}

function places(file: ComparableLines, starts: readonly number[]): string {
	const shown = starts.slice(0, maxPlaces).map((start) => numbered(file.texts, start));
	if (starts.length > maxPlaces) shown.push(`… (${starts.length} places)`);
	return shown.join("\n");
}

function describeMiss(file: ComparableLines, hunk: Hunk): string {
	const old = oldLines(hunk);
	if (old.length === 0) return describeUnplaced(hunk);
	const hint = hunk.oldStart === undefined ? undefined : hunk.oldStart - 1;
	const [nearest] = nearestCandidates(file.as("plain"), read(old, "plain"), hint);
	if (!nearest || nearest.similarity < minSimilarity) {
		return "its lines are not in the file, and nothing in it is similar.";
	}
	const { start, similarity } = nearest;
	if (hunk.isAtEnd && similarity === 1) return "its lines are not at the end of the file.";
	const index = old.findIndex((line, offset) => line !== file.texts[start + offset]);
	const different = start + Math.max(index, 0);
	const last = Math.min(start + old.length, file.texts.length);
	const like =
		similarity === 1 ? "differ only in white space" : `are ${Math.floor(similarity * 100)} % similar`;
	const from = Math.max(0, different - 3);
	const around = file.texts.slice(from, from + excerptLines).map((_, at) => numbered(file.texts, from + at));
	return [
		`its lines are not in the file. Lines ${start + 1}–${last} ${like}; first difference at line ${different + 1}:`,
		...around,
	].join("\n");
}

function describeUnplaced(hunk: Hunk): string {
	const { anchors } = hunk;
	return anchors.length === 0
		? "it only adds lines and says nothing of where. Add a line of the file that stays before or after them."
		: `no line of the file is like its @@ "${anchors.join('", "')}".`;
}

/** As `read_file` numbers lines. */
function numbered(lines: readonly string[], index: number): string {
	const line = lines[index] ?? "";
	return `${index + 1} | ${line.length > maxLineChars ? `${line.slice(0, maxLineChars)}… (cut)` : line}`;
}
