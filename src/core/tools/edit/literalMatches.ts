import { uniformEol } from "./splitLines";

/** Where a text occurs; both in UTF-16 units. */
export interface LiteralMatch {
	readonly index: number;
	readonly length: number;
}

export interface LiteralOptions {
	readonly ignoreCase?: boolean;
	/** also places that share characters with the one before: a text must be unique by this measure */
	readonly mayOverlap?: boolean;
}

/** All places of a text that a model gave, in order. Its line ends match those of the file, LF or CRLF. */
export function literalMatches(text: string, search: string, options: LiteralOptions = {}): LiteralMatch[] {
	const wanted = search.replaceAll("\r\n", "\n");
	if (wanted === "") return [];
	const fold = options.ignoreCase ? withoutCase : (given: string) => given;
	const plain = fold(text.replaceAll("\r\n", "\n"));
	const folded = fold(wanted);
	const find = (from: number) => plain.indexOf(folded, from);
	const rawIndex = rawIndexIn(text);
	const matches: LiteralMatch[] = [];
	for (let at = find(0); at !== -1; at = find(at + (options.mayOverlap ? 1 : wanted.length))) {
		const index = rawIndex(at);
		matches.push({ index, length: rawIndex(at + wanted.length) - index });
	}
	return matches;
}

/** Letter by letter: a text must keep its indices, and "İ" or "ß" would grow. */
function withoutCase(text: string): string {
	return text.replace(/[A-Z\u0080-\uffff]/g, (letter) => {
		const upper = letter.toUpperCase();
		const lower = (upper.length === 1 ? upper : letter).toLowerCase();
		return lower.length === 1 ? lower : letter;
	});
}

/** From an index of the text with LF only to that of the text itself; before a CRLF, not into it. */
function rawIndexIn(text: string): (index: number) => number {
	/** where each CRLF stands in the text with LF only */
	const places: number[] = [];
	for (let at = text.indexOf("\r\n"); at !== -1; at = text.indexOf("\r\n", at + 2))
		places.push(at - places.length);
	return (index) => index + countBelow(places, index);
}

function countBelow(sorted: readonly number[], limit: number): number {
	let [low, high] = [0, sorted.length];
	while (low < high) {
		const middle = (low + high) >>> 1;
		if ((sorted[middle] ?? 0) < limit) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** The new text takes the line ends of the place that it comes to; nothing in it is interpreted. */
export function replaceMatches(text: string, matches: readonly LiteralMatch[], replacement: string): string {
	const uniform = uniformEol(text);
	const pieces: string[] = [];
	let at = 0;
	for (const { index, length } of matches) {
		pieces.push(text.slice(at, index), withEol(replacement, uniform ?? eolNear(text, index)));
		at = index + length;
	}
	return pieces.join("") + text.slice(at);
}

/** A model's text with the line ends of the file. */
export function fitEol(given: string, fileText: string): string {
	return withEol(given, uniformEol(fileText) ?? eolNear(fileText, 0));
}

/** Of the line at an index; behind the last line end, of the line before. */
function eolNear(text: string, index: number): string {
	const next = text.indexOf("\n", index);
	const end = next === -1 ? text.lastIndexOf("\n") : next;
	return text[end - 1] === "\r" ? "\r\n" : "\n";
}

function withEol(text: string, eol: string): string {
	const plain = text.replaceAll("\r\n", "\n");
	return eol === "\n" ? plain : plain.replaceAll("\n", eol);
}

/** 1-based line of an index. Indices must be asked for in ascending order. */
export function lineCounter(text: string): (index: number) => number {
	let line = 1;
	let at = 0;
	return (index) => {
		for (let next = text.indexOf("\n", at); next !== -1 && next < index; next = text.indexOf("\n", at)) {
			line++;
			at = next + 1;
		}
		return line;
	};
}
