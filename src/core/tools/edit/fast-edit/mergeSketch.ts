import { KilnError } from "@shared/errors";
import { splitLines } from "../splitLines";
import { type Anchoring, anchorSegment, countKeys } from "./anchorSegment";
import { LineKeys, type LinePair } from "./LineKeys";
import { outOfOrder, unplaced } from "./mergeErrors";
import { type PlacedSegment, placeSegment } from "./placeSegment";
import { renderMerge } from "./renderMerge";
import { type SketchSegment, splitSketch } from "./SketchSegment";

/**
 * Merges a sketch with placeholders into a text, by the lines that both share. A stretch of the sketch between two
 * placeholders shows lines as they stand together afterwards: its first and its last line that are in the file say
 * which part of the file it is. Whatever leaves a choice throws `edit_ambiguous`, with the candidates. Pure.
 */
export function mergeSketch(text: string, sketch: string): string {
	const lines = splitLines(text);
	const file = new LineKeys(lines.texts);
	const segments = splitSketch(splitLines(sketch).texts, new Set(lines.texts.map((line) => line.trim())));
	if (segments.length === 0) {
		throw new KilnError(
			"edit_malformed",
			"code_edit has nothing but placeholders.",
			"Add the lines to change.",
		);
	}
	const anchors = anchorAll(segments, file);
	const placed: PlacedSegment[] = [];
	for (const [index, segment] of segments.entries()) {
		const range = { from: placed.at(-1)?.to ?? 0, to: anchors[index + 1]?.[0]?.file ?? file.keys.length };
		placed.push(placeSegment(segment, file, range, anchors[index] ?? []));
	}
	return renderMerge(text, lines, placed);
}

/** The pairs of every segment, in the order of the file. A segment that fits several places may fit one between its neighbours. */
function anchorAll(segments: readonly SketchSegment[], file: LineKeys): (readonly LinePair[])[] {
	const counts = countKeys(segments);
	const whole = { from: 0, to: file.keys.length };
	const first = segments.map((segment) => anchorSegment(segment, file, whole, counts));
	const settled: (readonly LinePair[])[] = [];
	for (const [index, segment] of segments.entries()) {
		const from = (settled.at(-1)?.at(-1)?.file ?? -1) + 1;
		const next = first.slice(index + 1).find((found) => found.kind === "anchored");
		const to = next?.pairs[0]?.file ?? file.keys.length;
		let found: Anchoring = first[index] ?? { kind: "none" };
		if (found.kind === "several" && from < to) {
			const between = anchorSegment(segment, file, { from, to }, counts);
			if (between.kind === "anchored") found = between;
		}
		if (found.kind !== "anchored") throw unplaced(segment, file, found);
		const line = found.pairs[0]?.file ?? 0;
		if (line < from) throw outOfOrder(segment, file, line);
		settled.push(found.pairs);
	}
	return settled;
}
