/**
 * A text as lines and their ends, so that each line keeps its own. `texts` and `eols` have the same length; an EOL is
 * "\n", "\r\n" or, on a last line only, "". The empty text has no line.
 */
export interface TextLines {
	readonly texts: readonly string[];
	readonly eols: readonly string[];
}

/** Splits at "\n" and "\r\n"; a lone "\r" is part of its line. `joinLines` gives back the same text. */
export function splitLines(text: string): TextLines {
	if (text === "") return { texts: [], eols: [] };
	const texts = text.split("\n");
	const eols = new Array<string>(texts.length).fill("\n");
	const last = texts.length - 1;
	if (texts[last] === "") {
		texts.pop();
		eols.pop();
	} else {
		eols[last] = "";
	}
	if (text.includes("\r\n")) takeCarriageReturns(texts, eols);
	return { texts, eols };
}

function takeCarriageReturns(texts: string[], eols: string[]): void {
	for (const [index, line] of texts.entries()) {
		if (eols[index] !== "\n" || !line.endsWith("\r")) continue;
		texts[index] = line.slice(0, -1);
		eols[index] = "\r\n";
	}
}

export function joinLines(lines: TextLines): string {
	return lines.texts.map((line, index) => line + (lines.eols[index] ?? "")).join("");
}

export type EolStyle = "lf" | "crlf" | "mixed" | "none";

/** How the lines of a text end; "none": there is no line end at all. */
export function eolStyle(text: string): EolStyle {
	const ends = countOf(text, "\n");
	if (ends === 0) return "none";
	const windowsEnds = countOf(text, "\r\n");
	if (windowsEnds === 0) return "lf";
	return windowsEnds === ends ? "crlf" : "mixed";
}

/** The line end of a text in which all are the same, LF where it has none; undefined: it has both. */
export function uniformEol(text: string): string | undefined {
	const style = eolStyle(text);
	if (style === "mixed") return undefined;
	return style === "crlf" ? "\r\n" : "\n";
}

/** Occurrences of `part`, without overlap. */
export function countOf(text: string, part: string): number {
	let count = 0;
	for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) count++;
	return count;
}
