import type { OutputExcerpt, OutputLimits, OutputSlice } from "./CommandStore";
import { bytePrefix, byteSuffix, countLines, firstLines, lastLines } from "./textCuts";

/** of an excerpt, what the head may take: errors mostly stand at the end */
const headShare = 0.25;
const minBlockChars = 4096;

/**
 * Head and tail of an endless text in bounded memory: the first `keepChars` characters, and at least as many of the
 * last ones; at most about three times that plus one chunk is held.
 */
export class OutputBuffer {
	private head = "";
	/** blocks of the text behind `head`; those before `firstBlock` are dropped */
	private blocks: string[] = [];
	private firstBlock = 0;
	private tailChars = 0;
	private lines = 0;
	private chars = 0;

	constructor(private readonly keepChars: number) {}

	get totalChars(): number {
		return this.chars;
	}

	get totalLines(): number {
		return this.lines;
	}

	/** the whole text, or undefined when a part of it is dropped */
	get whole(): string | undefined {
		return this.isWhole ? this.head + this.tail() : undefined;
	}

	append(text: string): void {
		this.chars += text.length;
		this.lines += countLines(text);
		const room = this.keepChars - this.head.length;
		if (room > 0) this.head += text.slice(0, room);
		if (text.length > room) this.appendToTail(room > 0 ? text.slice(room) : text);
	}

	/** Head and tail within limits; `open` is the line that is not settled yet. */
	excerpt(limits: OutputLimits, open = ""): OutputExcerpt {
		const tail = this.tail() + open;
		const whole = this.isWhole ? this.head + tail : undefined;
		if (whole !== undefined && fits(whole, limits)) {
			return { head: whole, tail: "", omittedChars: 0, omittedLines: 0 };
		}
		const head = cutHead(whole ?? this.head, share(limits, headShare));
		const rest = whole === undefined ? tail : whole.slice(head.length);
		return this.describeCut(head, cutTail(rest, without(limits, head)), open);
	}

	/** The last `maxChars` of what came since `from`. */
	read(from: number, maxChars: number): OutputSlice {
		const wanted = Math.max(0, Math.min(this.chars - from, maxChars));
		const text = this.last(wanted);
		return { text, skippedChars: Math.max(0, this.chars - from - text.length), end: this.chars };
	}

	private get isWhole(): boolean {
		return this.head.length + this.tailChars === this.chars;
	}

	private describeCut(head: string, tail: string, open: string): OutputExcerpt {
		const shownLines = countLines(head) + countLines(tail);
		return {
			head,
			tail,
			omittedChars: this.chars + open.length - head.length - tail.length,
			omittedLines: this.lines - shownLines,
		};
	}

	private last(wanted: number): string {
		if (wanted === 0) return "";
		const tail = this.tail();
		if (wanted <= tail.length || !this.isWhole) return tail.slice(-wanted);
		return (this.head + tail).slice(-wanted);
	}

	private tail(): string {
		return this.blocks.slice(this.firstBlock).join("");
	}

	private appendToTail(text: string): void {
		const last = this.blocks.length - 1;
		const block = last >= this.firstBlock ? this.blocks[last] : undefined;
		if (block !== undefined && block.length < minBlockChars) this.blocks[last] = block + text;
		else this.blocks.push(text);
		this.tailChars += text.length;
		this.dropBlocks();
	}

	private dropBlocks(): void {
		for (;;) {
			const oldest = this.blocks[this.firstBlock]?.length ?? 0;
			if (this.tailChars - oldest < this.keepChars) break;
			this.blocks[this.firstBlock++] = "";
			this.tailChars -= oldest;
		}
		if (this.firstBlock > 1000) {
			this.blocks = this.blocks.slice(this.firstBlock);
			this.firstBlock = 0;
		}
	}
}

function fits(text: string, limits: OutputLimits): boolean {
	const lines = countLines(text) + (text.endsWith("\n") ? 0 : 1);
	return lines <= limits.maxLines && Buffer.byteLength(text) <= limits.maxBytes;
}

function share(limits: OutputLimits, part: number): OutputLimits {
	return { maxLines: Math.floor(limits.maxLines * part), maxBytes: Math.floor(limits.maxBytes * part) };
}

function without(limits: OutputLimits, used: string): OutputLimits {
	return {
		maxLines: limits.maxLines - countLines(used),
		maxBytes: limits.maxBytes - Buffer.byteLength(used),
	};
}

/** Whole lines where there are any; a first line that is too long by itself is cut. */
function cutHead(text: string, { maxLines, maxBytes }: OutputLimits): string {
	const cut = bytePrefix(firstLines(text, maxLines), maxBytes);
	const lineEnd = cut.lastIndexOf("\n") + 1;
	return lineEnd > 0 ? cut.slice(0, lineEnd) : cut;
}

function cutTail(text: string, { maxLines, maxBytes }: OutputLimits): string {
	const lines = lastLines(text, maxLines);
	const cut = byteSuffix(lines, maxBytes);
	if (cut.length === lines.length) return cut;
	const lineStart = cut.indexOf("\n") + 1;
	return lineStart > 0 && lineStart < cut.length ? cut.slice(lineStart) : cut;
}
