import type Anthropic from "@anthropic-ai/sdk";
import { isThought, type WireBlock, type WireMessage } from "./toWireMessages";

const ephemeral = { cache_control: { type: "ephemeral" as const } };

/**
 * The four markers that the API allows: system, tools and the last two user messages. The older of the two finds what
 * the previous request stored, the newer stores for the next. Everything marked is a copy: the codec's blocks are
 * shared from request to request.
 */
export function markedSystem(system: string): Anthropic.TextBlockParam[] {
	return [{ type: "text", text: system, ...ephemeral }];
}

export function markedTools(tools: readonly Anthropic.Tool[]): Anthropic.Tool[] {
	return tools.map((tool, at) => (at === tools.length - 1 ? { ...tool, ...ephemeral } : tool));
}

export function markedMessages(messages: readonly WireMessage[]): WireMessage[] {
	const users = messages.filter(({ role }) => role === "user").slice(-2);
	return messages.map((message) => (users.includes(message) ? markedMessage(message) : message));
}

function markedMessage(message: WireMessage): WireMessage {
	const last = message.content.at(-1);
	if (last === undefined || isThought(last)) return message;
	return { ...message, content: [...message.content.slice(0, -1), { ...last, ...ephemeral } as WireBlock] };
}
