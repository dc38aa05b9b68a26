const newlines = 0x0a0a0a0a;
const low7 = 0x7f7f7f7f;
/** Each byte of a sum counts up to 255. */
const wordsPerSum = 255;

/** How many line feeds stand in `bytes[from, to)`. Looks at four bytes at a time: large files are mostly counted. */
export function countNewlines(bytes: Buffer, from: number, to: number): number {
	const aligned = from + ((4 - ((bytes.byteOffset + from) & 3)) & 3);
	if (aligned >= to) return countSingly(bytes, from, to);
	const words = (to - aligned) >> 2;
	const end = aligned + words * 4;
	return (
		countSingly(bytes, from, aligned) +
		countWords(new Int32Array(bytes.buffer, bytes.byteOffset + aligned, words)) +
		countSingly(bytes, end, to)
	);
}

function countSingly(bytes: Buffer, from: number, to: number): number {
	let count = 0;
	for (let index = from; index < to; index++) if (bytes[index] === 10) count++;
	return count;
}

function countWords(words: Int32Array): number {
	let count = 0;
	for (let from = 0; from < words.length; from += wordsPerSum) {
		const to = Math.min(words.length, from + wordsPerSum);
		let sums = 0;
		for (let index = from; index < to; index++) {
			const differing = (words[index] ?? 0) ^ newlines;
			// a byte's top bit stays clear only where all of its bits are
			const tops = ((differing & low7) + low7) | differing | low7;
			sums += ~tops >>> 7;
		}
		count += (sums & 255) + ((sums >>> 8) & 255) + ((sums >>> 16) & 255) + (sums >>> 24);
	}
	return count;
}
