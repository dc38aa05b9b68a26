import type Anthropic from "@anthropic-ai/sdk";
import type { ModelRequest, NativeToolSchema } from "@shared/provider";
import type { Profile } from "@shared/settings";
import type { ProviderOptions } from "../ProviderOptions";
import { markedMessages, markedSystem, markedTools } from "./cacheBreakpoints";
import { isThought, toWireMessages, type WireMessage } from "./toWireMessages";

/** The SDK no longer types `temperature`: newer models refuse it (then it is dropped), older ones still take it. */
export type RequestBody = Anthropic.MessageCreateParamsStreaming & { temperature?: number };

export function requestBody(
	request: ModelRequest,
	{ profile, model, endpoint }: ProviderOptions,
): RequestBody {
	const messages = toWireMessages(request.messages);
	const thinking = thinkingOf(profile, model.maxOutputTokens, messages);
	const isThinking = "thinking" in thinking;
	const hasStaleThoughts = !isThinking && /claude/.test(profile.model);
	const body: RequestBody = {
		model: profile.model,
		max_tokens: model.maxOutputTokens,
		messages: markedMessages(hasStaleThoughts ? withoutThoughts(messages) : messages),
		stream: true,
	};
	if (request.system !== "") body.system = markedSystem(request.system);
	if (request.tools !== undefined && request.tools.length > 0)
		body.tools = markedTools(request.tools.map((tool) => wireTool(tool, endpoint.host)));
	if (request.stop !== undefined && request.stop.length > 0) body.stop_sequences = [...request.stop];
	// "`temperature` may only be set to 1 when thinking is enabled"
	if (profile.temperature !== undefined && !isThinking) body.temperature = profile.temperature;
	return { ...body, ...thinking };
}

/** The API itself holds each value back until it is whole unless asked not to; other servers may not know the field. */
function wireTool({ name, description, parameters }: NativeToolSchema, host: string): Anthropic.Tool {
	const tool: Anthropic.Tool = { name, description, input_schema: { ...parameters, type: "object" } };
	return host === "api.anthropic.com" ? { ...tool, eager_input_streaming: true } : tool;
}

const thinksByItself = /claude-(fable|mythos|opus|sonnet|haiku)-5/;
const thinksAdaptively = /claude-(opus|sonnet)-4[-.][6-9]/;
const budgets = { low: 4096, medium: 10_000, high: 24_000 } as const;

/** Models since 5 think on their own and only have to show it; those before think when asked, with a budget. */
function thinkingOf(
	{ model, reasoningEffort }: Profile,
	maxTokens: number,
	messages: readonly WireMessage[],
): Partial<RequestBody> {
	if (thinksByItself.test(model) || (reasoningEffort !== undefined && thinksAdaptively.test(model))) {
		const effort = reasoningEffort === undefined ? {} : { output_config: { effort: reasoningEffort } };
		return { thinking: { type: "adaptive", display: "summarized" }, ...effort };
	}
	if (reasoningEffort === undefined || isAmongForeignCalls(messages)) return {};
	// the API wants 1024 ≤ budget < max_tokens
	const budget = Math.min(budgets[reasoningEffort], maxTokens - 1024);
	return budget < 1024 ? {} : { thinking: { type: "enabled", budget_tokens: budget } };
}

/** "When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`" */
function withoutThoughts(messages: readonly WireMessage[]): WireMessage[] {
	return messages.map(({ role, content }) => ({
		role,
		content: content.filter((block) => !isThought(block)),
	}));
}

/**
 * The last calls were made without thinking, by another model or before it was switched on: only with the next answer
 * may thinking begin. "When `thinking` is enabled, a final `assistant` message must start with a thinking block
 * (preceeding the lastmost set of `tool_use` and `tool_result` blocks)"
 */
function isAmongForeignCalls(messages: readonly WireMessage[]): boolean {
	const blocks = messages.findLast(({ role }) => role === "assistant")?.content ?? [];
	const [first] = blocks;
	return first !== undefined && !isThought(first) && blocks.some(({ type }) => type === "tool_use");
}
