import { type ComparableLines, type Reading, read } from "../apply-diff/ComparableLines";
import { hasSameStructure } from "../apply-diff/indentation";
import type { MatchLevel } from "../apply-diff/matchBlock";
import { type Hunk, oldLines } from "./FilePatch";

/** All places where a hunk fits, at the strictest level at which there are any. */
export interface HunkPlaces {
	readonly hunk: Hunk;
	readonly level: MatchLevel;
	/** 0-based, ascending; empty: it fits nowhere */
	readonly starts: readonly number[];
	/** lines of the file that it stands for */
	readonly length: number;
}

const levels: readonly (readonly [MatchLevel, Reading])[] = [
	["exact", "exact"],
	["trailing white space", "trimmedEnd"],
	["indentation", "trimmed"],
	["typography", "plain"],
];

export function hunkPlaces(file: ComparableLines, hunk: Hunk): HunkPlaces {
	const old = oldLines(hunk);
	const length = old.length;
	if (length === 0) return { hunk, level: "exact", starts: insertionPlaces(file, hunk), length };
	for (const [level, reading] of levels) {
		const isLoose = level === "indentation" || level === "typography";
		const starts = file
			.find(old, reading)
			.filter((start) => !isLoose || hasSameStructure(old, file.texts.slice(start, start + length)));
		if (starts.length > 0) return { hunk, level, starts: atEnd(file, hunk, starts), length };
	}
	return { hunk, level: "exact", starts: [], length };
}

/** `*** End of File` binds; `\ No newline` only prefers, since models copy it to where it does not belong. */
function atEnd(file: ComparableLines, hunk: Hunk, starts: readonly number[]): readonly number[] {
	const isUnended = hunk.lines.some((line) => line.mark !== "+" && line.isUnended);
	if (!hunk.isAtEnd && !isUnended) return starts;
	const last = starts.filter((start) => start + oldLines(hunk).length === file.texts.length);
	return last.length > 0 || hunk.isAtEnd ? last : starts;
}

/** New lines without any old one: only what the patch itself says tells where they go. */
function insertionPlaces(file: ComparableLines, hunk: Hunk): readonly number[] {
	const count = file.texts.length;
	if (hunk.isAtEnd || count === 0) return [count];
	if (hunk.isInsertion && hunk.oldStart !== undefined && hunk.oldStart <= count) return [hunk.oldStart];
	return anchorLines(file, hunk.anchors).map((line) => line + 1);
}

/** Lines where the anchors lead: each is looked for behind the one before it. */
export function anchorLines(file: ComparableLines, anchors: readonly string[]): readonly number[] {
	let reached: readonly number[] | undefined;
	for (const anchor of anchors) {
		const all = linesLike(file, anchor);
		reached = reached === undefined ? all : nextAfterEach(all, reached);
	}
	return reached ?? [];
}

function nextAfterEach(lines: readonly number[], starts: readonly number[]): number[] {
	const next = starts.flatMap((start) => lines.find((line) => line > start) ?? []);
	return [...new Set(next)];
}

/** A heading is often cut short by the tool that wrote it: the last level takes a part of a line. */
function linesLike(file: ComparableLines, anchor: string): readonly number[] {
	for (const [, reading] of levels) {
		const found = file.find([anchor], reading);
		if (found.length > 0) return found;
	}
	const part = read([anchor], "plain")[0] ?? "";
	const plain = file.as("plain");
	return plain.flatMap((line, index) => (line.includes(part) ? [index] : []));
}
