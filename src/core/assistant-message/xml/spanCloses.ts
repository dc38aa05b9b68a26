/** How far a code span that began on an earlier line is looked for. Bounds what is held back. */
const maxSpanChars = 4096;

export interface OpenSpan {
	readonly text: string;
	readonly from: number;
	/** backticks that opened it */
	readonly length: number;
	/** no more text comes */
	readonly isEnd: boolean;
}

/**
 * Whether a code span that was opened on an earlier line closes in this paragraph after `from`: then
 * what stands there is code, else the backticks were plain characters.
 */
export function spanCloses({ text, from, length, isEnd }: OpenSpan): "yes" | "no" | "undecided" {
	const window = text.slice(from, from + maxSpanChars);
	const marks = /`+|\n[ \t\r]*(?=\n)/g;
	for (let mark = marks.exec(window); mark; mark = marks.exec(window)) {
		if (mark[0].startsWith("\n")) return "no";
		const isWhole = isEnd || marks.lastIndex < window.length || window.length === maxSpanChars;
		if (mark[0].length === length && isWhole) return "yes";
	}
	return isEnd || window.length === maxSpanChars ? "no" : "undecided";
}
