import type { ModelRequest, NativeToolSchema } from "@shared/provider";
import type OpenAI from "openai";
import type { ProviderOptions } from "../ProviderOptions";
import { toWireMessages } from "./toWireMessages";

/** `cache_control`: OpenRouter's, for Claude, which caches only what it is asked to cache. */
export type RequestBody = OpenAI.ChatCompletionCreateParamsStreaming & {
	cache_control?: { readonly type: "ephemeral" };
};

const toolCache = new WeakMap<readonly NativeToolSchema[], OpenAI.ChatCompletionTool[]>();

/** Models that think between native calls and refuse or forget without their thoughts; others would refuse the field. */
const wantsReasoningBack = /deepseek|kimi|minimax|glm-|mimo/i;
/** Their templates and servers know rules of their own for calls. */
const isMistral = /mistral|mixtral|ministral|magistral|codestral|devstral|pixtral/i;
const signsCalls = /gemini-([3-9]|flash|pro)/;

export function requestBody(request: ModelRequest, { profile, endpoint }: ProviderOptions): RequestBody {
	const body: RequestBody = {
		model: profile.model,
		messages: toWireMessages(request.system, request.messages, {
			returnsReasoning: wantsReasoningBack.test(profile.model),
			isMistral: isMistral.test(profile.model),
			isGoogle: endpoint.host.endsWith(".googleapis.com") && signsCalls.test(profile.model),
		}),
		stream: true,
		stream_options: { include_usage: true },
	};
	if (profile.temperature !== undefined) body.temperature = profile.temperature;
	if (profile.reasoningEffort !== undefined) body.reasoning_effort = profile.reasoningEffort;
	if (request.stop !== undefined && request.stop.length > 0) body.stop = [...request.stop];
	if (request.tools !== undefined && request.tools.length > 0) body.tools = wireTools(request.tools);
	if (endpoint.host === "openrouter.ai" && /claude/.test(profile.model))
		body.cache_control = { type: "ephemeral" };
	return { ...body, ...outputLimit(profile.maxOutputTokens, endpoint.host) };
}

/** OpenAI's own newer models know only the new name; most other servers know only the old one. */
function outputLimit(maxOutputTokens: number | undefined, host: string): Partial<RequestBody> {
	if (maxOutputTokens === undefined) return {};
	return host.endsWith("openai.com")
		? { max_completion_tokens: maxOutputTokens }
		: { max_tokens: maxOutputTokens };
}

function wireTools(tools: readonly NativeToolSchema[]): OpenAI.ChatCompletionTool[] {
	const known = toolCache.get(tools);
	if (known !== undefined) return known;
	const wire = tools.map(({ name, description, parameters }) => ({
		type: "function" as const,
		function: { name, description, parameters: { ...parameters } },
	}));
	toolCache.set(tools, wire);
	return wire;
}
