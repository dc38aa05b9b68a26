import type { LinePair } from "./LineKeys";

/** A segment that would delete more lines than this at one place mostly lacks a placeholder there. */
export const maxDeletedLines = 100;

/** Pairs that differ more than this in distance do not support each other. */
const reach = 20;
const minMargin = 0.5;
const maxPairs = 1500;

export function isFar(a: LinePair, b: LinePair): boolean {
	return b.file - a.file - (b.sketch - a.sketch) > maxDeletedLines;
}

/**
 * Where the lines of a segment are in another order in the file, some of them are new text that happens to be in the
 * file, or were moved. The chain of pairs that hang together best wins if no other reading comes near it. Undefined:
 * there is no telling.
 */
export function chooseChain(pairs: readonly LinePair[]): LinePair[] | undefined {
	if (pairs.length > maxPairs) return undefined;
	const forward = scores(pairs, weight);
	const back = scores(pairs.toReversed(), (a, b) => weight(b, a)).best.toReversed();
	const through = pairs.map((_, index) => (forward.best[index] ?? 0) + (back[index] ?? 0) - 1);
	return trace(pairs, forward, through);
}

interface Scores {
	readonly best: number[];
	readonly previous: (number | undefined)[];
}

/** For each pair the best chain that ends with it, and the pair before it in that chain. */
function scores(pairs: readonly LinePair[], weigh: (a: LinePair, b: LinePair) => number | undefined): Scores {
	const best: number[] = [];
	const previous: (number | undefined)[] = [];
	for (const [index, pair] of pairs.entries()) {
		let [score, from]: [number, number | undefined] = [1, undefined];
		for (let before = 0; before < index; before++) {
			const other = pairs[before];
			const gain = other && weigh(other, pair);
			if (gain === undefined || (best[before] ?? 0) + gain <= score) continue;
			[score, from] = [(best[before] ?? 0) + gain, before];
		}
		best.push(score);
		previous.push(from);
	}
	return { best, previous };
}

/** Undefined: `b` cannot follow `a`. */
function weight(a: LinePair, b: LinePair): number | undefined {
	if (b.file <= a.file || isFar(a, b)) return undefined;
	return 1 - Math.min(1, Math.abs(b.file - a.file - (b.sketch - a.sketch)) / reach);
}

function trace(
	pairs: readonly LinePair[],
	forward: Scores,
	through: readonly number[],
): LinePair[] | undefined {
	const top = Math.max(...forward.best);
	const chain = new Set<number>();
	for (let at: number | undefined = forward.best.indexOf(top); at !== undefined; at = forward.previous[at]) {
		chain.add(at);
	}
	const chosen = pairs.filter((_, index) => chain.has(index));
	const rivals = through.filter((_, index) => !chain.has(index) && !isInside(pairs[index], chosen));
	return top - Math.max(0, ...rivals) < minMargin ? undefined : chosen;
}

/** Between the ends of the chain on both sides: what the segment makes of the file does not depend on it. */
function isInside(pair: LinePair | undefined, chain: readonly LinePair[]): boolean {
	const [first, last] = [chain[0], chain.at(-1)];
	if (!pair || !first || !last) return false;
	const isBetween = (side: "sketch" | "file") => first[side] < pair[side] && pair[side] < last[side];
	return isBetween("sketch") && isBetween("file");
}
