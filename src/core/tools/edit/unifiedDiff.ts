import { maxRowTextChars } from "@shared/tools";
import { type DiffHunk, diffHunks, type HunkRange } from "./diffHunks";

/** A diff for people: unified, without file headers, capped; the counts and hunks are those of the whole change. */
export interface UnifiedDiff {
	readonly diff: string;
	readonly added: number;
	readonly removed: number;
	readonly hunks: readonly HunkRange[];
	/** how many of them `diff` shows: its lines that begin with "@@ " */
	readonly shownHunks: number;
}

export function unifiedDiff(before: string, after: string, maxChars = maxRowTextChars): UnifiedDiff {
	const hunks = diffHunks(before, after);
	const lines = hunks.flatMap(renderHunk);
	const diff = capLines(lines, maxChars);
	return {
		diff,
		...countChanges(hunks),
		hunks: hunks.map(({ range }) => range),
		shownHunks: countHeaders(diff),
	};
}

function renderHunk({ range, lines }: DiffHunk): string[] {
	const [oldStart, oldCount, newStart, newCount] = range;
	const header = `@@ -${side(oldStart, oldCount)} +${side(newStart, newCount)} @@`;
	if (lines === undefined) {
		return [header, `… too many changes to show: ${oldCount} lines are replaced by ${newCount} lines`];
	}
	return [header, ...lines.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line))];
}

/** By convention a side without lines is named by the line before it. */
function side(start: number, count: number): string {
	return `${start + (count === 0 ? 0 : 1)},${count}`;
}

function countChanges(hunks: readonly DiffHunk[]): { added: number; removed: number } {
	let added = 0;
	let removed = 0;
	for (const { range, lines } of hunks) {
		if (lines === undefined) {
			removed += range[1];
			added += range[3];
			continue;
		}
		for (const line of lines) {
			if (line.startsWith("+")) added++;
			if (line.startsWith("-")) removed++;
		}
	}
	return { added, removed };
}

function countHeaders(diff: string): number {
	return diff.split("\n").filter((line) => line.startsWith("@@ ")).length;
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
