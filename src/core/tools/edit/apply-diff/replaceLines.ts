import { diffArrays } from "diff";
import type { TextLines } from "../splitLines";
import { indentOf, indentShift, pairIndents, reindent } from "./indentation";
import type { MatchLevel } from "./matchBlock";

/** The lines that take the place of a matched block. */
export interface LineChange {
	/** 0-based */
	readonly start: number;
	readonly removed: number;
	readonly texts: readonly string[];
	readonly eols: readonly string[];
}

export interface MatchedBlock {
	readonly start: number;
	readonly level: MatchLevel;
	readonly search: readonly string[];
	readonly replace: readonly string[];
}

/**
 * What a matched block does to the file. The replacement is kept byte for byte where the match was exact. Elsewhere
 * its new lines take the file's indentation, and its lines that only repeat the search stay as the file has them.
 * Line ends are the file's: each line keeps its own, a new one takes its neighbour's.
 */
export function replaceLines(
	file: TextLines,
	match: MatchedBlock,
	uniformEol: string | undefined,
): LineChange {
	const { start, search, replace } = match;
	const removed = search.length;
	if (match.level === "exact" && uniformEol !== undefined) {
		return { start, removed, texts: replace, eols: replace.map(() => uniformEol) };
	}
	const origins = alignLines(search, replace);
	const fitted = match.level === "exact" ? replace : fitIndent(file.texts, match);
	const texts = fitted.map((line, index) => {
		const same = match.level === "exact" ? undefined : origins[index]?.same;
		return same === undefined ? line : (file.texts[start + same] ?? line);
	});
	const eols = uniformEol === undefined ? fitEols(file.eols, start, origins) : texts.map(() => uniformEol);
	return { start, removed, texts, eols };
}

function fitIndent(fileTexts: readonly string[], match: MatchedBlock): readonly string[] {
	const matched = fileTexts.slice(match.start, match.start + match.search.length);
	if (isInFileIndent(match, matched)) return match.replace;
	const pairs = pairIndents(match.search, matched);
	return reindent(match.replace, indentShift(pairs, [...match.search, ...match.replace], fileTexts));
}

/** The model got the search's indentation wrong and the replacement's right. */
function isInFileIndent(match: MatchedBlock, matched: readonly string[]): boolean {
	const wanted = firstIndent(matched);
	return firstIndent(match.replace) === wanted && firstIndent(match.search) !== wanted;
}

function firstIndent(lines: readonly string[]): string | undefined {
	const line = lines.find((candidate) => candidate.trim() !== "");
	return line === undefined ? undefined : indentOf(line);
}

/** Where a line of the replacement comes from, as an index into the search. */
interface LineOrigin {
	/** the line repeats this one */
	readonly same?: number;
	/** the line stands where this one was */
	readonly inPlaceOf?: number;
}

const maxAlignEdits = 2000;

function alignLines(search: readonly string[], replace: readonly string[]): LineOrigin[] {
	const changes = diffArrays([...search], [...replace], { maxEditLength: maxAlignEdits });
	if (!changes) return replace.map((_, index) => ({ inPlaceOf: Math.min(index, search.length - 1) }));
	const origins: LineOrigin[] = [];
	let at = 0;
	let removed = 0;
	for (const change of changes) {
		if (change.removed) {
			removed = change.count;
		} else if (change.added) {
			origins.push(...originsOfAdded(change.count, at, removed));
			at += removed;
			removed = 0;
		} else {
			at += removed;
			removed = 0;
			for (let index = 0; index < change.count; index++) origins.push({ same: at + index });
			at += change.count;
		}
	}
	return origins;
}

function originsOfAdded(added: number, at: number, removed: number): LineOrigin[] {
	return Array.from({ length: added }, (_, index) =>
		removed === 0 ? {} : { inPlaceOf: at + Math.min(index, removed - 1) },
	);
}

function fitEols(fileEols: readonly string[], start: number, origins: readonly LineOrigin[]): string[] {
	const eols: string[] = [];
	for (const origin of origins) {
		const index = origin.same ?? origin.inPlaceOf;
		const own = index === undefined ? "" : fileEols[start + index];
		eols.push(own || eols.at(-1) || fileEols[start - 1] || fileEols[start] || "\n");
	}
	return eols;
}
