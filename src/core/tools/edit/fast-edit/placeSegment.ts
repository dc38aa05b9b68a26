import { doubtOf } from "./checkInsertion";
import { growPairs } from "./growPairs";
import { isWeak, keyOf, type LineKeys, type LinePair, type LineRange } from "./LineKeys";
import { doubtfulEnd, openEnd } from "./mergeErrors";
import type { SketchSegment } from "./SketchSegment";

/** What a segment does: lines of the file, and those that take their place. */
export interface PlacedSegment extends LineRange {
	readonly lines: readonly string[];
	/** the lines that stay, by their index in `lines`; ascending on both sides */
	readonly pairs: readonly LinePair[];
}

/**
 * The lines of the file that a segment replaces, `range` being those that its neighbours leave to it. What the file has
 * between two lines of the segment goes unless the segment has it, too; what the segment has at an end that is open is
 * new. Throws `edit_ambiguous` where that could be wrong.
 */
export function placeSegment(
	segment: SketchSegment,
	file: LineKeys,
	range: LineRange,
	anchors: readonly LinePair[],
): PlacedSegment {
	const pairs = growPairs(segment.lines, file, range, anchors);
	const [first, last] = [pairs[0], pairs.at(-1)];
	if (!first || !last) return { from: range.from, to: range.from, lines: [], pairs: [] };
	const telling = pairs.filter(({ sketch }) => !isWeak(keyOf(segment.lines[sketch] ?? ""))).length;
	checkHead(segment, file, first, telling);
	checkTail(segment, file, last, telling);
	const [from, to] = [
		segment.head !== undefined ? first.file : 0,
		segment.tail !== undefined ? last.file + 1 : file.keys.length,
	];
	const head = segment.head !== undefined ? skipBlank(segment, file, first, 1) : 0;
	const tail = segment.tail !== undefined ? skipBlank(segment, file, last, -1) : segment.lines.length;
	return {
		from,
		to,
		lines: segment.lines.slice(head, tail),
		pairs: pairs.map(({ sketch, file: line }) => ({ sketch: sketch - head, file: line })),
	};
}

function checkHead(segment: SketchSegment, file: LineKeys, first: LinePair, anchors: number): void {
	if (segment.head === undefined) {
		if (first.file > first.sketch) throw openEnd("start", file, 0, first.file);
		return;
	}
	const lines = segment.lines.slice(0, first.sketch).reverse();
	if (isBlank(lines)) return;
	const [hidden, beside] = [segment.head, first.file - 1];
	const doubt = doubtOf({
		lines,
		anchor: segment.lines[first.sketch] ?? "",
		file,
		beside,
		step: -1,
		anchors,
		hidden,
	});
	if (doubt) throw doubtfulEnd(segment, 0, first.sketch - 1, file, doubt);
}

function checkTail(segment: SketchSegment, file: LineKeys, last: LinePair, anchors: number): void {
	const lines = segment.lines.slice(last.sketch + 1);
	if (segment.tail === undefined) {
		const left = file.keys.length - 1 - last.file;
		if (left > lines.length) throw openEnd("end", file, last.file + 1, file.keys.length);
		return;
	}
	if (isBlank(lines)) return;
	const [hidden, beside] = [segment.tail, last.file + 1];
	const doubt = doubtOf({
		lines,
		anchor: segment.lines[last.sketch] ?? "",
		file,
		beside,
		step: 1,
		anchors,
		hidden,
	});
	if (doubt) throw doubtfulEnd(segment, last.sketch + 1, segment.lines.length - 1, file, doubt);
}

function isBlank(lines: readonly string[]): boolean {
	return lines.every((line) => line.trim() === "");
}

/**
 * Blank lines between a placeholder and new lines count only where the file has none there; those alone mean nothing.
 * Returns where the segment's lines begin (1) or end (-1).
 */
function skipBlank(segment: SketchSegment, file: LineKeys, pair: LinePair, step: 1 | -1): number {
	const { lines } = segment;
	const outer = step === 1 ? lines.slice(0, pair.sketch) : lines.slice(pair.sketch + 1);
	const beyond = file.keys[pair.file - step] ?? "";
	if (isBlank(outer)) return step === 1 ? pair.sketch : pair.sketch + 1;
	if (beyond !== "") return step === 1 ? 0 : lines.length;
	return step === 1
		? lines.findIndex((line) => line.trim() !== "")
		: lines.findLastIndex((line) => line.trim() !== "") + 1;
}
