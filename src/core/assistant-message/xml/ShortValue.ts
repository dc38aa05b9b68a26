import { cdataEnd, cdataStart } from "./cdata";
import { TextBuffer } from "./TextBuffer";

/**
 * A short value while it streams: white space around it is dropped, so what `push` returns adds up to the value. A
 * value in CDATA shows once it is complete.
 */
export class ShortValue {
	private readonly kept = new TextBuffer();
	/** white space that counts only if more follows */
	private pendingSpace = new TextBuffer();
	/** the first characters, while they may be a CDATA mark */
	private start = "";
	private isPlain = false;
	private lastChars = "";

	/** The text that became certain. */
	push(piece: string): string {
		const text = this.kept.length === 0 ? piece.trimStart() : piece;
		const body = text.trimEnd();
		if (body === "") {
			if (this.kept.length > 0) this.pendingSpace.push(text);
			return "";
		}
		const certain = this.pendingSpace.toString() + body;
		this.pendingSpace = new TextBuffer();
		this.pendingSpace.push(text.slice(body.length));
		this.kept.push(certain);
		this.lastChars = (this.lastChars + certain).slice(-cdataEnd.length);
		return this.show(certain);
	}

	/** False while a CDATA mark is open: a close tag does not end the value then. */
	get mayEnd(): boolean {
		return !this.isCdata || this.lastChars === cdataEnd;
	}

	/** The whole value, and what of it was not shown. */
	end(): { readonly value: string; readonly rest: string } {
		const whole = this.kept.toString();
		if (!this.isCdata) return { value: whole, rest: this.isPlain ? "" : this.start };
		const value = whole.slice(cdataStart.length, -cdataEnd.length).trim();
		return { value, rest: value };
	}

	private get isCdata(): boolean {
		return this.start === cdataStart;
	}

	private show(certain: string): string {
		if (this.isPlain) return certain;
		if (this.isCdata) return "";
		const text = this.start + certain;
		this.start = text.slice(0, cdataStart.length);
		if (cdataStart.startsWith(this.start)) return "";
		this.isPlain = true;
		return text;
	}
}
