import { read } from "./ComparableLines";
import { findLines } from "./findLines";
import { type Candidate, nearestCandidates } from "./nearestCandidates";
import type { DiffBlock } from "./parseBlocks";

/** Below this a place has nothing to do with the block. */
const minSimilarity = 0.4;
const excerptLines = 10;
const maxLineChars = 300;

/** How the tool calls the two sides. */
export interface SideNames {
	readonly search: string;
	readonly replace: string;
}

const blockSides: SideNames = { search: "its SEARCH", replace: "its REPLACE" };

type Sides = Pick<DiffBlock, "search" | "replace">;

/** Why a block was not found: the nearest place, how near, and at most ten lines of the file. `hint` is 0-based. */
export function describeMiss(
	lines: readonly string[],
	block: Sides,
	hint: number | undefined,
	names = blockSides,
): string {
	const applied = findReplacement(lines, block);
	if (applied !== undefined) {
		return `${names.search} is not in the file, but ${names.replace} is, at line ${applied + 1}: it may be done already.`;
	}
	const [nearest] = nearestCandidates(read(lines, "plain"), read(block.search, "plain"), hint);
	if (!nearest || nearest.similarity < minSimilarity) {
		return `${names.search} is not in the file, and nothing in it is similar. Read the file first.`;
	}
	return describeNearest(lines, block, nearest, names);
}

function findReplacement(lines: readonly string[], block: Sides): number | undefined {
	const isTelling = block.replace.some((line) => line.trim().length > 2);
	return isTelling ? findLines(lines, block.replace)[0] : undefined;
}

function describeNearest(
	lines: readonly string[],
	block: Sides,
	nearest: Candidate,
	names: SideNames,
): string {
	const { start, similarity } = nearest;
	const last = Math.min(start + block.search.length, lines.length);
	const place = last === start + 1 ? `line ${last}` : `lines ${start + 1}–${last}`;
	const different = firstDifference(lines, block, start);
	const what =
		similarity === 1
			? "differ only in white space or punctuation marks"
			: `are ${Math.floor(similarity * 100)} % similar`;
	return [
		`${names.search} is not in the file. The nearest ${place} ${what}; first difference at line ${different + 1}:`,
		...excerpt(lines, different, start),
	].join("\n");
}

function firstDifference(lines: readonly string[], block: Sides, start: number): number {
	const index = block.search.findIndex((line, offset) => line !== lines[start + offset]);
	return Math.min(start + Math.max(index, 0), Math.max(lines.length - 1, 0));
}

/** Numbered as `read_file` does. */
function excerpt(lines: readonly string[], around: number, start: number): string[] {
	const from = Math.max(0, around < start + excerptLines - 2 ? start - 1 : around - 3);
	return lines.slice(from, from + excerptLines).map((line, index) => {
		const shown = line.length > maxLineChars ? `${line.slice(0, maxLineChars)}… (cut)` : line;
		return `${from + index + 1} | ${shown}`;
	});
}
