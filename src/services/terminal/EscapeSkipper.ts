/**
 * Recognises terminal control sequences (ECMA-48: CSI, OSC, DCS, APC, PM, SOS and two-character escapes, 7 and 8 bit),
 * also when a chunk ends inside one. Holds a bounded number of characters whatever comes.
 */
export interface CsiSequence {
	readonly final: string;
	/** the first parameter; undefined when absent or no number */
	readonly parameter: number | undefined;
}

type State = "text" | "escape" | "intermediate" | "csi" | "string";

const maxCsiChars = 64;
const stringOpeners = "]PX^_";
const c1StringOpeners = "\u009d\u0090\u0098\u009e\u009f";

export class EscapeSkipper {
	private state: State = "text";
	private csi = "";

	get isInside(): boolean {
		return this.state !== "text";
	}

	/** True when the control character begins a sequence. */
	open(character: string): boolean {
		if (character === "\u001b") this.state = "escape";
		else if (character === "\u009b") this.openCsi();
		else if (c1StringOpeners.includes(character)) this.state = "string";
		return this.isInside;
	}

	/** Reads on inside a sequence from `start`; returns where text goes on. Complete CSI sequences are handed out. */
	skip(text: string, start: number, onCsi: (sequence: CsiSequence) => void): number {
		let at = start;
		while (at < text.length && this.isInside) at = this.step(text, at, onCsi);
		return at;
	}

	private step(text: string, at: number, onCsi: (sequence: CsiSequence) => void): number {
		if (this.state === "string") return this.skipString(text, at);
		const character = text.charAt(at);
		// a line break inside a broken sequence ends it: no lost lines
		if (character === "\n" || character === "\r") {
			this.state = "text";
			return at;
		}
		if (character === "\u001b") this.state = "escape";
		else if (this.state === "csi") this.readCsi(character, onCsi);
		else if (this.state === "intermediate") this.state = isIntermediate(character) ? "intermediate" : "text";
		else this.readEscape(character);
		return at + 1;
	}

	private readEscape(character: string): void {
		if (character === "[") this.openCsi();
		else if (stringOpeners.includes(character)) this.state = "string";
		else this.state = isIntermediate(character) ? "intermediate" : "text";
	}

	private openCsi(): void {
		this.state = "csi";
		this.csi = "";
	}

	private readCsi(character: string, onCsi: (sequence: CsiSequence) => void): void {
		if (character >= "@" && character <= "~") {
			this.state = "text";
			onCsi({ final: character, parameter: firstNumber(this.csi) });
		} else if (character < " " || character > "~" || this.csi.length >= maxCsiChars) {
			this.state = "text";
		} else {
			this.csi += character;
		}
	}

	/** OSC and its kin end at BEL or ST (an escape of its own); a line break ends a broken one. */
	private skipString(text: string, start: number): number {
		// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
		const end = /[\u0007\u0018\u001a\u001b\u009c\r\n]/g;
		end.lastIndex = start;
		const found = end.exec(text);
		if (!found) return text.length;
		this.state = found[0] === "\u001b" ? "escape" : "text";
		const isBreak = found[0] === "\n" || found[0] === "\r";
		return found.index + (isBreak ? 0 : 1);
	}
}

function isIntermediate(character: string): boolean {
	return character >= " " && character <= "/";
}

function firstNumber(parameters: string): number | undefined {
	const digits = /^\d{1,9}/.exec(parameters);
	return digits ? Number(digits[0]) : undefined;
}
