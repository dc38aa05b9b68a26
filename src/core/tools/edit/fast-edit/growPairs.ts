import { blockEdge, columnsAt, isWithin, nextLine, type Side, type Sides } from "./blockEdges";
import { isCloser, isWeak, keyOf, type LineKeys, type LinePair, type LineRange } from "./LineKeys";

/**
 * Carries the pairs of a segment on to its ends: lines that go on equal, and lines that begin or close the block in
 * which the last pair stands. Brackets that are equal by chance are not taken: they may belong to lines that are new.
 */
export function growPairs(
	lines: readonly string[],
	file: LineKeys,
	range: LineRange,
	pairs: readonly LinePair[],
): LinePair[] {
	const segment: Side = { texts: lines, keys: lines.map(keyOf), from: 0, to: lines.length };
	const place: Side = { texts: file.texts, keys: file.keys, ...range };
	const sides: Sides = { segment, file: place, shift: shiftOf(segment, place, pairs) };
	const tail = growEnd(sides, pairs, 1);
	const head = growEnd(sides, pairs, -1);
	return withInner([...head.reverse(), ...pairs, ...tail], segment, place);
}

function shiftOf(segment: Side, file: Side, pairs: readonly LinePair[]): number | undefined {
	const shifts = new Set(pairs.map((pair) => columnsAt(file, pair.file) - columnsAt(segment, pair.sketch)));
	const [shift] = shifts;
	return shifts.size === 1 ? shift : shifts.has(0) ? 0 : undefined;
}

/** Downwards (1) from the last pair or upwards (-1) from the first one; the pairs found, outwards. */
function growEnd(sides: Sides, pairs: readonly LinePair[], step: 1 | -1): LinePair[] {
	const grown: LinePair[] = [];
	let last = step === 1 ? pairs.at(-1) : pairs[0];
	while (last) {
		const run = equalRun(sides, last, step);
		grown.push(...run);
		const end = run.at(-1) ?? last;
		last = nextLine(sides, end, step) ?? blockEdge(sides, end, step);
		if (last) grown.push(last);
	}
	return grown;
}

/** Equal lines right beyond a pair. Ends at its last sure line, unless the segment ends with it. */
function equalRun({ segment, file }: Sides, start: LinePair, step: 1 | -1): LinePair[] {
	const run: LinePair[] = [];
	let sure = 0;
	let [sketch, line] = [start.sketch + step, start.file + step];
	while (isWithin(segment, sketch) && isWithin(file, line) && segment.keys[sketch] === file.keys[line]) {
		run.push({ sketch, file: line });
		if (isSure(segment.keys[sketch] ?? "", step)) sure = run.length;
		sketch += step;
		line += step;
	}
	return isBlankBeyond(segment, sketch, step) ? run : run.slice(0, sure);
}

/** Going down a bracket that closes is the one of the block before it; going up it may close what is new. */
function isSure(key: string, step: 1 | -1): boolean {
	if (!isWeak(key)) return true;
	return key !== "" && isCloser(key) === (step === 1);
}

function isBlankBeyond(segment: Side, from: number, step: 1 | -1): boolean {
	const beyond = step === 1 ? segment.keys.slice(from) : segment.keys.slice(0, from + 1);
	return beyond.every((key) => key === "");
}

/** Equal lines between two pairs, from either of them on. */
function withInner(pairs: readonly LinePair[], segment: Side, file: Side): LinePair[] {
	return pairs.flatMap((pair, index) => {
		const next = pairs[index + 1];
		if (!next) return [pair];
		const inner = (side: Side, from: number, to: number): Side => ({ ...side, from: from + 1, to });
		const [lines, places] = [inner(segment, pair.sketch, next.sketch), inner(file, pair.file, next.file)];
		const down = plainRun(lines, places, pair, 1);
		const reached = down.at(-1) ?? pair;
		const up = plainRun(
			inner(segment, reached.sketch, next.sketch),
			inner(file, reached.file, next.file),
			next,
			-1,
		);
		return [pair, ...down, ...up.reverse()];
	});
}

function plainRun(segment: Side, file: Side, start: LinePair, step: 1 | -1): LinePair[] {
	const run: LinePair[] = [];
	let [sketch, line] = [start.sketch + step, start.file + step];
	while (isWithin(segment, sketch) && isWithin(file, line) && segment.keys[sketch] === file.keys[line]) {
		run.push({ sketch, file: line });
		sketch += step;
		line += step;
	}
	return run;
}
