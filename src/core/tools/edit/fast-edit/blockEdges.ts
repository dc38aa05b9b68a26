import { indentOf, indentWidth } from "../apply-diff/indentation";
import { isFar } from "./chooseChain";
import { isCloser, isWeak, type LinePair } from "./LineKeys";

/** A segment of the sketch or the file: its lines, and which of them may be looked at. */
export interface Side {
	readonly texts: readonly string[];
	readonly keys: readonly string[];
	readonly from: number;
	readonly to: number;
}

export interface Sides {
	readonly segment: Side;
	readonly file: Side;
	/** how much deeper the file is indented than the sketch, in columns; undefined: here so, there so */
	readonly shift: number | undefined;
}

export function isWithin({ from, to }: Side, index: number): boolean {
	return index >= from && index < to;
}

/** The file's very next line, behind new lines of the same block: nothing of the file is between. */
export function nextLine({ segment, file }: Sides, last: LinePair, step: 1 | -1): LinePair | undefined {
	const line = last.file + step;
	const key = file.keys[line] ?? "";
	if (!isWithin(file, line) || isWeak(key)) return undefined;
	let lowest = Number.POSITIVE_INFINITY;
	for (let sketch = last.sketch + step; isWithin(segment, sketch); sketch += step) {
		if (segment.keys[sketch] === "") continue;
		const width = columnsAt(segment, sketch);
		if (segment.keys[sketch] === key && width <= lowest) return { sketch, file: line };
		lowest = Math.min(lowest, width);
	}
	return undefined;
}

const maxLook = 400;

/**
 * The line that ends (or, upwards, begins) the block around the last pair in both, with other lines between: the first
 * one on either side that is indented no deeper.
 */
export function blockEdge(
	{ segment, file, shift }: Sides,
	last: LinePair,
	step: 1 | -1,
): LinePair | undefined {
	if (shift === undefined) return undefined;
	const own = columnsAt(segment, last.sketch);
	let lowest = own + 1;
	for (let sketch = last.sketch + step; isWithin(segment, sketch); sketch += step) {
		const key = segment.keys[sketch] ?? "";
		const width = columnsAt(segment, sketch);
		if (key === "" || width >= lowest) continue;
		lowest = width;
		const line = firstOutside(file, last.file + step, width + shift, step);
		const isEdge = step === 1 || !isCloser(key);
		if (line === undefined || !isEdge || file.keys[line] !== key) continue;
		const edge = { sketch, file: line };
		if (!(step === 1 ? isFar(last, edge) : isFar(edge, last))) return edge;
	}
	return undefined;
}

/** How deep a line is indented. */
export function columnsAt({ texts }: Side, index: number): number {
	return indentWidth(indentOf(texts[index] ?? ""));
}

function firstOutside(file: Side, from: number, width: number, step: 1 | -1): number | undefined {
	for (let line = from; isWithin(file, line) && Math.abs(line - from) < maxLook; line += step) {
		if (file.keys[line] !== "" && columnsAt(file, line) <= width) return line;
	}
	return undefined;
}
