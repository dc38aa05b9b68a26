import { createHash } from "node:crypto";
import type { MessagePart, ModelMessage } from "@shared/provider";
import type { ContentPart } from "@shared/tools";
import type OpenAI from "openai";
import { signedCalls } from "./CallSignatures";

type WireMessage = OpenAI.ChatCompletionMessageParam;
type WirePart = OpenAI.ChatCompletionContentPart;
interface ToolMessage extends OpenAI.ChatCompletionToolMessageParam {
	content: string;
}
type ToolResult = Extract<MessagePart, { type: "tool_result" }>;

export interface CodecOptions {
	/** the model wants its thoughts back beside its calls */
	readonly returnsReasoning: boolean;
	/** Mistral's own rules for calls: ids of nine letters or digits, and no user behind a tool's result */
	readonly isMistral?: boolean;
	/** Google's own server: it refuses calls that are not signed */
	readonly isGoogle?: boolean;
}

type Cache = WeakMap<ModelMessage, readonly WireMessage[]>;
/** Messages never change, so each is converted once, for each kind of server, however often it is sent. */
const caches = new Map<string, Cache>();

function cacheFor({ returnsReasoning, isMistral = false, isGoogle = false }: CodecOptions): Cache {
	const key = `${returnsReasoning} ${isMistral} ${isGoogle}`;
	const cache: Cache = caches.get(key) ?? new WeakMap();
	caches.set(key, cache);
	return cache;
}

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
	const cache = cacheFor(options);
	const known = cache.get(message);
	if (known !== undefined) return known;
	const { role, parts } = message;
	const wire = role === "assistant" ? assistantMessages(parts, options) : userMessages(parts, options);
	cache.set(message, wire);
	return wire;
}

/** An empty message is left out: servers refuse it. */
function assistantMessages(parts: readonly MessagePart[], options: CodecOptions): WireMessage[] {
	const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
	const calls = parts.filter((part) => part.type === "tool_call");
	if (calls.length === 0) return text === "" ? [] : [{ role: "assistant", content: text }];
	const ids = calls.map((call) => wireId(call.callId, options));
	const { extras, details } = signedCalls(parts, ids, options.isGoogle === true);
	const toolCalls = calls.map((call, place) => ({
		id: ids[place] ?? "",
		type: "function" as const,
		function: { name: call.name, arguments: call.arguments },
		...extras[place],
	}));
	const reasoning = options.returnsReasoning ? reasoningContent(parts) : {};
	const signed = details.length > 0 ? { reasoning_details: details } : {};
	return [
		{ role: "assistant", content: text === "" ? null : text, tool_calls: toolCalls, ...reasoning, ...signed },
	];
}

/**
 * DeepSeek, 400: "Missing `reasoning_content` field in the assistant message"; Kimi, 400: "thinking is enabled but
 * reasoning_content is missing in assistant tool call message at index 13". It may be empty: a call that was made
 * without a thought, or by another model, has none.
 */
function reasoningContent(parts: readonly MessagePart[]): object {
	return { reasoning_content: parts.map((part) => (part.type === "reasoning" ? part.text : "")).join("") };
}

/** Results answer the calls before them, so they come first; whatever else the user said is a message of its own. */
function userMessages(parts: readonly MessagePart[], options: CodecOptions): WireMessage[] {
	const results = parts.filter((part) => part.type === "tool_result");
	const said = parts.filter((part) => part.type === "text" || part.type === "image");
	const content = userContent([...results.flatMap(imagesOf), ...said]);
	const tools = results.map((result) => toolMessage(result, options));
	const last = tools.at(-1);
	if (content.length === 0) return tools;
	// Mistral, 400: "Unexpected role 'user' after role 'tool'"
	if (options.isMistral && last !== undefined && typeof content === "string")
		return [...tools.slice(0, -1), { ...last, content: `${last.content}\n\n${content}` }];
	return [...tools, { role: "user", content }];
}

function toolMessage({ callId, parts }: ToolResult, options: CodecOptions): ToolMessage {
	const texts = parts.map((part) => (part.type === "text" ? part.text : "(image: see the next message)"));
	return { role: "tool", tool_call_id: wireId(callId, options), content: texts.join("\n") };
}

/**
 * OpenAI: "string too long. Expected a string with maximum length 40". Mistral, 400: "Tool call id was c1-2 but must be
 * a-z, A-Z, 0-9, with a length of 9".
 */
function wireId(callId: string, { isMistral = false }: CodecOptions): string {
	if (!isMistral && callId.length <= 40) return callId;
	return createHash("sha256")
		.update(callId)
		.digest("hex")
		.slice(0, isMistral ? 9 : 40);
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
