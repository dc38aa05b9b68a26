import * as z from "zod";

/**
 * One event of a chat completions stream, as wide as the servers in the wild need it: everything may be missing or
 * null, `content` may be a list of parts (Mistral), reasoning has two names (DeepSeek, OpenRouter).
 */
const count = z.number().nullish();

export const wireUsageSchema = z.object({
	prompt_tokens: count,
	completion_tokens: count,
	total_tokens: count,
	/** OpenRouter: US dollars */
	cost: count,
	/** OpenRouter, with the user's own upstream key: `cost` is its fee only, the upstream's bill stands here */
	is_byok: z.boolean().nullish(),
	cost_details: z.object({ upstream_inference_cost: count }).nullish(),
	prompt_tokens_details: z.object({ cached_tokens: count, cache_write_tokens: count }).nullish(),
	/** DeepSeek */
	prompt_cache_hit_tokens: count,
	/** Moonshot */
	cached_tokens: count,
});
export type WireUsage = z.infer<typeof wireUsageSchema>;

const toolCallDeltaSchema = z.object({
	index: z.number().nullish(),
	id: z.string().nullish(),
	function: z
		.object({
			name: z.string().nullish(),
			/** some gateways give the object itself */
			arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
		})
		.nullish(),
	/** Gemini, at Google */
	extra_content: z
		.object({ google: z.object({ thought_signature: z.string().nullish() }).nullish() })
		.nullish()
		.catch(undefined),
});
export type WireToolCallDelta = z.infer<typeof toolCallDeltaSchema>;

const contentPartSchema = z.object({
	type: z.string().nullish(),
	text: z.string().nullish(),
	/** Mistral: the thoughts of one part */
	thinking: z.array(z.object({ text: z.string().nullish() })).nullish(),
});

const deltaSchema = z.object({
	content: z.union([z.string(), z.array(contentPartSchema)]).nullish(),
	reasoning_content: z.string().nullish(),
	reasoning: z.string().nullish(),
	/** OpenRouter */
	reasoning_details: z.array(z.record(z.string(), z.unknown())).nullish().catch(undefined),
	refusal: z.string().nullish(),
	tool_calls: z.array(toolCallDeltaSchema).nullish(),
});
export type WireDelta = z.infer<typeof deltaSchema>;

export const wireChunkSchema = z.object({
	choices: z
		.array(
			z.object({
				delta: deltaSchema.nullish(),
				finish_reason: z.string().nullish(),
				/** Moonshot */
				usage: wireUsageSchema.nullish().catch(undefined),
			}),
		)
		.nullish(),
	usage: wireUsageSchema.nullish(),
});
export type WireChunk = z.infer<typeof wireChunkSchema>;
