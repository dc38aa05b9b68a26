import { type StructuredPatchHunk, structuredPatch } from "diff";
import { splitLines } from "./splitLines";

/** Lines of two texts that differ, with their context: start (from 0) and count in the old, start and count in the new. */
export type HunkRange = readonly [oldStart: number, oldCount: number, newStart: number, newCount: number];

export interface DiffHunk {
	readonly range: HunkRange;
	/** with their mark (" ", "+", "-", "\") in front; undefined: too many to compare */
	readonly lines: readonly string[] | undefined;
}

const contextLines = 3;
/** past either limit the two sides are only counted: a card must not hold up the task */
const diffTimeoutMs = 300;
const maxEditLength = 20_000;

/** Lines that both texts share at either end never reach the diff algorithm: small edits of huge files are fast. */
export function diffHunks(before: string, after: string): DiffHunk[] {
	const old = wholeLines(before);
	const now = wholeLines(after);
	const start = Math.max(0, commonStart(old, now) - contextLines);
	const end = Math.max(0, commonEnd(old, now, start) - contextLines);
	const oldPart = old.slice(start, old.length - end);
	const newPart = now.slice(start, now.length - end);
	const patch = structuredPatch("", "", oldPart.join(""), newPart.join(""), "", "", {
		context: contextLines,
		timeout: diffTimeoutMs,
		maxEditLength,
	});
	if (patch) return patch.hunks.map((hunk) => ({ range: rangeOf(hunk, start), lines: hunk.lines }));
	return [{ range: [start, oldPart.length, start, newPart.length], lines: undefined }];
}

/** The old text with some of the changes that lead to the new one. */
export function applyHunks(before: string, after: string, ranges: readonly HunkRange[]): string {
	const old = wholeLines(before);
	const now = wholeLines(after);
	const pieces: string[] = [];
	let at = 0;
	for (const [oldStart, oldCount, newStart, newCount] of ranges) {
		pieces.push(old.slice(at, oldStart).join(""), now.slice(newStart, newStart + newCount).join(""));
		at = oldStart + oldCount;
	}
	return pieces.join("") + old.slice(at).join("");
}

function rangeOf(hunk: StructuredPatchHunk, offset: number): HunkRange {
	return [hunk.oldStart - 1 + offset, hunk.oldLines, hunk.newStart - 1 + offset, hunk.newLines];
}

function wholeLines(text: string): string[] {
	const { texts, eols } = splitLines(text);
	return texts.map((line, index) => line + (eols[index] ?? ""));
}

function commonStart(old: readonly string[], now: readonly string[]): number {
	const limit = Math.min(old.length, now.length);
	let count = 0;
	while (count < limit && old[count] === now[count]) count++;
	return count;
}

function commonEnd(old: readonly string[], now: readonly string[], start: number): number {
	const limit = Math.min(old.length, now.length) - start;
	let count = 0;
	while (count < limit && old[old.length - 1 - count] === now[now.length - 1 - count]) count++;
	return count;
}
