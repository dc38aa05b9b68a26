import { type MemberSink, ObjectReader } from "../json/ObjectReader";
import { ValueReader } from "../json/ValueReader";
import { isWhiteSpace } from "../xml/whiteSpace";

type State =
	| "first"
	| "object"
	| "close"
	| "argument"
	| "word"
	| "behindWord"
	| "beforeValue"
	| "value"
	| "next";

/**
 * Reads what stands between the brackets of `name(…)`, in pieces, each character once: one object, or keyword and
 * positional arguments. The opening bracket is read already.
 */
export class ArgumentsReader {
	isDone = false;
	problem: string | undefined;
	private state: State = "first";
	private object: ObjectReader | undefined;
	private reader: ValueReader | undefined;
	/** of the argument at hand */
	private name = "";
	private word = "";
	private positional = 0;

	constructor(
		private readonly sink: MemberSink,
		/** names for positional arguments, in order */
		private readonly order: readonly string[],
	) {}

	/** Reads on from `at`; stops behind the closing bracket, where it is malformed, or at the text's end. */
	read(text: string, from: number): number {
		let at = from;
		while (at < text.length && !this.isDone && this.problem === undefined) at = this.step(text, at);
		return at;
	}

	private step(text: string, at: number): number {
		if (this.state === "object") return this.readObject(text, at);
		if (this.state === "word") return this.readWord(text, at);
		if (this.state === "value") return this.readValue(text, at);
		if (isWhiteSpace(text.charCodeAt(at))) return at + 1;
		return this.readMark(text.charAt(at), at);
	}

	private readMark(char: string, at: number): number {
		switch (this.state) {
			case "first":
				return char === "{" ? this.beginObject(at) : this.beginArgument(char, at);
			case "argument":
				return this.beginArgument(char, at);
			case "behindWord":
				return this.endWord(char, at);
			case "beforeValue":
				return /[,)\]}]/.test(char) ? this.fail(`a value for ${this.name}`, char, at) : this.beginValue(at);
			case "close":
				return char === ")" ? this.end(at) : this.fail(")", char, at);
			default:
				return this.readSeparator(char, at);
		}
	}

	private beginObject(at: number): number {
		this.object = new ObjectReader(this.sink, true);
		return this.go("object", at);
	}

	private readObject(text: string, from: number): number {
		const { object } = this;
		if (object === undefined) return text.length;
		const at = object.read(text, from);
		this.problem = object.problem;
		if (object.isDone) this.state = "close";
		return at;
	}

	private beginArgument(char: string, at: number): number {
		if (char === ")") return this.end(at);
		this.word = "";
		if (/[A-Za-z_]/.test(char)) return this.go("word", at);
		return this.isPositional(char, at) ? this.beginValue(at) : at;
	}

	private readWord(text: string, from: number): number {
		let at = from;
		while (at < text.length && /[\w-]/.test(text.charAt(at))) at++;
		this.word += text.slice(from, at);
		return at < text.length ? this.go("behindWord", at) : at;
	}

	/** A name, or a word that is a value itself: true, None. */
	private endWord(char: string, at: number): number {
		if (char === "=") {
			this.name = this.word;
			return this.go("beforeValue", at + 1);
		}
		if (char !== "," && char !== ")") return this.fail("= or text in quotes", `${this.word}${char}`, at);
		if (!this.isPositional(this.word, at)) return at;
		this.sink.value(this.name, { text: this.word, isString: false, isLong: false });
		return this.go("next", at);
	}

	/** Whether there is a parameter for one more argument without a name. */
	private isPositional(found: string, at: number): boolean {
		const name = this.order[this.positional++];
		if (name === undefined) this.fail("a parameter's name", found, at);
		this.name = name ?? "";
		return name !== undefined;
	}

	private beginValue(at: number): number {
		const { name } = this;
		this.reader = new ValueReader(true, (piece) => this.sink.text(name, piece));
		return this.go("value", at);
	}

	private readValue(text: string, from: number): number {
		const { reader } = this;
		if (reader === undefined) return text.length;
		const at = reader.read(text, from);
		if (!reader.isDone) return at;
		this.sink.value(this.name, reader.value);
		return this.go("next", at);
	}

	private readSeparator(char: string, at: number): number {
		if (char === ")") return this.end(at);
		return char === "," ? this.go("argument", at + 1) : this.fail("a comma or )", char, at);
	}

	private end(at: number): number {
		this.isDone = true;
		return at + 1;
	}

	private go(state: State, at: number): number {
		this.state = state;
		return at;
	}

	private fail(expected: string, found: string, at: number): number {
		const where = this.name === "" ? "" : ` near "${this.name}"`;
		this.problem = `${expected} was expected${where}, but there is ${JSON.stringify(found)}`;
		return at;
	}
}
