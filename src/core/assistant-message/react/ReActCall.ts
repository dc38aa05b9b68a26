import { argumentProblems } from "../json/argumentProblems";
import { type MemberSink, ObjectReader } from "../json/ObjectReader";
import type { OpenCall } from "../json/OpenCall";
import { parseLenient } from "../json/parseLenient";
import type { ReadValue } from "../json/ValueReader";
import { TextBuffer } from "../xml/TextBuffer";
import { ArgumentsReader } from "./ArgumentsReader";
import { headingIn, observationIn } from "./matchHeading";

const howToWrite =
	'Write name({"parameter": "value"}) or name(parameter="value"); put a long text into triple quotes.';

/** Behind its call, text like this may be the call's real end. */
const looksLikeEnd = /["']\s*[)\]}]/;

/** The characters that are enough to see `Observation:` over the border of two pieces. */
const carriedChars = 64;

/**
 * One action while it streams. A short one is over with its line. A long one (free text, several lines, triple quotes)
 * waits for the next heading or the message's end. When what stands behind its bracket ends like arguments, a quote in
 * a text was taken for its end, and nothing runs.
 */
export class ReActCall {
	isOver = false;
	private readonly reader: ArgumentsReader | ObjectReader;
	private isLong = false;
	/** behind the arguments, or behind where they are malformed */
	private readonly tail = new TextBuffer();
	private carried = "";

	constructor(
		private readonly call: OpenCall,
		form: "call" | "input",
		order: readonly string[],
	) {
		const sink: MemberSink = {
			text: (name, piece) => this.call.preview(name, piece),
			value: (name, value) => this.keep(name, value),
		};
		this.reader = form === "call" ? new ArgumentsReader(sink, order) : new ObjectReader(sink, true);
	}

	private get isRead(): boolean {
		return this.reader.isDone || this.reader.problem !== undefined;
	}

	push(text: string): void {
		if (this.isOver || text === "") return;
		if (this.isRead) this.pushTail(text);
		else this.pushArguments(text);
	}

	private pushArguments(text: string): void {
		const at = this.reader.read(text, 0);
		this.call.source.push(text.slice(0, at));
		if (this.isRead) this.pushTail(text.slice(at));
	}

	/** The message has ended, or gone over to a made-up result. */
	finish(isCut: boolean): void {
		if (this.isOver) return;
		const { call, reader } = this;
		const tail = this.tail.toString();
		if (reader.problem !== undefined) {
			call.source.push(tail.slice(0, observationIn(tail)));
			call.fail(argumentProblems.syntax(call.tool.name, reader.problem, howToWrite));
		} else if (!reader.isDone) {
			call.fail(argumentProblems.incomplete(call.tool.name, call.source.length, isCut));
		} else if (looksLikeEnd.test(tail.slice(0, this.endIn(tail)))) {
			call.fail(argumentProblems.ambiguous(call.tool.name));
		} else if (isCut && this.endIn(tail) === tail.length) {
			call.fail(argumentProblems.cutBehind(call.tool.name));
		}
		this.complete();
	}

	private pushTail(text: string): void {
		this.tail.push(text);
		const seen = this.carried + text;
		this.carried = seen.slice(-carriedChars);
		const isShort = this.reader.isDone && !this.isLong;
		const end = isShort ? this.endIn(seen) : observationIn(seen);
		if (end < seen.length) this.finish(false);
	}

	/** Up to where text behind the arguments might belong to them. */
	private endIn(tail: string): number {
		return this.isLong ? headingIn(tail) : `${tail}\n`.indexOf("\n");
	}

	private keep(name: string, { text, isString, isLong }: ReadValue): void {
		const syntax = this.call.tool.syntax?.parameters.find((parameter) => parameter.name === name);
		this.isLong ||= isLong || syntax?.isFreeText === true;
		const value = isString ? text : parseLenient(text);
		if (value === undefined) {
			const detail = `the value of ${name} is neither text in quotes nor JSON`;
			this.call.fail(argumentProblems.syntax(this.call.tool.name, detail, howToWrite));
		} else {
			this.call.keep(name, value, text);
		}
	}

	private complete(): void {
		this.call.complete();
		this.isOver = true;
	}
}
