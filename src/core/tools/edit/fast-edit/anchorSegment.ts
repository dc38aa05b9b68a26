import { chooseChain, isFar } from "./chooseChain";
import { isWeak, keyOf, type LineKeys, type LinePair, type LineRange } from "./LineKeys";
import type { SketchSegment } from "./SketchSegment";

export type Anchoring =
	/** at least one pair, both sides ascending */
	| { readonly kind: "anchored"; readonly pairs: readonly LinePair[] }
	/** none of its lines is in the file, or only those that are everywhere */
	| { readonly kind: "none" }
	| { readonly kind: "several"; readonly sketch: number; readonly places: readonly number[] }
	/** its lines stand in another order in the file */
	| { readonly kind: "unordered"; readonly pairs: readonly LinePair[] }
	/** lines that stand together here are far apart in the file */
	| { readonly kind: "far"; readonly pairs: readonly [LinePair, LinePair] };

/** Occurrences of each key over the whole sketch. */
export function countKeys(segments: readonly SketchSegment[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const key of segments.flatMap(({ lines }) => lines.map(keyOf))) {
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	return counts;
}

/**
 * Finds the lines of a segment in a range of the file: by lines that occur once in both, else by the shortest runs of
 * lines that do.
 */
export function anchorSegment(
	segment: SketchSegment,
	file: LineKeys,
	range: LineRange,
	counts: ReadonlyMap<string, number>,
): Anchoring {
	const keys = segment.lines.map(keyOf);
	const isOwn = (key: string) => !isWeak(key) && counts.get(key) === 1;
	const single = keys.flatMap((key, sketch): LinePair[] => {
		const [place, more] = isOwn(key) ? file.placesOf(key, range) : [];
		return place === undefined || more !== undefined ? [] : [{ sketch, file: place }];
	});
	const pairs = single.length > 0 ? single : findRuns(keys, file, range);
	return pairs.length > 0 ? settle(pairs, keys) : whyNot(keys, file, range);
}

const maxRun = 8;
/** a line that is on more places than this starts no run */
const maxPlaces = 2000;

function findRuns(keys: readonly string[], file: LineKeys, range: LineRange): LinePair[] {
	const places = keys.map((key) => (isWeak(key) ? undefined : file.placesOf(key, range)));
	const lengths = Array.from({ length: Math.min(maxRun, keys.length) }, (_, index) => index + 1);
	for (const length of [...new Set([...lengths, keys.length])]) {
		const pairs = new Map<number, number>();
		for (let start = 0; start + length <= keys.length; start++) {
			const run = keys.slice(start, start + length);
			const [place, more] = placesOfRun(run, places.slice(start, start + length), file, range);
			if (place === undefined || more !== undefined) continue;
			for (let at = 0; at < length; at++) pairs.set(start + at, place + at);
		}
		if (pairs.size > 0) return [...pairs].map(([sketch, line]) => ({ sketch, file: line }));
	}
	return [];
}

/** `placesOf`: of each line of the run, undefined for weak ones. Looks only where its rarest line is. */
function placesOfRun(
	run: readonly string[],
	placesOf: readonly (readonly number[] | undefined)[],
	file: LineKeys,
	range: LineRange,
): readonly number[] {
	let rarest: { readonly index: number; readonly places: readonly number[] } | undefined;
	for (const [index, places] of placesOf.entries()) {
		if (places === undefined) continue;
		if (rarest === undefined || places.length < rarest.places.length) rarest = { index, places };
	}
	if (rarest === undefined || rarest.places.length > maxPlaces) return [];
	const { index, places } = rarest;
	return places
		.map((place) => place - index)
		.filter((start) => start >= range.from && run.every((key, at) => file.keys[start + at] === key));
}

function settle(pairs: readonly LinePair[], keys: readonly string[]): Anchoring {
	const isOrdered = pairs.every((pair, index) => index === 0 || pair.file > (pairs[index - 1]?.file ?? -1));
	if (!isOrdered) {
		const chain = betweenEnds(pairs, keys) ?? chooseChain(pairs);
		return chain ? { kind: "anchored", pairs: chain } : { kind: "unordered", pairs };
	}
	for (const [index, pair] of pairs.entries()) {
		const before = pairs[index - 1];
		if (before && isFar(before, pair)) return { kind: "far", pairs: [before, pair] };
	}
	return { kind: "anchored", pairs };
}

/**
 * Where the first and the last line of a segment are found, they say which part of the file it is: what is between them
 * in another order is moved or new. Undefined: they are not, or they do not hang together.
 */
function betweenEnds(pairs: readonly LinePair[], keys: readonly string[]): LinePair[] | undefined {
	const [first, last] = [pairs[0], pairs.at(-1)];
	if (!first || !last || first.file >= last.file || isFar(first, last)) return undefined;
	const isFilled = (key: string) => key !== "";
	if (first.sketch !== keys.findIndex(isFilled) || last.sketch !== keys.findLastIndex(isFilled))
		return undefined;
	const kept = [first];
	for (const pair of pairs.slice(1, -1)) {
		if (pair.file > (kept.at(-1)?.file ?? 0) && pair.file < last.file) kept.push(pair);
	}
	return [...kept, last];
}

function whyNot(keys: readonly string[], file: LineKeys, range: LineRange): Anchoring {
	const found = keys.flatMap((key, sketch) => {
		const places = isWeak(key) ? [] : file.placesOf(key, range);
		return places.length === 0 ? [] : [{ kind: "several" as const, sketch, places }];
	});
	return found.toSorted((a, b) => a.places.length - b.places.length)[0] ?? { kind: "none" };
}
