import { isWhiteSpace } from "../xml/whiteSpace";
import { StringReader } from "./StringReader";
import { type ReadValue, ValueReader } from "./ValueReader";

/** Hears of an object's members as they come. */
export interface MemberSink {
	/** a piece of a string's decoded text */
	text(name: string, piece: string): void;
	value(name: string, value: ReadValue): void;
}

const wordCharacter = /[\w$-]/;

/**
 * Reads one object that comes in pieces: each character once, strings as they come, other values at their end. What is
 * malformed stops it with a `problem`; it says what stands where. Strict is JSON (what it does not see, such as a bad
 * escape, whoever parses the whole will). Lenient also takes bare keys and a trailing comma.
 */
export class ObjectReader {
	isDone = false;
	problem: string | undefined;
	private state:
		| "open"
		| "firstKey"
		| "key"
		| "inKey"
		| "inWord"
		| "colon"
		| "beforeValue"
		| "value"
		| "next" = "open";
	private name = "";
	private key: StringReader | undefined;
	private reader: ValueReader | undefined;

	constructor(
		private readonly sink: MemberSink,
		private readonly isLenient: boolean,
	) {}

	/** Reads on from `at`; stops behind the object, where it is malformed, or at the text's end. */
	read(text: string, from: number): number {
		let at = from;
		while (at < text.length && !this.isDone && this.problem === undefined) at = this.step(text, at);
		return at;
	}

	private step(text: string, at: number): number {
		if (this.state === "value") return this.readValue(text, at);
		if (this.state === "inKey") return this.readKey(text, at);
		if (this.state === "inWord") return this.readWord(text, at);
		if (isWhiteSpace(text.charCodeAt(at))) return at + 1;
		return this.readMark(text.charAt(at), at);
	}

	/** A character between keys and values. */
	private readMark(char: string, at: number): number {
		switch (this.state) {
			case "open":
				return char === "{" ? this.go("firstKey", at + 1) : this.fail("{", char, at);
			case "firstKey":
			case "key":
				return this.beginKey(char, at);
			case "colon":
				return char === ":" ? this.go("beforeValue", at + 1) : this.fail(":", char, at);
			case "beforeValue":
				return this.beginValue(char, at);
			default:
				if (char === ",") return this.go("key", at + 1);
				return char === "}" ? this.end(at) : this.fail("a comma or }", char, at);
		}
	}

	private beginKey(char: string, at: number): number {
		this.name = "";
		if (char === "}" && (this.isLenient || this.state === "firstKey")) return this.end(at);
		if (StringReader.canBegin(char.charCodeAt(0), this.isLenient)) {
			this.key = new StringReader(this.isLenient, (piece) => {
				this.name += piece;
			});
			return this.go("inKey", at);
		}
		const isWord = this.isLenient && wordCharacter.test(char);
		return isWord ? this.go("inWord", at) : this.fail("a parameter's name in quotes", char, at);
	}

	private readKey(text: string, from: number): number {
		const at = this.key?.read(text, from) ?? text.length;
		if (this.key?.isDone) this.state = "colon";
		return at;
	}

	private readWord(text: string, from: number): number {
		let at = from;
		while (at < text.length && wordCharacter.test(text.charAt(at))) at++;
		this.name += text.slice(from, at);
		if (at < text.length) this.state = "colon";
		return at;
	}

	private beginValue(char: string, at: number): number {
		if (char === "," || char === "}" || char === "]" || char === ")") return this.fail("a value", char, at);
		const { name } = this;
		this.reader = new ValueReader(this.isLenient, (piece) => this.sink.text(name, piece));
		return this.go("value", at);
	}

	private readValue(text: string, from: number): number {
		const { reader } = this;
		if (reader === undefined) return text.length;
		const at = reader.read(text, from);
		if (reader.isDone) {
			this.sink.value(this.name, reader.value);
			this.state = "next";
		}
		return at;
	}

	private end(at: number): number {
		this.isDone = true;
		return at + 1;
	}

	private go(state: ObjectReader["state"], at: number): number {
		this.state = state;
		return at;
	}

	private fail(expected: string, found: string, at: number): number {
		const where = this.name === "" ? "" : ` near "${this.name}"`;
		this.problem = `${expected} was expected${where}, but there is ${JSON.stringify(found)}`;
		return at;
	}
}
