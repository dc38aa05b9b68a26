import type { MessagePart, ModelMessage } from "@shared/provider";
import type { ContentPart } from "@shared/tools";
import type OpenAI from "openai";

type WireMessage = OpenAI.ChatCompletionMessageParam;
type WirePart = OpenAI.ChatCompletionContentPart;
type ToolResult = Extract<MessagePart, { type: "tool_result" }>;

export interface CodecOptions {
	/** the model wants its thoughts back beside its calls */
	readonly returnsReasoning: boolean;
}

type Cache = WeakMap<ModelMessage, readonly WireMessage[]>;
/** Messages never change, so each is converted once however often it is sent. */
const caches: { readonly plain: Cache; readonly withReasoning: Cache } = {
	plain: new WeakMap(),
	withReasoning: new WeakMap(),
};

/** The conversation in the chat completions format. Pure: what was sent for N messages is a prefix of N + 1. */
export function toWireMessages(
	system: string,
	messages: readonly ModelMessage[],
	options: CodecOptions = { returnsReasoning: false },
): WireMessage[] {
	const head: WireMessage[] = system === "" ? [] : [{ role: "system", content: system }];
	return head.concat(...messages.map((message) => wireOf(message, options)));
}

function wireOf(message: ModelMessage, options: CodecOptions): readonly WireMessage[] {
	const cache = options.returnsReasoning ? caches.withReasoning : caches.plain;
	const known = cache.get(message);
	if (known !== undefined) return known;
	const { role, parts } = message;
	const wire = role === "assistant" ? assistantMessages(parts, options) : userMessages(parts);
	cache.set(message, wire);
	return wire;
}

/** An empty message is left out: servers refuse it. */
function assistantMessages(parts: readonly MessagePart[], { returnsReasoning }: CodecOptions): WireMessage[] {
	const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
	const calls = parts.filter((part) => part.type === "tool_call");
	if (calls.length === 0) return text === "" ? [] : [{ role: "assistant", content: text }];
	const toolCalls = calls.map((call) => ({
		id: call.callId,
		type: "function" as const,
		function: { name: call.name, arguments: call.arguments },
	}));
	const reasoning = returnsReasoning ? reasoningContent(parts) : {};
	return [{ role: "assistant", content: text === "" ? null : text, tool_calls: toolCalls, ...reasoning }];
}

/** DeepSeek, 400: "Missing `reasoning_content` field in the assistant message" */
function reasoningContent(parts: readonly MessagePart[]): object {
	const text = parts.map((part) => (part.type === "reasoning" ? part.text : "")).join("");
	return text === "" ? {} : { reasoning_content: text };
}

/** Results answer the calls before them, so they come first; whatever else the user said is a message of its own. */
function userMessages(parts: readonly MessagePart[]): WireMessage[] {
	const results = parts.filter((part) => part.type === "tool_result");
	const said = parts.filter((part) => part.type === "text" || part.type === "image");
	const content = userContent([...results.flatMap(imagesOf), ...said]);
	const tools = results.map(toolMessage);
	return content.length === 0 ? tools : [...tools, { role: "user", content }];
}

function toolMessage({ callId, parts }: ToolResult): WireMessage {
	const texts = parts.map((part) => (part.type === "text" ? part.text : "(image: see the next message)"));
	return { role: "tool", tool_call_id: callId, content: texts.join("\n") };
}

/** Tool messages hold text only; their images go into the user message that follows. */
function imagesOf({ parts }: ToolResult): ContentPart[] {
	return parts.filter((part) => part.type === "image");
}

/** Plain text as a string, which every server takes; a list of parts only where there are images. */
function userContent(parts: readonly ContentPart[]): string | WirePart[] {
	const filled = parts.filter((part) => part.type === "image" || part.text !== "");
	if (filled.every((part) => part.type === "text")) return filled.map((part) => part.text).join("\n\n");
	return filled.map(wirePart);
}

function wirePart(part: ContentPart): WirePart {
	if (part.type === "text") return { type: "text", text: part.text };
	return { type: "image_url", image_url: { url: `data:${part.mediaType};base64,${part.data}` } };
}
