import type { EventOf, TaskEvent } from "@shared/events";
import type { MessagePart } from "@shared/provider";
import type { ToolCall } from "@shared/tools";
import type { ToolCallFormat } from "../assistant-message/ToolCallFormat";
import { formatResponse } from "../prompts/formatResponse";
import { makerOf, type SignedThoughts } from "./SignedThoughts";

/** An answer with the results of its calls, once its turn is over. */
export interface Answer {
	/** empty: nothing was said */
	readonly parts: readonly MessagePart[];
	readonly results: readonly MessagePart[];
}

/**
 * The answer of the turn at hand, in one format: what was said in another is rendered anew. Each call has exactly one
 * result.
 */
export class OpenAnswer {
	private parts: MessagePart[] = [];
	/** in the order in which they were made, whichever finished first */
	private readonly calls = new Map<string, { readonly call: ToolCall; result?: EventOf<"tool_finished"> }>();
	/** the format that the model was asked to use */
	private madeIn = "xml";
	private maker = "";

	constructor(
		private readonly format: ToolCallFormat,
		private readonly thoughts: SignedThoughts,
	) {}

	push(event: TaskEvent): void {
		if (event.type === "task_created") this.madeIn = event.profile.toolFormat;
		else if (event.type === "request_started") this.begin(event);
		else if (event.type === "reasoning") this.addReasoning(event);
		else if (event.type === "assistant_text") this.add({ type: "text", text: event.text });
		else if (event.type === "tool_called") this.addCall(event.call);
		else if (event.type === "tool_finished") this.addResult(event);
	}

	/** The turn is over. */
	take(): Answer {
		const parts = this.parts.some(isAnswer) ? this.parts : [];
		const results = [...this.calls.values()].flatMap(({ call, result }) => this.resultParts(call, result));
		this.parts = [];
		this.calls.clear();
		return { parts, results };
	}

	private get isSameFormat(): boolean {
		return this.madeIn === this.format.name;
	}

	private begin({ provider, model, format }: EventOf<"request_started">): void {
		this.madeIn = format ?? this.madeIn;
		this.maker = makerOf({ name: provider, model: { id: model } });
	}

	/** Signatures hold only for what was said in the same format. */
	private addReasoning({ source, text, signature }: EventOf<"reasoning">): void {
		if (source !== undefined) this.add({ type: "text", text: source });
		else if (signature !== undefined && this.isSameFormat)
			this.add(this.thoughts.sign({ type: "reasoning", text, signature }, this.maker));
		else if (text !== "") this.add({ type: "reasoning", text });
	}

	/** Adjacent text becomes one part: the answer goes back as the one text that it was. */
	private add(part: MessagePart): void {
		const last = this.parts.at(-1);
		if (part.type !== "text" || last?.type !== "text") this.parts.push(part);
		else this.parts[this.parts.length - 1] = { type: "text", text: last.text + part.text };
	}

	private addCall(call: ToolCall): void {
		this.calls.set(call.callId, { call });
		if (this.isSameFormat) for (const part of this.format.repeatToolCall(call)) this.add(part);
		else for (const part of this.format.renderToolCall(call)) this.add(this.onLinesOfItsOwn(part));
	}

	/** A native call had no place in the text; written as text it needs one. */
	private onLinesOfItsOwn(part: MessagePart): MessagePart {
		const last = this.parts.at(-1);
		const needsBreak = part.type === "text" && last?.type === "text" && !last.text.endsWith("\n");
		return needsBreak ? { type: "text", text: `\n\n${part.text}` } : part;
	}

	private addResult(event: EventOf<"tool_finished">): void {
		const made = this.calls.get(event.callId);
		if (made !== undefined) made.result ??= event;
	}

	/** A call without a result would make every later request invalid. */
	private resultParts(call: ToolCall, finished: EventOf<"tool_finished"> | undefined): MessagePart[] {
		if (finished !== undefined)
			return this.format.renderToolResult(call, finished.result, finished.status !== "ok");
		return this.format.renderToolResult(call, [{ type: "text", text: formatResponse.interrupted() }], true);
	}
}

/** Thoughts alone are no answer: providers leave them out, and two messages of the user would follow each other. */
function isAnswer(part: MessagePart): boolean {
	return part.type === "text" ? part.text !== "" : part.type !== "reasoning";
}
