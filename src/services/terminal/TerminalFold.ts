import { type CsiSequence, EscapeSkipper } from "./EscapeSkipper";
import { OpenLine } from "./OpenLine";

/**
 * Turns what a program writes to a terminal into plain text, incrementally and in linear time: control sequences go,
 * `\r` and backspace overwrite, so that a progress bar leaves its last state. Only the open last line can change;
 * what `push` returns is settled. A line over 64 KiB is settled in pieces.
 */
export class TerminalFold {
	private readonly line = new OpenLine();
	private readonly escapes = new EscapeSkipper();
	private settled: string[] = [];
	/** the open line's begin is settled already: what overwrites it goes to a line of its own */
	private isContinued = false;
	/** a carriage return came in such a line, and nothing since */
	private hasReturned = false;

	/** the line that may still change */
	get open(): string {
		return this.line.toString();
	}

	/** Takes decoded text; returns what is settled by it. */
	push(text: string): string {
		if (this.isPlain(text)) this.pushPlain(text);
		else this.pushControlled(text);
		const settled = this.settled.join("");
		this.settled = [];
		return settled;
	}

	/** The rest, when no more comes. */
	finish(): string {
		return this.line.take();
	}

	/** the way of almost all output, and far faster */
	private isPlain(text: string): boolean {
		return !this.escapes.isInside && !this.hasReturned && this.line.isAtEnd && !hasControls.test(text);
	}

	private pushPlain(text: string): void {
		const end = text.lastIndexOf("\n") + 1;
		if (end > 0) {
			this.settled.push(this.line.take(), text.slice(0, end));
			this.isContinued = false;
		}
		this.write(text.slice(end));
	}

	private pushControlled(text: string): void {
		const control = new RegExp(controlOrBreak, "g");
		let at = this.skip(text, 0);
		while (at < text.length) {
			control.lastIndex = at;
			const next = control.exec(text)?.index ?? text.length;
			this.write(text.slice(at, next));
			if (next === text.length) return;
			const character = text.charAt(next);
			at = next + 1;
			if (this.escapes.open(character)) at = this.skip(text, at);
			else this.control(character);
		}
	}

	private skip(text: string, at: number): number {
		return this.escapes.skip(text, at, (sequence) => this.apply(sequence));
	}

	private write(text: string): void {
		if (text && this.hasReturned) this.breakLine();
		if (this.line.hasRoomFor(text)) {
			this.line.write(text);
			return;
		}
		const separator = this.line.isAtEnd ? "" : "\n";
		this.settled.push(this.line.take(), separator, text);
		this.isContinued = true;
	}

	private control(character: string): void {
		if (character === "\n") this.breakLine();
		else if (character === "\r") this.returnCarriage();
		else if (character === "\b") this.line.moveBy(-1);
	}

	private breakLine(): void {
		this.settled.push(this.line.take(), "\n");
		this.isContinued = false;
		this.hasReturned = false;
	}

	private returnCarriage(): void {
		this.line.moveTo(0);
		this.hasReturned = this.isContinued;
	}

	private apply({ final, parameter }: CsiSequence): void {
		if (final === "K" || final === "J") this.erase(final, parameter ?? 0);
		else if (final === "G") this.line.moveTo((parameter ?? 1) - 1);
		else if (final === "D") this.line.moveBy(-(parameter ?? 1));
		else if (final === "C") this.forward(parameter ?? 1);
		else if (rowMoves.includes(final) && !this.line.isEmpty) this.breakLine();
	}

	private erase(final: string, parameter: number): void {
		if (parameter === 0) this.line.eraseToEnd();
		else if (parameter === 2 && final === "K") this.line.clear();
	}

	/** Past the end one space stands for the gap: words stay apart, and hostile columns cost nothing. */
	private forward(columns: number): void {
		if (this.line.isAtEnd) this.write(" ");
		else this.line.moveBy(columns);
	}
}

/** cursor up, down, to a row or a place: other rows are settled, so what follows goes to a new line */
const rowMoves = "ABEFHdf";

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
const hasControls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
const controlOrBreak = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/;
