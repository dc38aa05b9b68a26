import type { Usage } from "@shared/events";
import type { Prices } from "@shared/settings";
import { costOf } from "../usageCost";
import type { WireUsage } from "./wireChunk";

/** The wire counts cached tokens into the prompt; Kiln counts them apart. The server's own cost goes first. */
export function usageOf(wire: WireUsage, prices: Prices | undefined): Usage {
	const cacheReadTokens =
		wire.prompt_tokens_details?.cached_tokens ?? wire.prompt_cache_hit_tokens ?? wire.cached_tokens ?? 0;
	const cacheWriteTokens = wire.prompt_tokens_details?.cache_write_tokens ?? 0;
	const tokens = {
		inputTokens: Math.max(0, (wire.prompt_tokens ?? 0) - cacheReadTokens - cacheWriteTokens),
		outputTokens: outputTokens(wire),
		cacheReadTokens,
		cacheWriteTokens,
	};
	return { ...tokens, cost: wireCost(wire) ?? costOf(tokens, prices) };
}

/** Google and xAI bill thoughts as output, but count them into the total only. */
function outputTokens({ prompt_tokens, completion_tokens, total_tokens }: WireUsage): number {
	return Math.max(completion_tokens ?? 0, (total_tokens ?? 0) - (prompt_tokens ?? total_tokens ?? 0));
}

function wireCost({ cost, is_byok, cost_details }: WireUsage): number | undefined {
	if (cost === null || cost === undefined) return undefined;
	return cost + (is_byok ? (cost_details?.upstream_inference_cost ?? 0) : 0);
}
