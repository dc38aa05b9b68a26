import { stripAnyLineNumbers, stripLineNumbers } from "../stripLineNumbers";
import { type ComparableLines, type Reading, read } from "./ComparableLines";
import { hasSameStructure } from "./indentation";
import { nearestCandidates } from "./nearestCandidates";
import type { DiffBlock } from "./parseBlocks";

/** How a block was found, strictest first. */
export type MatchLevel = "exact" | "trailing white space" | "indentation" | "typography" | "similarity";

export type MatchOutcome =
	| {
			readonly kind: "match";
			/** 0-based */
			readonly start: number;
			readonly level: MatchLevel;
			/** the block that matched: without line numbers, if it was pasted with them */
			readonly block: DiffBlock;
			readonly isNumbered: boolean;
	  }
	| { readonly kind: "ambiguous"; readonly starts: readonly number[]; readonly level: MatchLevel }
	| { readonly kind: "miss"; readonly block: DiffBlock };

interface MatchStrategy {
	readonly level: MatchLevel;
	/** 0-based starts of all places that fit */
	find(file: ComparableLines, block: DiffBlock, fuzzyThreshold: number): readonly number[];
}

/** Asked in this order; the first that finds anything decides, and must find one place only or have a hint. */
const strategies: readonly MatchStrategy[] = [
	{ level: "exact", find: findExact },
	{ level: "trailing white space", find: (file, block) => findAs("trimmedEnd", file, block) },
	{ level: "indentation", find: (file, block) => findShifted("trimmed", file, block) },
	{ level: "typography", find: (file, block) => findShifted("plain", file, block) },
	{ level: "similarity", find: findSimilar },
];

/** Places of about the same similarity are rivals. */
const rivalMargin = 0.05;

/** `fuzzyThreshold` 1 turns similarity off. */
export function matchBlock(file: ComparableLines, block: DiffBlock, fuzzyThreshold: number): MatchOutcome {
	const numbered = withoutLineNumbers(block);
	if (numbered === undefined) return tryAll(file, block, fuzzyThreshold);
	// numbers make lines alike: by similarity they would be found with them, and written
	const asGiven = tryAll(file, block, 1);
	if (asGiven.kind !== "miss") return asGiven;
	const outcome = tryAll(file, numbered, fuzzyThreshold);
	return outcome.kind === "match" ? { ...outcome, isNumbered: true } : outcome;
}

function tryAll(file: ComparableLines, block: DiffBlock, fuzzyThreshold: number): MatchOutcome {
	for (const { level, find } of strategies) {
		const starts = find(file, block, fuzzyThreshold);
		if (starts.length === 0) continue;
		const start = chooseStart(starts, block.startLine);
		if (start === undefined) return { kind: "ambiguous", starts, level };
		return { kind: "match", start, level, block, isNumbered: false };
	}
	return { kind: "miss", block };
}

/** Text pasted from `read_file`; tried only when the file does not hold the numbers themselves. */
function withoutLineNumbers(block: DiffBlock): DiffBlock | undefined {
	const numbered = stripLineNumbers(block.search);
	if (!numbered) return undefined;
	const startLine = block.startLine ?? numbered.firstLine;
	return { ...block, startLine, search: numbered.lines, replace: stripAnyLineNumbers(block.replace) };
}

/** The only place, or the one nearest to the hint; undefined when that leaves a choice. */
function chooseStart(starts: readonly number[], startLine: number | undefined): number | undefined {
	if (starts.length === 1) return starts[0];
	if (startLine === undefined) return undefined;
	const distance = (start: number) => Math.abs(start - (startLine - 1));
	const [nearest, next] = starts.toSorted((a, b) => distance(a) - distance(b));
	if (nearest === undefined || next === undefined) return nearest;
	return distance(nearest) === distance(next) ? undefined : nearest;
}

function findExact(file: ComparableLines, block: DiffBlock): readonly number[] {
	return findAs("exact", file, block);
}

function findAs(reading: Reading, file: ComparableLines, block: DiffBlock): readonly number[] {
	return file.find(block.search, reading);
}

function findShifted(reading: Reading, file: ComparableLines, block: DiffBlock): readonly number[] {
	return findAs(reading, file, block).filter((start) =>
		hasSameStructure(block.search, file.texts.slice(start, start + block.search.length)),
	);
}

function findSimilar(file: ComparableLines, block: DiffBlock, fuzzyThreshold: number): readonly number[] {
	if (fuzzyThreshold >= 1 || block.search.length > file.texts.length) return [];
	const hint = block.startLine === undefined ? undefined : block.startLine - 1;
	const candidates = nearestCandidates(file.as("plain"), read(block.search, "plain"), hint);
	const best = candidates[0]?.similarity ?? 0;
	// equal content in another structure is what the stricter strategies refused: then nothing less will do
	if (best >= 1) return [];
	const least = Math.max(fuzzyThreshold, best - rivalMargin);
	return candidates.filter((found) => found.similarity >= least).map((found) => found.start);
}
