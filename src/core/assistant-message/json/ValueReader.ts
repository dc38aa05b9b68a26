import { TextBuffer } from "../xml/TextBuffer";
import { isWhiteSpace } from "../xml/whiteSpace";
import { StringReader } from "./StringReader";

/** A value as it was read: decoded text of a string, source text of all else. */
export interface ReadValue {
	readonly text: string;
	readonly isString: boolean;
	readonly isLong: boolean;
}

/**
 * Finds where one value ends that comes in pieces. A string's text is given as it comes; a list, an object, a number or
 * a word is only measured: whoever wants it reads its source once, at the end.
 */
export class ValueReader {
	isDone = false;
	private kind: "start" | "string" | "nested" | "word" = "start";
	private readonly text = new TextBuffer();
	private depth = 0;
	private string: StringReader | undefined;
	private isLong = false;

	constructor(
		private readonly isLenient: boolean,
		private readonly onText: (text: string) => void = () => {},
	) {}

	get value(): ReadValue {
		return { text: this.text.toString(), isString: this.kind === "string", isLong: this.isLong };
	}

	/** characters so far */
	get length(): number {
		return this.text.length;
	}

	/** Reads on from `at`, at first from the value's first character. Returns where it stopped. */
	read(text: string, from: number): number {
		if (from >= text.length) return from;
		if (this.kind === "start") this.begin(text.charCodeAt(from));
		if (this.kind === "string") return this.readString(text, from);
		const at = this.kind === "word" ? this.readWord(text, from) : this.readNested(text, from);
		if (at > from) this.text.push(text.slice(from, at));
		return at;
	}

	private begin(code: number): void {
		if (StringReader.canBegin(code, this.isLenient)) {
			this.kind = "string";
			this.string = new StringReader(this.isLenient, (piece) => {
				this.text.push(piece);
				this.onText(piece);
			});
		} else {
			this.kind = opens(code) ? "nested" : "word";
		}
	}

	private readString(text: string, from: number): number {
		const { string } = this;
		if (string === undefined) return text.length;
		const at = string.read(text, from);
		this.isDone = string.isDone;
		this.isLong = string.isLong;
		return at;
	}

	private readWord(text: string, from: number): number {
		let at = from;
		while (at < text.length) {
			const code = text.charCodeAt(at);
			this.isDone = isWhiteSpace(code) || code === comma || closes(code);
			if (this.isDone) break;
			at++;
		}
		return at;
	}

	private readNested(text: string, from: number): number {
		let at = from;
		while (at < text.length && !this.isDone) {
			const code = text.charCodeAt(at);
			if (this.string === undefined && StringReader.canBegin(code, this.isLenient))
				this.string = new StringReader(this.isLenient);
			if (this.string !== undefined) {
				at = this.readInnerString(this.string, text, at);
				continue;
			}
			if (opens(code)) this.depth++;
			else if (closes(code)) this.isDone = --this.depth === 0;
			at++;
		}
		return at;
	}

	private readInnerString(string: StringReader, text: string, from: number): number {
		const at = string.read(text, from);
		if (!string.isDone) return at;
		this.isLong ||= string.isLong;
		this.string = undefined;
		return at;
	}
}

const comma = 44;

/** `{` `[` `(` */
function opens(code: number): boolean {
	return code === 123 || code === 91 || code === 40;
}

/** `}` `]` `)` */
function closes(code: number): boolean {
	return code === 125 || code === 93 || code === 41;
}
