import { scanTokens } from "./scanTokens";
import { blockSimilarity } from "./similarity";

/** Where a block might have been meant. */
export interface Candidate {
	/** 0-based line */
	readonly start: number;
	/** 0 to 1 */
	readonly similarity: number;
}

const maxCandidates = 16;
/** lines around a hint that are always looked at */
const hintReach = 3;
/** a word that is on many lines of the block votes only for the first of them */
const maxLinesPerToken = 8;

/**
 * The places most like the block, best first, nearer to the hint first among equals. Linear in the file: each word
 * that file and block share votes for the start that would bring them together, rare words more; only the places with
 * most votes are compared letter by letter. Both lists are compared as they are: normalise them first.
 */
export function nearestCandidates(
	lines: readonly string[],
	block: readonly string[],
	hint?: number,
): Candidate[] {
	if (block.length === 0 || lines.length === 0) return [];
	const lastStart = Math.max(0, lines.length - block.length);
	const votes = collectVotes(lines, block, lastStart);
	const starts = new Set(topStarts(votes, hint));
	if (hint !== undefined) {
		// a hint may be any number: past the safe integers one more is the same
		const to = Math.min(lastStart, hint + hintReach);
		for (let at = Math.max(0, hint - hintReach); at <= to; at++) starts.add(at);
	}
	const distance = (start: number) => (hint === undefined ? start : Math.abs(start - hint));
	return [...starts]
		.map((start) => ({ start, similarity: blockSimilarity(block, lines, start) }))
		.sort((a, b) => b.similarity - a.similarity || distance(a.start) - distance(b.start));
}

function collectVotes(lines: readonly string[], block: readonly string[], lastStart: number): Float64Array {
	const blockLinesOf = indexTokens(block);
	const counts = new Map<number, number>();
	const hits: number[] = [];
	for (const [index, line] of lines.entries()) {
		scanTokens(line, (hash) => {
			if (!blockLinesOf.has(hash)) return;
			hits.push(hash, index);
			counts.set(hash, (counts.get(hash) ?? 0) + 1);
		});
	}
	const votes = new Float64Array(lastStart + 1);
	for (let at = 0; at < hits.length; at += 2) {
		const [hash, line] = [hits[at] ?? 0, hits[at + 1] ?? 0];
		const weight = 1 / Math.sqrt(counts.get(hash) ?? 1);
		for (const blockLine of blockLinesOf.get(hash) ?? []) {
			const start = Math.min(Math.max(line - blockLine, 0), lastStart);
			votes[start] = (votes[start] ?? 0) + weight;
		}
	}
	return votes;
}

function indexTokens(block: readonly string[]): Map<number, number[]> {
	const linesOf = new Map<number, number[]>();
	for (const [index, line] of block.entries()) {
		scanTokens(line, (hash) => {
			const known = linesOf.get(hash);
			if (!known) linesOf.set(hash, [index]);
			else if (known.at(-1) !== index && known.length < maxLinesPerToken) known.push(index);
		});
	}
	return linesOf;
}

function topStarts(votes: Float64Array, hint: number | undefined): number[] {
	const distance = (start: number) => (hint === undefined ? start : Math.abs(start - hint));
	const isBetter = (a: number, b: number) =>
		(votes[a] ?? 0) > (votes[b] ?? 0) || (votes[a] === votes[b] && distance(a) < distance(b));
	const top: number[] = [];
	for (let start = 0; start < votes.length; start++) {
		if (votes[start] === 0) continue;
		const last = top.at(-1);
		if (top.length === maxCandidates && last !== undefined && !isBetter(start, last)) continue;
		const place = top.findIndex((other) => isBetter(start, other));
		top.splice(place === -1 ? top.length : place, 0, start);
		if (top.length > maxCandidates) top.pop();
	}
	return top;
}
