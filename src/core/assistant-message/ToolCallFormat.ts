import type { MessagePart, NativeToolSchema, StreamChunk } from "@shared/provider";
import type { ContentPart, ToolCall, ToolSyntax } from "@shared/tools";
import type { ToolDefinition } from "../tools/BaseTool";

/**
 * One way in which a model calls tools: XML in its text, native function calls, ReAct text. Chosen per API profile.
 */
export interface ToolCallFormat {
	readonly name: "xml" | "native" | "react";
	/** how to call a tool, the catalogue, examples */
	systemPromptSection(tools: readonly ToolDefinition[]): string;
	/** native only */
	nativeTools?(tools: readonly ToolDefinition[]): NativeToolSchema[];
	readonly stop?: readonly string[];
	createParser(tools: readonly ToolSyntax[], limits: ParserLimits, newId: IdSource): AssistantMessageParser;
	/** used only when the format has changed since the call; else its verbatim `source` is sent back */
	renderToolCall(call: ToolCall): MessagePart[];
	renderToolResult(call: ToolCall, result: readonly ContentPart[], isError: boolean): MessagePart[];
	/** what a model is told once when it called no tool; `ignored` names calls that stood where none counts */
	reminder(ignored: readonly IgnoredCall[]): string | undefined;
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
 * spans of text, reasoning and calls, put together in order, are the whole answer.
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
}
