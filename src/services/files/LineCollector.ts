import { isUtf8 } from "node:buffer";
import { countNewlines } from "./countNewlines";

/** The end of a range that goes on to the last line (JSON has no Infinity). */
export const endOfFile = Number.MAX_SAFE_INTEGER;

/** Lines, 1-based and inclusive. */
export interface LineRange {
	readonly start: number;
	readonly end: number;
}

/** Consecutive lines without their line ends. */
export interface LineBlock {
	readonly start: number;
	readonly lines: string[];
}

export interface CollectorOptions {
	/** ascending, not overlapping (see `mergeRanges`) */
	readonly ranges: readonly LineRange[];
	/** a longer line is cut, and says how long it was */
	readonly maxLineChars: number;
	/** characters of all lines together; nothing more is kept past it */
	readonly maxChars: number;
	/** what a line costs of them beside its text: the reader's line number, separators */
	readonly charsPerLine: number;
}

/** So many bytes of unwanted lines are counted at a time. */
const skipBytes = 4096;

/** Longest UTF-8 form of one UTF-16 unit, so that this many bytes always hold enough characters. */
const bytesPerChar = 4;

/**
 * Takes UTF-8 bytes in chunks of any cut, counts the lines and keeps the wanted ones. Memory is bounded by `maxChars`
 * whatever the file's size or its lines' length; bytes are decoded a whole line at a time, so that no character is
 * ever split.
 */
export class LineCollector {
	readonly blocks: LineBlock[] = [];
	/** lines seen so far */
	totalLines = 0;
	/** wanted lines were left out because `maxChars` was reached */
	isFull = false;
	/** some shown line is not valid UTF-8 and holds replacement characters */
	hasInvalidBytes = false;

	private charsLeft: number;
	private rangeIndex = 0;
	private kept: Buffer[] = [];
	private keptBytes = 0;
	private lineBytes = 0;
	private lineChars = 0;

	constructor(private readonly options: CollectorOptions) {
		this.charsLeft = options.maxChars;
	}

	push(chunk: Buffer): void {
		let from = 0;
		while (from < chunk.length) {
			const unwanted = this.unwantedLines();
			if (unwanted > 0) {
				from = this.skip(chunk, from, unwanted);
				continue;
			}
			const end = chunk.indexOf(10, from);
			if (end !== -1 && this.lineBytes === 0 && end - from <= this.options.maxLineChars) {
				this.endWholeLine(chunk, from, end);
				from = end + 1;
				continue;
			}
			this.take(chunk, from, end === -1 ? chunk.length : end);
			if (end === -1) return;
			this.endLine();
			from = end + 1;
		}
	}

	/** To be called once, after the last chunk. */
	finish(): void {
		if (this.lineBytes > 0) this.endLine();
	}

	/** How many lines, the current one included, come before the next wanted one. */
	private unwantedLines(): number {
		const range = this.nextRange();
		if (!range || this.isFull) return Number.POSITIVE_INFINITY;
		return Math.max(0, range.start - this.totalLines - 1);
	}

	/** Counts up to `count` lines, a block at a time; returns where it stopped: behind a line end, or at the end. */
	private skip(chunk: Buffer, from: number, count: number): number {
		const to = Math.min(chunk.length, from + (count === Number.POSITIVE_INFINITY ? chunk.length : skipBytes));
		const ends = countNewlines(chunk, from, to);
		const isFar = ends < count;
		const last = isFar ? chunk.lastIndexOf(10, to - 1) : endOfLine(chunk, from, count);
		const stop = isFar ? to : last + 1;
		this.totalLines += isFar ? ends : count;
		this.lineBytes = last >= from ? stop - last - 1 : this.lineBytes + stop - from;
		return stop;
	}

	private take(chunk: Buffer, from: number, to: number): void {
		this.lineBytes += to - from;
		if (from === to || this.wantedRange() === undefined) return;
		this.lineChars += countCharacters(chunk, from, to);
		const room = this.options.maxLineChars * bytesPerChar - this.keptBytes;
		if (room <= 0) return;
		// a copy: the reader reuses its buffer
		const part = Buffer.from(chunk.subarray(from, Math.min(to, from + room)));
		this.kept.push(part);
		this.keptBytes += part.length;
	}

	/** The range that the current line lies in. */
	private wantedRange(): LineRange | undefined {
		const range = this.nextRange();
		return range && range.start <= this.totalLines + 1 && !this.isFull ? range : undefined;
	}

	/** The range that the current line lies in or before. */
	private nextRange(): LineRange | undefined {
		let range = this.options.ranges[this.rangeIndex];
		while (range && range.end <= this.totalLines) range = this.options.ranges[++this.rangeIndex];
		return range;
	}

	private endLine(): void {
		const range = this.wantedRange();
		this.totalLines++;
		if (range) this.keepLine(range, this.decodeLine());
		this.kept = [];
		this.keptBytes = 0;
		this.lineBytes = 0;
		this.lineChars = 0;
	}

	/** The usual wanted line: it lies in one chunk and needs no cut, so nothing is copied. */
	private endWholeLine(chunk: Buffer, from: number, end: number): void {
		const range = this.wantedRange();
		this.totalLines++;
		if (!range) return;
		const text = chunk.toString("utf8", from, end > from && chunk[end - 1] === 13 ? end - 1 : end);
		if (text.includes("\ufffd") && !isUtf8(chunk.subarray(from, end))) this.hasInvalidBytes = true;
		this.keepLine(range, text);
	}

	private keepLine(range: LineRange, text: string): void {
		// the first line is shown however small the room: it says what kind of file this is
		const cost = text.length + this.options.charsPerLine;
		if (this.charsLeft < cost && this.blocks.length > 0) {
			this.isFull = true;
			return;
		}
		this.charsLeft -= cost;
		if (this.totalLines === range.start || this.blocks.length === 0) {
			this.blocks.push({ start: this.totalLines, lines: [text] });
		} else {
			this.blocks.at(-1)?.lines.push(text);
		}
	}

	private decodeLine(): string {
		const isWhole = this.keptBytes === this.lineBytes;
		const bytes = this.kept.length === 1 ? this.kept[0] : Buffer.concat(this.kept);
		const valid = isWhole ? bytes : bytes?.subarray(0, wholeCharacters(bytes));
		if (!valid) return "";
		if (!isUtf8(valid)) this.hasInvalidBytes = true;
		const text = valid.toString("utf8").replace(/\r$/, "");
		const { maxLineChars } = this.options;
		if (isWhole && text.length <= maxLineChars) return text;
		return `${cutText(text, maxLineChars)}… [line cut: ${this.lineChars} characters long]`;
	}
}

/** The first `maxChars` UTF-16 units of a text, without half a surrogate pair at the end. */
export function cutText(text: string, maxChars: number): string {
	const cut = text.slice(0, maxChars);
	const last = cut.charCodeAt(cut.length - 1);
	return last >= 0xd800 && last <= 0xdbff ? cut.slice(0, -1) : cut;
}

/** Ascending ranges without overlap; touching ranges become one. */
export function mergeRanges(ranges: readonly LineRange[]): LineRange[] {
	const merged: LineRange[] = [];
	for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
		const last = merged.at(-1);
		if (last && range.start <= last.end + 1) {
			merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
		} else {
			merged.push(range);
		}
	}
	return merged;
}

/** Where the `count`th line end from there on stands. */
function endOfLine(chunk: Buffer, from: number, count: number): number {
	let at = from - 1;
	for (let seen = 0; seen < count; seen++) at = chunk.indexOf(10, at + 1);
	return at;
}

/** UTF-8 continuation bytes are 10xxxxxx: all others begin a character. */
function countCharacters(bytes: Buffer, from: number, to: number): number {
	let count = 0;
	for (let index = from; index < to; index++) {
		if (((bytes[index] ?? 0) & 0xc0) !== 0x80) count++;
	}
	return count;
}

/** Length of the bytes without the character that a cut at their end has split. */
function wholeCharacters(bytes: Buffer): number {
	for (let back = 1; back <= 4 && back <= bytes.length; back++) {
		const byte = bytes[bytes.length - back] ?? 0;
		if ((byte & 0xc0) === 0x80) continue;
		return byte >= 0xc0 ? bytes.length - back : bytes.length;
	}
	return bytes.length;
}
