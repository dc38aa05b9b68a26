import type { MessagePart, NativeToolSchema, StreamChunk } from "@shared/provider";
import type { ToolFormatName } from "@shared/settings";
import type { ContentPart, ToolCall, ToolSyntax } from "@shared/tools";
import type { ToolDefinition } from "../tools/BaseTool";

/**
 * One way in which a model calls tools: XML in its text, native function calls, ReAct text. Chosen per API profile.
 */
export interface ToolCallFormat {
	readonly name: ToolFormatName;
	/** how to call a tool, the catalogue, examples */
	systemPromptSection(tools: readonly ToolDefinition[], options: PromptOptions): string;
	/** native only; the identical list as long as nothing in it has changed */
	nativeTools?(tools: readonly ToolDefinition[]): readonly NativeToolSchema[];
	readonly stop?: readonly string[];
	/** `tools`: all that there are; `offered`: those of the prompt, with the parameters that it shows */
	createParser(
		tools: readonly ToolSyntax[],
		limits: ParserLimits,
		newId: IdSource,
		offered?: readonly ToolDefinition[],
	): AssistantMessageParser;
	/** a call that was made in this format, as it was made */
	repeatToolCall(call: ToolCall): MessagePart[];
	/** a call that was made in another format, as it would be made in this one */
	renderToolCall(call: ToolCall): MessagePart[];
	renderToolResult(call: ToolCall, result: readonly ContentPart[], isError: boolean): MessagePart[];
	/** what a model is told once when it called no tool; `ignored` names calls that stood where none counts */
	reminder(ignored: readonly IgnoredCall[]): string | undefined;
}

export interface PromptOptions {
	/** several calls a message are allowed, where the format knows such a thing */
	readonly mayCallMany: boolean;
}

export interface ParserLimits {
	/** UTF-16 units */
	readonly maxMessageChars: number;
	readonly maxParameterChars: number;
}

/** Fresh ids for blocks and calls: "b12", "c3"; unique in the task. */
export interface IdSource {
	block(): string;
	call(): string;
}

/** A call that did not count, and why; named in the reminder. */
export interface IgnoredCall {
	readonly name: string;
	readonly reason: "in_fence" | "in_inline_code" | "in_thinking" | "mid_line";
}

/**
 * What a parser says while an answer streams. Events of one block never interleave with those of another. The source
 * spans of text, reasoning and calls, put together in order, are the whole answer (up to where it `isOver`).
 */
export type ParserEvent =
	| { readonly type: "text_delta"; readonly blockId: string; readonly text: string }
	/** the block is finished; `text` is exactly the sum of its deltas */
	| { readonly type: "text_end"; readonly blockId: string; readonly text: string }
	| { readonly type: "reasoning_delta"; readonly blockId: string; readonly text: string }
	/** `source` as it stood in the text, tags included; absent when it came as reasoning chunks */
	| {
			readonly type: "reasoning_end";
			readonly blockId: string;
			readonly text: string;
			readonly source?: string | undefined;
			readonly signature?: string | undefined;
	  }
	/** the call is committed: it is no prose. It keeps this id to its result. */
	| { readonly type: "call_started"; readonly callId: string; readonly name: string }
	/** preview only: a free-text value may still grow after its close tag seemed to end it */
	| { readonly type: "param_delta"; readonly callId: string; readonly param: string; readonly text: string }
	/** a short parameter is complete; a free-text one when its call is */
	| { readonly type: "param_end"; readonly callId: string; readonly param: string; readonly value: string }
	/** `call.problem` set: it must not run, the model gets the problem as its result */
	| { readonly type: "call_completed"; readonly callId: string; readonly call: ToolCall };

/**
 * Incremental, linear in its input. `push` and `finish` never throw; what cannot be understood is text, or a call with
 * a `problem`. Output is the same for every way of cutting the input into chunks.
 */
export interface AssistantMessageParser {
	push(chunk: StreamChunk): ParserEvent[];
	/** `isCut`: the stream ended early; a call that is still open then is incomplete and gets a problem */
	finish(isCut?: boolean): ParserEvent[];
	/** calls seen so far that did not count */
	readonly ignored: readonly IgnoredCall[];
	/** whatever else comes is not part of the answer: the stream need not be read on */
	readonly isOver?: boolean;
}
