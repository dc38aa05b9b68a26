import { maxRowTextChars } from "@shared/tools";
import { type StructuredPatchHunk, structuredPatch } from "diff";
import { splitLines, type TextLines } from "./splitLines";

/** A diff for people: unified, without file headers, capped; the counts are those of the whole change. */
export interface UnifiedDiff {
	readonly diff: string;
	readonly added: number;
	readonly removed: number;
}

const contextLines = 3;
/** past either limit the two sides are only counted: a card must not hold up the task */
const diffTimeoutMs = 300;
const maxEditLength = 20_000;

/** Lines that both texts share at either end never reach the diff algorithm: small edits of huge files are fast. */
export function unifiedDiff(before: string, after: string): UnifiedDiff {
	const old = wholeLines(splitLines(before));
	const now = wholeLines(splitLines(after));
	const start = Math.max(0, commonStart(old, now) - contextLines);
	const end = Math.max(0, commonEnd(old, now, start) - contextLines);
	const oldPart = old.slice(start, old.length - end);
	const newPart = now.slice(start, now.length - end);
	const patch = structuredPatch("", "", oldPart.join(""), newPart.join(""), "", "", {
		context: contextLines,
		timeout: diffTimeoutMs,
		maxEditLength,
	});
	return patch ? renderHunks(patch.hunks, start) : summarise(oldPart.length, newPart.length);
}

function wholeLines(lines: TextLines): string[] {
	return lines.texts.map((line, index) => line + (lines.eols[index] ?? ""));
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

function renderHunks(hunks: readonly StructuredPatchHunk[], offset: number): UnifiedDiff {
	const lines: string[] = [];
	let added = 0;
	let removed = 0;
	// by convention a side without lines is named by the line before it
	const hunkSide = (start: number, count: number) => `${start + offset - (count === 0 ? 1 : 0)},${count}`;
	for (const hunk of hunks) {
		const [from, to] = [hunkSide(hunk.oldStart, hunk.oldLines), hunkSide(hunk.newStart, hunk.newLines)];
		lines.push(`@@ -${from} +${to} @@`);
		for (const line of hunk.lines) {
			if (line.startsWith("+")) added++;
			if (line.startsWith("-")) removed++;
			lines.push(line.endsWith("\r") ? line.slice(0, -1) : line);
		}
	}
	return { diff: capLines(lines), added, removed };
}

/** Whole lines up to the limit of a row, then how many are left out. */
export function capLines(lines: readonly string[], maxChars = maxRowTextChars): string {
	const markChars = 40;
	let chars = 0;
	for (const [index, line] of lines.entries()) {
		chars += line.length + 1;
		if (chars <= maxChars - markChars) continue;
		const room = maxChars - markChars - (chars - line.length);
		const head = index === 0 ? [line.slice(0, Math.max(0, room))] : lines.slice(0, index);
		return [...head, `… ${lines.length - index} more lines`].join("\n");
	}
	return lines.join("\n");
}

function summarise(removed: number, added: number): UnifiedDiff {
	const diff = `… too many changes to show: ${removed} lines are replaced by ${added} lines`;
	return { diff, added, removed };
}
