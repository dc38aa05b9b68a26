import type { Usage } from "./events";
import type { ContentPart } from "./tools";

/** The engine's own form of a conversation; each provider's codec turns it into its wire format. */
export type MessagePart =
	| ContentPart
	| { readonly type: "reasoning"; readonly text: string; readonly signature?: string | undefined }
	/** native format only; `arguments` is the verbatim JSON text */
	| { readonly type: "tool_call"; readonly callId: string; readonly name: string; readonly arguments: string }
	| {
			readonly type: "tool_result";
			readonly callId: string;
			readonly parts: readonly ContentPart[];
			readonly isError: boolean;
	  };

export interface ModelMessage {
	readonly role: "user" | "assistant";
	readonly parts: readonly MessagePart[];
}

/** A tool as native function calling offers it. `parameters` is a JSON schema object. */
export interface NativeToolSchema {
	readonly name: string;
	readonly description: string;
	readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ModelRequest {
	readonly requestId: string;
	readonly system: string;
	/** identical objects from request to request where nothing changed, so that codecs can cache by identity */
	readonly messages: readonly ModelMessage[];
	readonly tools?: readonly NativeToolSchema[] | undefined;
	readonly stop?: readonly string[] | undefined;
}

export type StreamChunk =
	| { readonly type: "text"; readonly text: string }
	| { readonly type: "reasoning"; readonly text: string }
	/** ends a block of reasoning */
	| { readonly type: "reasoning_signature"; readonly signature: string }
	/** native call deltas; `id` and `name` come with the first of an index */
	| {
			readonly type: "tool_call";
			readonly index: number;
			readonly id?: string | undefined;
			readonly name?: string | undefined;
			readonly arguments: string;
	  }
	/** may come more than once: the last one counts */
	| { readonly type: "usage"; readonly usage: Usage }
	/** `length`: the model's output limit cut the answer */
	| { readonly type: "stop"; readonly reason: "end" | "length" | "tool_calls" | "stop_sequence" | "refusal" };

export interface ModelInfo {
	readonly id: string;
	/** tokens */
	readonly contextWindow: number;
	readonly maxOutputTokens: number;
	readonly supportsImages: boolean;
}

/**
 * A model behind an API. `stream` must not retry by itself; it throws a `KilnError` with a `provider_*` code (and, for
 * 429 and 503, a `RetryHint`), or an AbortError within 100 ms of the signal. A stream that ends without a `stop` chunk
 * was cut and throws `provider_network`.
 */
export interface ModelProvider {
	readonly name: string;
	readonly model: ModelInfo;
	stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<StreamChunk>;
	/** ids that the endpoint lists; a named error when it cannot be reached or refuses the key */
	listModels(signal: AbortSignal): Promise<readonly string[]>;
}
