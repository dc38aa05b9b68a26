import type { Usage } from "@shared/events";
import type { Prices } from "@shared/settings";

type TokenCounts = Omit<Usage, "cost">;

/** US dollars; null when the prices are unknown. A cache without its own price costs what input costs. */
export function costOf(tokens: TokenCounts, prices: Prices | undefined): number | null {
	if (prices === undefined) return null;
	const dollarsPerMillion =
		tokens.inputTokens * prices.input +
		tokens.outputTokens * prices.output +
		tokens.cacheReadTokens * (prices.cacheRead ?? prices.input) +
		tokens.cacheWriteTokens * (prices.cacheWrite ?? prices.input);
	return dollarsPerMillion / 1_000_000;
}
