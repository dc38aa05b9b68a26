/**
 * The last line of a terminal, the only one that may still change: text overwrites at the cursor, as after `\r` or
 * `\b`. Every operation costs at most its own text, so that folding is linear however often a bar is redrawn.
 */
export const maxLineChars = 64 * 1024;

const decoder = new TextDecoder("utf-16le", { ignoreBOM: true });

export class OpenLine {
	private units = new Uint16Array(256);
	private length = 0;
	private cursor = 0;

	get isEmpty(): boolean {
		return this.length === 0;
	}

	get isAtEnd(): boolean {
		return this.cursor === this.length;
	}

	hasRoomFor(text: string): boolean {
		return this.cursor + text.length <= maxLineChars;
	}

	/** Overwrites from the cursor on. The caller has asked `hasRoomFor`. */
	write(text: string): void {
		this.reserve(this.cursor + text.length);
		for (let i = 0; i < text.length; i++) this.units[this.cursor++] = text.charCodeAt(i);
		this.length = Math.max(this.length, this.cursor);
	}

	/** Moves to a column from 0, never past the end of the text. */
	moveTo(column: number): void {
		this.cursor = Math.max(0, Math.min(column, this.length));
	}

	moveBy(columns: number): void {
		this.moveTo(this.cursor + columns);
	}

	eraseToEnd(): void {
		this.length = this.cursor;
	}

	clear(): void {
		this.length = 0;
		this.cursor = 0;
	}

	toString(): string {
		const bytes = Buffer.from(this.units.buffer, this.units.byteOffset, this.length * 2);
		// an overwritten half of a surrogate pair must not reach files and providers
		return decoder.decode(bytes);
	}

	/** The line's text; it is empty afterwards. */
	take(): string {
		const text = this.toString();
		this.clear();
		return text;
	}

	private reserve(length: number): void {
		if (length <= this.units.length) return;
		const grown = new Uint16Array(Math.min(maxLineChars, Math.max(length, this.units.length * 2)));
		grown.set(this.units.subarray(0, this.length));
		this.units = grown;
	}
}
