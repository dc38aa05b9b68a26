import { cutText, type LineBlock } from "@services/files/LineCollector";

/**
 * Shares a budget so that small wants are met in full and what they leave is divided evenly among the larger ones.
 * The shares stand in the order of the wants and never exceed them.
 */
export function shareBudget(wants: readonly number[], budget: number): number[] {
	const shares = wants.map(() => 0);
	const bySize = wants.map((want, index) => ({ want, index })).sort((a, b) => a.want - b.want);
	let left = budget;
	for (const [place, { want, index }] of bySize.entries()) {
		const share = Math.min(want, Math.floor(left / (bySize.length - place)));
		shares[index] = share;
		left -= share;
	}
	return shares;
}

/** What a line costs beside its text: a number of up to seven digits, " | " and the line end. */
export const charsPerLine = 11;

/** Characters of the lines as they are shown. */
export function blockChars(blocks: readonly LineBlock[]): number {
	return blocks.flatMap((block) => block.lines).reduce((sum, line) => sum + line.length + charsPerLine, 0);
}

/** The leading lines that fit; at least a part of the first one, so that something is always seen. */
export function fitBlocks(blocks: readonly LineBlock[], maxChars: number): LineBlock[] {
	const fitting: LineBlock[] = [];
	let left = maxChars;
	for (const block of blocks) {
		const lines = takeLines(block.lines, left);
		if (lines.length > 0) fitting.push({ start: block.start, lines });
		if (lines.length < block.lines.length) break;
		left -= blockChars([block]);
	}
	if (fitting.length > 0) return fitting;
	const [first] = blocks;
	return first
		? [{ start: first.start, lines: [`${cutText(first.lines[0] ?? "", maxChars)}… [line cut]`] }]
		: [];
}

function takeLines(lines: readonly string[], maxChars: number): string[] {
	let left = maxChars;
	const end = lines.findIndex((line) => {
		left -= line.length + charsPerLine;
		return left < 0;
	});
	return end === -1 ? [...lines] : lines.slice(0, end);
}
