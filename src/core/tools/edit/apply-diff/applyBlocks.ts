import { splitLines, type TextLines, uniformEol } from "../splitLines";
import { ComparableLines } from "./ComparableLines";
import { type MatchLevel, type MatchOutcome, matchBlock } from "./matchBlock";
import type { DiffBlock } from "./parseBlocks";
import { type LineChange, replaceLines } from "./replaceLines";

/** What became of one block. Lines are 1-based and, unless said otherwise, those of the file before the diff. */
export type BlockOutcome =
	| {
			readonly kind: "applied";
			readonly block: DiffBlock;
			readonly level: MatchLevel;
			readonly line: number;
			readonly isNumbered: boolean;
			readonly change: LineChange;
	  }
	| { readonly kind: "missed"; readonly block: DiffBlock }
	| { readonly kind: "ambiguous"; readonly block: DiffBlock; readonly lines: readonly number[] }
	| { readonly kind: "refused"; readonly block: DiffBlock; readonly reason: string };

export interface DiffOutcome {
	/** the file's new text; the old one, when no block was applied */
	readonly text: string;
	/** in the order of the diff */
	readonly blocks: readonly BlockOutcome[];
}

/**
 * Applies SEARCH/REPLACE blocks to a text. Every block is matched against the text as it was, so that their order and
 * the line shifts of earlier ones do not matter; each succeeds or fails by itself. Pure.
 */
export function applyBlocks(text: string, blocks: readonly DiffBlock[], fuzzyThreshold: number): DiffOutcome {
	const file = splitLines(text);
	const comparable = new ComparableLines(file.texts);
	const eol = uniformEol(text);
	const outcomes: BlockOutcome[] = [];
	for (const block of blocks) {
		const refusal = refuseUnusable(block, file.texts);
		const outcome = refusal ?? settle(file, eol, block, matchBlock(comparable, block, fuzzyThreshold));
		outcomes.push(refuseOverlap(outcome, outcomes) ?? outcome);
	}
	return { text: splice(text, file, appliedChanges(outcomes)), blocks: outcomes };
}

/** Changes of applied blocks in the order of the file. */
export function appliedChanges(blocks: readonly BlockOutcome[]): LineChange[] {
	const changes = blocks.flatMap((block) => (block.kind === "applied" ? [block.change] : []));
	return changes.sort((a, b) => a.start - b.start);
}

function refuseUnusable(block: DiffBlock, lines: readonly string[]): BlockOutcome | undefined {
	const refuse = (reason: string): BlockOutcome => ({ kind: "refused", block, reason });
	if (block.search.every((line) => line.trim() === "") && !isAtHint(block, lines)) {
		return refuse(
			"its SEARCH is empty. To insert lines, put the line next to the place into SEARCH " +
				"and repeat it in REPLACE together with the new ones",
		);
	}
	return isSame(block.search, block.replace) ? refuse(sameReason) : undefined;
}

const sameReason = "SEARCH and REPLACE are the same: nothing to change";

/** Blank lines are everywhere: they count only where the hint says. */
function isAtHint(block: DiffBlock, lines: readonly string[]): boolean {
	if (block.startLine === undefined || block.search.length === 0) return false;
	const start = block.startLine - 1;
	return isSame(block.search, lines.slice(start, start + block.search.length));
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
	return a.length === b.length && a.every((line, index) => line === b[index]);
}

function settle(
	file: TextLines,
	eol: string | undefined,
	block: DiffBlock,
	match: MatchOutcome,
): BlockOutcome {
	if (match.kind === "miss") return { kind: "missed", block: match.block };
	if (match.kind === "ambiguous") {
		return { kind: "ambiguous", block, lines: match.starts.map((start) => start + 1) };
	}
	const { start, level, isNumbered } = match;
	const { search, replace } = match.block;
	const change = replaceLines(file, { start, level, search, replace }, eol);
	const old = file.texts.slice(start, start + change.removed);
	if (isSame(change.texts, old)) return { kind: "refused", block, reason: sameReason };
	return { kind: "applied", block: match.block, level, line: start + 1, isNumbered, change };
}

function refuseOverlap(outcome: BlockOutcome, earlier: readonly BlockOutcome[]): BlockOutcome | undefined {
	if (outcome.kind !== "applied") return undefined;
	const { change, block } = outcome;
	const other = earlier.find((one) => one.kind === "applied" && doOverlap(one.change, change));
	if (!other) return undefined;
	const reason = `it overlaps block ${other.block.number}, which was applied. Put both into one block`;
	return { kind: "refused", block, reason };
}

function doOverlap(a: LineChange, b: LineChange): boolean {
	return a.start < b.start + b.removed && b.start < a.start + a.removed;
}

/** The final newline, or its absence, stays as it was. */
function splice(text: string, file: TextLines, changes: readonly LineChange[]): string {
	if (changes.length === 0) return text;
	const pieces: string[] = [];
	let at = 0;
	for (const change of changes) {
		pushLines(pieces, file, at, change.start);
		pushLines(pieces, change, 0, change.texts.length);
		at = change.start + change.removed;
	}
	pushLines(pieces, file, at, file.texts.length);
	const isEnded = file.eols.at(-1) !== "";
	return isEnded ? pieces.join("") : withoutFinalEol(pieces.join(""));
}

function pushLines(pieces: string[], lines: TextLines, from: number, to: number): void {
	for (let at = from; at < to; at++) pieces.push(lines.texts[at] ?? "", lines.eols[at] ?? "");
}

function withoutFinalEol(text: string): string {
	return text.replace(/\r?\n$/, "");
}
