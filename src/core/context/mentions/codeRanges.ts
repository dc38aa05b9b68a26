/** From and to (exclusive), in UTF-16 units. */
export type TextRange = readonly [start: number, end: number];

/**
 * Where Markdown shows code: fenced blocks and inline spans, in order. What stands there is quoted, not meant. Linear
 * in the text.
 */
export function codeRanges(text: string): TextRange[] {
	const ranges: TextRange[] = [];
	let proseFrom = 0;
	let open: { readonly fence: string; readonly start: number } | undefined;
	for (const { index, 0: line } of text.matchAll(/[^\n]*(?:\n|$)/g)) {
		if (line === "") break;
		if (!open) {
			const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
			if (fence === undefined) continue;
			addInlineRanges(ranges, text, proseFrom, index);
			open = { fence, start: index };
		} else if (closes(line, open.fence)) {
			ranges.push([open.start, index + line.length]);
			proseFrom = index + line.length;
			open = undefined;
		}
	}
	// a fence that is not closed goes to the end
	if (open) ranges.push([open.start, text.length]);
	else addInlineRanges(ranges, text, proseFrom, text.length);
	return ranges;
}

function closes(line: string, fence: string): boolean {
	const found = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line.trimEnd())?.[1];
	return found !== undefined && found[0] === fence[0] && found.length >= fence.length;
}

/** Adds the spans of a stretch of prose: each ends at the next run of as many backticks in the same paragraph. */
function addInlineRanges(ranges: TextRange[], text: string, from: number, to: number): void {
	const prose = text.slice(from, to);
	const marks = [...prose.matchAll(/`+|\n[ \t]*\n/g)].map((match) => ({
		at: match.index,
		length: match[0].startsWith("`") ? match[0].length : 0,
	}));
	const partners = partnersOf(marks.map(({ length }) => length));
	for (let index = 0; index < marks.length; index++) {
		const start = marks[index];
		const partner = partners[index];
		const end = partner === undefined ? undefined : marks[partner];
		if (!start || !end || partner === undefined) continue;
		ranges.push([from + start.at, from + end.at + end.length]);
		index = partner;
	}
}

/** For each run the index of the next one of its length; 0 is the end of a paragraph, over which none reaches. */
function partnersOf(lengths: readonly number[]): (number | undefined)[] {
	const partners: (number | undefined)[] = [];
	const next = new Map<number, number>();
	for (let index = lengths.length - 1; index >= 0; index--) {
		const length = lengths[index] ?? 0;
		if (length === 0) next.clear();
		partners[index] = next.get(length);
		if (length > 0) next.set(length, index);
	}
	return partners;
}
