import type { StreamChunk } from "@shared/provider";
import type { ToolSyntax } from "@shared/tools";
import type { ToolDefinition } from "../tools/BaseTool";
import { type CalledTool, calledTools, OpenCall } from "./json/OpenCall";
import { FinalAnswer } from "./react/FinalAnswer";
import type { Heading } from "./react/matchHeading";
import { ReActCall } from "./react/ReActCall";
import { ReActScanner, type ReActStep } from "./react/ReActScanner";
import { TaggedThought } from "./react/TaggedThought";
import type {
	AssistantMessageParser,
	IdSource,
	IgnoredCall,
	ParserEvent,
	ParserLimits,
} from "./ToolCallFormat";
import { EventWriter } from "./xml/EventWriter";

type ReasoningChunk = Extract<StreamChunk, { type: "reasoning" | "reasoning_signature" }>;

/**
 * Reads ReAct text: one step a message, an action or the final answer.
 *
 *     message     = { prose | "<think>" … "</think>" } [ action | "Final Answer:" text ]
 *     action      = "Action:" name "(" [ object | argument { "," argument } [ "," ] ] ")"
 *                 | "Action:" name line-break "Action Input:" object
 *                 | "Action:" known-name                          alone on its line: no arguments
 *     argument    = name "=" value | value                        values without a name go by the tool's order
 *     value       = string | number | list | object | true | false | null | True | False | None
 *     string      = JSON, in either quotes, that may hold line breaks as they are and keeps unknown escapes (`\d`)
 *                 | """text""" | '''text'''                       as it is, but for a line break next to the quotes;
 *                                                                 ends where `, ) } ]` follows
 *     object      = JSON with such values; bare names and a comma before the end are allowed
 *
 * A heading (`Action:`, also `**Action:**`) counts at the start of a line, outside of code fences and spans and of what
 * the model thinks; `Thought:` is prose. `Final Answer:` is a call of attempt_completion with the rest of the message.
 * What stands behind a complete action is made up and no part of the answer: with the line, or with `Observation:` behind
 * a long text, the parser `isOver`.
 */
export class ReActAssistantMessageParser implements AssistantMessageParser {
	readonly ignored: IgnoredCall[] = [];
	isOver = false;
	private readonly tools: ReadonlyMap<string, CalledTool>;
	private readonly orders: ReadonlyMap<string, readonly string[]>;
	private readonly scanner: ReActScanner;
	private readonly writer: EventWriter;
	private thinking: TaggedThought | undefined;
	private action: ReActCall | FinalAnswer | undefined;
	/** text that may be the beginning of a heading or tag */
	private held = "";
	/** characters of text so far */
	private received = 0;
	/** reasoning that came while reasoning in tags was open: blocks never interleave */
	private readonly waiting: ReasoningChunk[] = [];

	constructor(
		tools: readonly ToolSyntax[],
		private readonly limits: ParserLimits,
		private readonly newId: IdSource,
		offered: readonly ToolDefinition[] = [],
	) {
		this.tools = calledTools(tools);
		this.orders = new Map(offered.map(({ name, parameters }) => [name, Object.keys(parameters.shape)]));
		this.scanner = new ReActScanner(
			(name) => this.tools.has(name),
			(call) => this.ignored.push(call),
		);
		this.writer = new EventWriter(newId);
	}

	push(chunk: StreamChunk): ParserEvent[] {
		if (this.isOver) return [];
		if (chunk.type === "text") this.pushText(chunk.text);
		else if (chunk.type === "reasoning" || chunk.type === "reasoning_signature") this.pushReasoning(chunk);
		return this.writer.take();
	}

	finish(isCut = false): ParserEvent[] {
		if (!this.isOver) {
			this.read(this.held, true);
			this.held = "";
			this.action?.finish(isCut);
			this.thinking?.close();
			if (this.thinking !== undefined) this.endThinking(this.thinking);
			this.writer.end();
			this.isOver = true;
		}
		return this.writer.take();
	}

	private pushText(text: string): void {
		if (text === "") return;
		this.received += text.length;
		if (this.action === undefined) this.held = this.read(this.held + text, false);
		else this.pushAction(this.action, text);
	}

	private pushAction(action: ReActCall | FinalAnswer, text: string): void {
		action.push(text);
		this.isOver = action.isOver;
	}

	/** Thoughts that come within an action are no part of what it says. */
	private pushReasoning(chunk: ReasoningChunk): void {
		if (this.action !== undefined || (chunk.type === "reasoning" && chunk.text === "")) return;
		if (this.thinking === undefined) this.held = this.read(this.held, true);
		if (this.thinking !== undefined) this.waiting.push(chunk);
		else if (this.action === undefined && !this.isOver) this.writeReasoning(chunk);
	}

	private writeReasoning(chunk: ReasoningChunk): void {
		if (chunk.type === "reasoning") this.writer.streamed(chunk.text);
		else this.writer.signature(chunk.signature);
		this.scanner.resume();
	}

	/** Reads text that ends where the message so far ends. Gives back what must wait for more. */
	private read(text: string, isEnd: boolean): string {
		let at = 0;
		while (at < text.length && this.action === undefined) {
			const next =
				this.thinking === undefined
					? this.readProse(text, at, isEnd)
					: this.readThinking(this.thinking, { text, from: at, isEnd });
			at = next.at;
			if (next.isWaiting) break;
		}
		return this.action === undefined ? text.slice(at) : "";
	}

	private readProse(text: string, from: number, isEnd: boolean): Progress {
		const step = this.scanner.scan(text, from, isEnd);
		this.writer.prose(text.slice(from, step.at));
		if (step.kind === "more") return { at: step.at, isWaiting: true };
		if (step.kind === "heading") {
			this.begin(step, text);
			return { at: text.length };
		}
		this.thinking = new TaggedThought(text.slice(step.at, step.body), step.closeTag, this.writer);
		return { at: step.body };
	}

	private begin({ at, body, heading }: Extract<ReActStep, { kind: "heading" }>, text: string): void {
		this.writer.end();
		const tool = heading.kind === "final" ? finalTool : this.toolOf(heading.name);
		const emit = (event: ParserEvent) => this.writer.emit(event);
		const offset = this.received - (text.length - at);
		const call = new OpenCall(tool, offset, { limits: this.limits, newId: this.newId, emit });
		call.source.push(text.slice(at, body));
		this.action = this.actionOf(heading, call);
		if (this.action === undefined) call.complete();
		this.isOver = this.action === undefined;
		if (this.action !== undefined) this.pushAction(this.action, text.slice(body));
	}

	private actionOf(heading: Heading, call: OpenCall): ReActCall | FinalAnswer | undefined {
		if (heading.kind === "final") return new FinalAnswer(call);
		if (heading.form === "bare") return undefined;
		return new ReActCall(call, heading.form, this.orderOf(call.tool));
	}

	private toolOf(name: string): CalledTool {
		return this.tools.get(name) ?? { name };
	}

	/** As the prompt shows them; of a tool that it does not show, as its definition has them. */
	private orderOf({ name, syntax }: CalledTool): readonly string[] {
		return this.orders.get(name) ?? syntax?.parameters.map((parameter) => parameter.name) ?? [];
	}

	private readThinking(
		thinking: TaggedThought,
		place: { text: string; from: number; isEnd: boolean },
	): Progress {
		const at = thinking.read(place.text, place.from, place.isEnd);
		if (!thinking.isClosed) return { at, isWaiting: true };
		this.endThinking(thinking);
		return { at };
	}

	private endThinking(thinking: TaggedThought): void {
		this.ignored.push(...thinking.ignored((name) => this.tools.has(name)));
		this.thinking = undefined;
		this.scanner.resume();
		for (const chunk of this.waiting.splice(0)) this.writeReasoning(chunk);
	}
}

interface Progress {
	readonly at: number;
	readonly isWaiting?: boolean;
}

const finalTool: CalledTool = { name: "attempt_completion" };
