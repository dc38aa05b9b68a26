import type Anthropic from "@anthropic-ai/sdk";
import type { MessagePart, ModelMessage } from "@shared/provider";
import type { ContentPart } from "@shared/tools";

export type WireBlock = Anthropic.ContentBlockParam;
export interface WireMessage {
	role: "user" | "assistant";
	content: WireBlock[];
}

/** Marks a signature that is the encrypted payload of a `redacted_thinking` block. */
export const redactedMark = "redacted_thinking:";

/** Messages never change, so each is converted once however often it is sent. */
const cache = new WeakMap<ModelMessage, readonly WireBlock[]>();

/**
 * The conversation in the messages format. Neighbours of the same role become one message, since the API wants the
 * roles to alternate; a message without content is left out.
 */
export function toWireMessages(messages: readonly ModelMessage[]): WireMessage[] {
	const wire: WireMessage[] = [];
	for (const message of messages) {
		const blocks = blocksOf(message);
		const last = wire.at(-1);
		if (blocks.length === 0) continue;
		if (last?.role === message.role)
			wire[wire.length - 1] = { ...last, content: merged(last.content, blocks) };
		else wire.push({ role: message.role, content: [...blocks] });
	}
	return wire;
}

/** Results of calls must stand before anything else that the user says. */
function merged(first: readonly WireBlock[], second: readonly WireBlock[]): WireBlock[] {
	const all = [...first, ...second];
	return [
		...all.filter((block) => block.type === "tool_result"),
		...all.filter((block) => block.type !== "tool_result"),
	];
}

function blocksOf(message: ModelMessage): readonly WireBlock[] {
	const known = cache.get(message);
	if (known !== undefined) return known;
	const blocks =
		message.role === "assistant" ? assistantBlocks(message.parts) : merged([], userBlocks(message.parts));
	cache.set(message, blocks);
	return blocks;
}

/** Text runs are joined first: the white space between two of them would be a block of its own, which is refused. */
function assistantBlocks(parts: readonly MessagePart[]): WireBlock[] {
	const blocks: WireBlock[] = [];
	for (const part of parts) {
		const last = blocks.at(-1);
		if (part.type === "text" && last?.type === "text")
			blocks[blocks.length - 1] = text(last.text + part.text);
		else blocks.push(...assistantBlock(part));
	}
	return withoutTrailingThoughts(blocks.filter(isFilled));
}

/** "The final block in an assistant message cannot be `thinking`": an answer may have been stopped behind one. */
function withoutTrailingThoughts(blocks: readonly WireBlock[]): WireBlock[] {
	const last = blocks.findLastIndex((block) => !isThought(block));
	return blocks.slice(0, last + 1);
}

export function isThought({ type }: WireBlock): boolean {
	return type === "thinking" || type === "redacted_thinking";
}

function assistantBlock(part: MessagePart): WireBlock[] {
	switch (part.type) {
		case "text":
			return [text(part.text)];
		case "reasoning":
			return reasoningBlock(part.text, part.signature);
		case "tool_call":
			return [
				{ type: "tool_use", id: wireId(part.callId), name: part.name, input: parsedInput(part.arguments) },
			];
		default:
			return [];
	}
}

/** Only signed thoughts are accepted back; those of other providers stay out. */
function reasoningBlock(thinking: string, signature: string | undefined): WireBlock[] {
	if (signature === undefined || signature === "") return [];
	if (!signature.startsWith(redactedMark)) return [{ type: "thinking", thinking, signature }];
	return [{ type: "redacted_thinking", data: signature.slice(redactedMark.length) }];
}

/** The API wants an object. A call that was cut off stays in the history as what it was: text. */
function parsedInput(json: string): unknown {
	try {
		const input: unknown = JSON.parse(json === "" ? "{}" : json);
		return typeof input === "object" && input !== null && !Array.isArray(input) ? input : { value: input };
	} catch {
		return { unreadable: json };
	}
}

function userBlocks(parts: readonly MessagePart[]): WireBlock[] {
	return parts.flatMap((part): WireBlock[] => {
		if (part.type === "text" || part.type === "image") return contentBlocks([part]);
		if (part.type !== "tool_result") return [];
		const content = contentBlocks(part.parts);
		const id = wireId(part.callId);
		const filled = content.length === 0 ? [text("(empty)")] : content;
		// "all content must be type "text" if "is_error" is true"; the text says itself that it failed
		const isError = part.isError && filled.every(({ type }) => type === "text");
		return [
			{ type: "tool_result", tool_use_id: id, content: filled, ...(isError ? { is_error: true } : {}) },
		];
	});
}

function contentBlocks(
	parts: readonly ContentPart[],
): (Anthropic.TextBlockParam | Anthropic.ImageBlockParam)[] {
	return parts.map((part) => (part.type === "text" ? text(part.text) : image(part))).filter(isFilled);
}

function text(value: string): Anthropic.TextBlockParam {
	return { type: "text", text: value };
}

function image({ mediaType, data }: Extract<ContentPart, { type: "image" }>): Anthropic.ImageBlockParam {
	const media_type = mediaType as Anthropic.Base64ImageSource["media_type"];
	return { type: "image", source: { type: "base64", media_type, data } };
}

/** "text content blocks must contain non-whitespace text" */
function isFilled(block: WireBlock): boolean {
	return block.type !== "text" || block.text.trim() !== "";
}

/** Ids of other providers ("functions.read:0") may hold what the API refuses. */
function wireId(callId: string): string {
	return callId.replace(/[^a-zA-Z0-9_-]/g, "_");
}
