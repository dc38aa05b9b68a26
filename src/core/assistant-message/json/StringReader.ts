import { isWhiteSpace } from "../xml/whiteSpace";

const backslash = 92;
const doubleQuote = 34;
const singleQuote = 39;

const escapes: Readonly<Record<string, string>> = {
	'"': '"',
	"\\": "\\",
	"/": "/",
	b: "\b",
	f: "\f",
	n: "\n",
	r: "\r",
	t: "\t",
};

/** What may stand directly behind a value, white space aside. */
const ends = ",)}]";

/**
 * Reads one string literal that comes in pieces, and gives its decoded text as it comes. Linear: no character is looked
 * at twice.
 *
 * Strict is JSON. Lenient also takes single quotes, `\'` and raw line breaks, keeps an escape that JSON does not know as
 * it is (`\d`), and takes triple quotes of either kind: their text is taken as it is, but for one line break next to the
 * quotes at each end; they end where `, ) } ]` follows, any other triple quotes are text.
 */
export class StringReader {
	isDone = false;
	/** it went over several lines or stood in triple quotes: where it ends is worth a second look */
	isLong = false;
	private quote = 0;
	private mode: "opening" | "plain" | "raw" = "opening";
	/** an escape that is not whole yet */
	private escape = "";
	/** quotes in a row: those that open, or those that may end a raw string */
	private run = 0;
	/** white space behind quotes that may end a raw string */
	private gap = "";
	/** a line break at the end of a raw string is held back: it may be the last */
	private heldBreak = "";
	private hasText = false;

	constructor(
		private readonly isLenient: boolean,
		private readonly onText: (text: string) => void = () => {},
	) {}

	static canBegin(code: number, isLenient: boolean): boolean {
		return code === doubleQuote || (isLenient && code === singleQuote);
	}

	/** Reads on from `at`; the first character ever is the opening quote. Returns where it stopped. */
	read(text: string, from: number): number {
		let at = from;
		while (at < text.length && !this.isDone) {
			if (this.mode === "opening") at = this.readOpening(text, at);
			else if (this.mode === "plain") at = this.readPlain(text, at);
			else at = this.readRaw(text, at);
		}
		return at;
	}

	private readOpening(text: string, at: number): number {
		const code = text.charCodeAt(at);
		if (this.run === 0) {
			this.quote = code;
			this.run = 1;
			if (!this.isLenient) this.mode = "plain";
			return at + 1;
		}
		if (code === this.quote && ++this.run === 3) {
			this.mode = "raw";
			this.isLong = true;
			this.run = 0;
		} else if (code !== this.quote) {
			this.mode = "plain";
			// two quotes and no third: the empty string
			this.isDone = this.run === 2;
			return at;
		}
		return at + 1;
	}

	private readPlain(text: string, from: number): number {
		let at = this.escape === "" ? from : this.readEscape(text, from);
		const start = at;
		while (at < text.length) {
			const code = text.charCodeAt(at);
			if (code === this.quote || code === backslash) break;
			if (code === 10) this.isLong = true;
			at++;
		}
		if (at > start) this.onText(text.slice(start, at));
		if (at === text.length) return at;
		if (text.charCodeAt(at) === this.quote) this.isDone = true;
		else this.escape = "\\";
		return at + 1;
	}

	/** Takes what is missing of an escape; `\u` has four digits. */
	private readEscape(text: string, from: number): number {
		let at = from;
		while (at < text.length) {
			this.escape += text.charAt(at++);
			const isUnicode = this.escape.charAt(1) === "u";
			if (isUnicode && /^\\u[0-9a-f]{0,3}$/i.test(this.escape)) continue;
			if (isUnicode && !/^\\u[0-9a-f]{4}$/i.test(this.escape)) {
				// no such escape: what was taken for its digit is read again
				this.escape = this.escape.slice(0, -1);
				at--;
			}
			this.onText(this.decoded(this.escape));
			this.escape = "";
			break;
		}
		return at;
	}

	private decoded(sequence: string): string {
		if (sequence.length === 6) return String.fromCharCode(Number.parseInt(sequence.slice(2), 16));
		if (this.isLenient && sequence === "\\'") return "'";
		return escapes[sequence.charAt(1)] ?? sequence;
	}

	private readRaw(text: string, from: number): number {
		let at = from;
		if (this.run > 0) {
			at = this.readRun(text, at);
			if (this.isDone || at === text.length) return at;
		}
		const start = at;
		while (at < text.length && text.charCodeAt(at) !== this.quote) at++;
		this.emitRaw(text.slice(start, at));
		if (at < text.length) this.run = 1;
		return Math.min(text.length, at + 1);
	}

	/** Behind quotes within a raw string: three or more and then the value's end end it, all else is text. */
	private readRun(text: string, from: number): number {
		let at = from;
		while (this.gap === "" && at < text.length && text.charCodeAt(at) === this.quote) {
			this.run++;
			at++;
		}
		const start = at;
		while (this.run >= 3 && at < text.length && isWhiteSpace(text.charCodeAt(at))) at++;
		this.gap += text.slice(start, at);
		if (at === text.length) return at;
		if (this.run >= 3 && ends.includes(text.charAt(at))) this.closeRaw();
		else this.emitRaw(this.quotes(this.run) + this.gap);
		this.run = 0;
		this.gap = "";
		return at;
	}

	private closeRaw(): void {
		// more than three: the first of them are text
		this.emitRaw(this.quotes(this.run - 3));
		if (this.heldBreak === "\r") this.onText(this.heldBreak);
		this.isDone = true;
	}

	private quotes(count: number): string {
		return String.fromCharCode(this.quote).repeat(count);
	}

	private emitRaw(piece: string): void {
		if (piece === "") return;
		let text = this.heldBreak + piece;
		this.heldBreak = "";
		if (!this.hasText) {
			// a line break may come in two pieces
			if (text === "\r") {
				this.heldBreak = text;
				return;
			}
			this.hasText = true;
			text = text.replace(/^\r?\n/, "");
		}
		this.heldBreak = /(\r\n|\n|\r)$/.exec(text)?.[0] ?? "";
		const shown = text.slice(0, text.length - this.heldBreak.length);
		if (shown !== "") this.onText(shown);
	}
}
