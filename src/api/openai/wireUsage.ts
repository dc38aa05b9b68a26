import type { Usage } from "@shared/events";
import type { Prices } from "@shared/settings";
import { costOf } from "../usageCost";
import type { WireUsage } from "./wireChunk";

/** The wire counts cached tokens into the prompt; Kiln counts them apart. The server's own cost goes first. */
export function usageOf(wire: WireUsage, prices: Prices | undefined): Usage {
	const cacheReadTokens = wire.prompt_tokens_details?.cached_tokens ?? wire.prompt_cache_hit_tokens ?? 0;
	const cacheWriteTokens = wire.prompt_tokens_details?.cache_write_tokens ?? 0;
	const tokens = {
		inputTokens: Math.max(0, (wire.prompt_tokens ?? 0) - cacheReadTokens - cacheWriteTokens),
		outputTokens: wire.completion_tokens ?? 0,
		cacheReadTokens,
		cacheWriteTokens,
	};
	return { ...tokens, cost: wireCost(wire) ?? costOf(tokens, prices) };
}

function wireCost({ cost, is_byok, cost_details }: WireUsage): number | undefined {
	if (cost === null || cost === undefined) return undefined;
	return cost + (is_byok ? (cost_details?.upstream_inference_cost ?? 0) : 0);
}
