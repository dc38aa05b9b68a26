/**
 * Past this many cells of the distance table a pair of lines is compared only at its ends: what lies between counts
 * as different. The lines of one block share a budget, so that long blocks cost no more than short ones.
 */
const maxCells = 40_000;
const minCells = 400;
const blockCells = 2_000_000;

/** 1 for equal lists, 0 for nothing in common: edit distance line by line over the longer line of each pair. */
export function blockSimilarity(block: readonly string[], lines: readonly string[], start: number): number {
	let distance = 0;
	let length = 0;
	const cells = Math.max(minCells, Math.min(maxCells, blockCells / block.length));
	for (const [index, line] of block.entries()) {
		const other = lines[start + index];
		// a line beyond the end of the file is all different
		length += Math.max(line.length, other?.length ?? 0, 1);
		if (other === undefined) distance += Math.max(line.length, 1);
		else if (other !== line) distance += lineDistance(line, other, cells);
	}
	return length === 0 ? 1 : 1 - distance / length;
}

/** Levenshtein distance in UTF-16 units, never less than the true one. */
export function lineDistance(a: string, b: string, cells = maxCells): number {
	const start = sharedStart(a, b);
	const end = sharedEnd(a, b, start);
	const left = a.slice(start, a.length - end);
	const right = b.slice(start, b.length - end);
	if (left === "" || right === "" || left.length * right.length > cells) {
		return Math.max(left.length, right.length);
	}
	return levenshtein(left, right);
}

function sharedStart(a: string, b: string): number {
	const limit = Math.min(a.length, b.length);
	let count = 0;
	while (count < limit && a.charCodeAt(count) === b.charCodeAt(count)) count++;
	return count;
}

function sharedEnd(a: string, b: string, start: number): number {
	const limit = Math.min(a.length, b.length) - start;
	let count = 0;
	while (count < limit && a.charCodeAt(a.length - 1 - count) === b.charCodeAt(b.length - 1 - count)) count++;
	return count;
}

function levenshtein(a: string, b: string): number {
	const row = Uint32Array.from({ length: b.length + 1 }, (_, index) => index);
	for (let i = 1; i <= a.length; i++) {
		let diagonal = i - 1;
		row[0] = i;
		for (let j = 1; j <= b.length; j++) {
			const above = row[j] ?? 0;
			const swap = diagonal + (a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1);
			row[j] = Math.min(swap, above + 1, (row[j - 1] ?? 0) + 1);
			diagonal = above;
		}
	}
	return row[b.length] ?? 0;
}
