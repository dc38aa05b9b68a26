import type { ComparableLines } from "../apply-diff/ComparableLines";
import { indentOf, indentWidth } from "../apply-diff/indentation";
import type { Hunk } from "./FilePatch";
import { anchorLines, type HunkPlaces, hunkPlaces } from "./hunkPlaces";

export interface PlacedHunk extends Pick<HunkPlaces, "hunk" | "level" | "length"> {
	/** 0-based */
	readonly start: number;
}

export type HunkProblem =
	| { readonly kind: "missed" | "unordered"; readonly hunk: Hunk }
	| { readonly kind: "ambiguous"; readonly hunk: Hunk; readonly starts: readonly number[] };

export interface Placement {
	/** in the order of the file; only whole when there is no problem */
	readonly hunks: readonly PlacedHunk[];
	readonly problems: readonly HunkProblem[];
}

/**
 * Finds the one place of every hunk: where it fits, and of several such places the one that its line number, its `@@`
 * or the order of the hunks leaves. Whatever still leaves a choice is a problem: nothing is guessed.
 */
export function placeHunks(file: ComparableLines, hunks: readonly Hunk[]): Placement {
	const found = hunks.map((hunk) => hunkPlaces(file, hunk));
	const missed = found.filter(({ starts }) => starts.length === 0);
	if (missed.length > 0) {
		return { hunks: [], problems: missed.map(({ hunk }) => ({ kind: "missed", hunk })) };
	}
	const narrowed = found.map((places) => narrow(file, places));
	const left = inOrder(narrowed) ?? inOrder(found) ?? found;
	const chosen = left.map((places, index) => byShift(places, left, index));
	const problems = chosen
		.filter(({ starts }) => starts.length > 1)
		.map(({ hunk, starts }): HunkProblem => ({ kind: "ambiguous", hunk, starts }));
	if (problems.length > 0) return { hunks: [], problems };
	const placed = chosen.map(({ hunk, level, length, starts }) => ({
		hunk,
		level,
		length,
		start: starts[0] ?? 0,
	}));
	return settleOrder(placed);
}

function withStarts(places: HunkPlaces, starts: readonly number[]): HunkPlaces {
	return { ...places, starts };
}

/** By what the hunk itself says: its line number if it fits there, else its anchors. */
function narrow(file: ComparableLines, places: HunkPlaces): HunkPlaces {
	const { hunk, starts, length } = places;
	if (starts.length === 1 || length === 0) return places;
	const numbered = (hunk.oldStart ?? 0) - 1;
	if (starts.includes(numbered)) return withStarts(places, [numbered]);
	const led = anchorLines(file, hunk.anchors).flatMap((line) => firstBehind(file, line, starts));
	return led.length === 0
		? places
		: withStarts(
				places,
				[...new Set(led)].sort((a, b) => a - b),
			);
}

/** The first place behind the anchor; all of those in the block that it opens, since `@@` does not tell these apart. */
function firstBehind(file: ComparableLines, anchor: number, starts: readonly number[]): readonly number[] {
	const behind = starts.filter((start) => start >= anchor);
	const end = blockEnd(file.texts, anchor);
	const inside = behind.filter((start) => start < end);
	return inside.length > 0 ? inside : behind.slice(0, 1);
}

function blockEnd(lines: readonly string[], opener: number): number {
	const width = (line: string) => indentWidth(indentOf(line));
	const own = width(lines[opener] ?? "");
	for (let at = opener + 1; at < lines.length; at++) {
		const line = lines[at] ?? "";
		if (line.trim() !== "" && width(line) <= own) return at;
	}
	return lines.length;
}

/** Only places that leave room for all hunks before and behind, in the patch's order; undefined: there is no room. */
function inOrder(found: readonly HunkPlaces[]): HunkPlaces[] | undefined {
	const earliest: number[] = [];
	let end = 0;
	for (const { starts, length } of found) {
		earliest.push(end);
		const start = starts.find((candidate) => candidate >= end);
		if (start === undefined) return undefined;
		end = start + length;
	}
	let limit = Number.POSITIVE_INFINITY;
	const kept: HunkPlaces[] = [];
	for (let index = found.length - 1; index >= 0; index--) {
		const places = found[index];
		if (!places) continue;
		const { starts, length } = places;
		const from = earliest[index] ?? 0;
		const latest = limit;
		const fitting = starts.filter((start) => start >= from && start + length <= latest);
		kept.unshift(withStarts(places, fitting));
		limit = fitting.at(-1) ?? limit;
	}
	return kept;
}

/** Wrong line numbers are mostly wrong by the same amount as those of a neighbour whose place is sure. */
function byShift(places: HunkPlaces, all: readonly HunkPlaces[], index: number): HunkPlaces {
	const { starts, hunk } = places;
	if (starts.length <= 1 || hunk.oldStart === undefined || hunk.isInsertion) return places;
	const before = all.slice(0, index).findLast(isSure);
	const sure = before ?? all.slice(index + 1).find(isSure);
	if (!sure) return places;
	const shift = (sure.starts[0] ?? 0) - (sure.hunk.oldStart ?? 0);
	const shifted = hunk.oldStart + shift;
	return starts.includes(shifted) ? withStarts(places, [shifted]) : places;
}

function isSure({ starts, hunk }: HunkPlaces): boolean {
	return starts.length === 1 && hunk.oldStart !== undefined && !hunk.isInsertion;
}

/** Hunks that each fit one place only may stand in any order, but never overlap. */
function settleOrder(placed: readonly PlacedHunk[]): Placement {
	const hunks = placed.toSorted((a, b) => a.start - b.start || a.length - b.length);
	const problems = hunks.flatMap((one, index): HunkProblem[] => {
		const before = hunks[index - 1];
		const isOverlapping = before !== undefined && before.start + before.length > one.start;
		return isOverlapping ? [{ kind: "unordered", hunk: one.hunk }] : [];
	});
	return { hunks, problems };
}
