import { argumentProblems } from "../json/argumentProblems";
import { ObjectReader } from "../json/ObjectReader";
import { type CalledTool, OpenCall } from "../json/OpenCall";
import type { ReadValue } from "../json/ValueReader";
import type { ParserEvent } from "../ToolCallFormat";
import type { MessageContext } from "../xml/CallDraft";
import type { Lane } from "./Lane";

/** One native call while its arguments stream: begun with its name, over when it can be told that no more comes. */
export class NativeCall implements Lane {
	isOver = false;
	private events: ParserEvent[] = [];
	private call: OpenCall | undefined;
	private readonly reader: ObjectReader;
	/** arguments that came before the name */
	private early = "";
	private readonly context: MessageContext;

	constructor(
		private readonly tools: ReadonlyMap<string, CalledTool>,
		/** characters of the message before the call */
		private readonly offset: number,
		context: Omit<MessageContext, "emit">,
	) {
		this.context = { ...context, emit: (event) => this.events.push(event) };
		this.reader = new ObjectReader(
			{
				text: (name, piece) => this.call?.preview(name, piece),
				value: (name, value) => this.keep(name, value),
			},
			false,
		);
	}

	/** The arguments are one whole object. */
	get isClosed(): boolean {
		return this.reader.isDone;
	}

	push(name: string | undefined, piece: string): void {
		if (this.isOver) return;
		if (this.call === undefined) {
			this.early += piece;
			if (name !== undefined) this.begin(name);
		} else {
			this.read(this.call, piece);
		}
	}

	take(): ParserEvent[] {
		const { events } = this;
		this.events = [];
		return events;
	}

	/** Something else began behind it: a whole object needs no more. */
	leave(): void {
		if (this.isClosed) this.end(false);
	}

	end(isCut: boolean): void {
		if (this.isOver) return;
		const call = this.call ?? this.begin("");
		this.check(call, isCut);
		call.complete();
		this.isOver = true;
	}

	private begin(wireName: string): OpenCall {
		const name = cleanName(wireName);
		const call = new OpenCall(this.tools.get(name) ?? { name }, this.offset, this.context);
		this.call = call;
		this.read(call, this.early);
		this.early = "";
		return call;
	}

	private read(call: OpenCall, piece: string): void {
		if (piece === "") return;
		call.source.push(piece);
		this.reader.read(piece, 0);
	}

	private keep(name: string, { text, isString }: ReadValue): void {
		const value = isString ? text : (parsed(text)?.value ?? null);
		this.call?.keep(name, value, text);
	}

	/** The whole is read once by the real parser: it is the authority on what is JSON. */
	private check(call: OpenCall, isCut: boolean): void {
		const source = call.source.toString();
		if (call.tool.name === "") call.fail(argumentProblems.nameless());
		if (source.trim() === "" && !isCut) return;
		const whole = parsed(source);
		if (whole === undefined) call.fail(this.brokenBy(call, source, isCut));
		else if (!this.reader.isDone) call.fail(argumentProblems.noObject(call.tool.name));
	}

	private brokenBy(call: OpenCall, source: string, isCut: boolean) {
		const { problem, isDone } = this.reader;
		if (problem !== undefined) return argumentProblems.noJson(call.tool.name, problem);
		if (isDone)
			return argumentProblems.noJson(
				call.tool.name,
				"an escape or a value is malformed, or text follows the object",
			);
		return argumentProblems.incomplete(call.tool.name, source.length, isCut);
	}
}

function parsed(json: string): { readonly value: unknown } | undefined {
	try {
		return { value: JSON.parse(json) as unknown };
	} catch {
		// what is wrong is said by whoever asked
		return undefined;
	}
}

/** Some open models put their template's name space before the name, or a control token behind it. */
function cleanName(name: string): string {
	return name
		.trim()
		.replace(/^functions[.:]/, "")
		.replace(/<\|.*$/s, "");
}
