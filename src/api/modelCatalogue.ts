import type { ModelInfo } from "@shared/provider";
import type { Prices, Profile } from "@shared/settings";

interface ModelFamily {
	/** tested against the model's id without its vendor ("anthropic/claude-…") */
	readonly pattern: RegExp;
	readonly contextWindow: number;
	readonly maxOutputTokens: number;
	readonly supportsImages: boolean;
	/** the vendor's list prices; what the wire or the profile says goes before them */
	readonly prices?: Prices;
}

const family = (
	pattern: RegExp,
	[contextWindow, maxOutputTokens]: readonly [number, number],
	supportsImages: boolean,
	prices?: readonly [input: number, output: number, cacheRead?: number, cacheWrite?: number],
): ModelFamily => {
	if (prices === undefined) return { pattern, contextWindow, maxOutputTokens, supportsImages };
	const [input, output, cacheRead, cacheWrite] = prices;
	return {
		pattern,
		contextWindow,
		maxOutputTokens,
		supportsImages,
		prices: { input, output, cacheRead, cacheWrite },
	};
};

/** First match wins. A starting point for well-known families, not a register: profiles override every field. */
const families: readonly ModelFamily[] = [
	family(/^claude-(fable|mythos)-5/, [1_000_000, 128_000], true, [10, 50, 1, 12.5]),
	family(/^claude-opus-5-5/, [1_000_000, 128_000], true, [4, 20, 0.4, 5]),
	family(/^claude-opus-5/, [1_000_000, 128_000], true, [5, 25, 0.5, 6.25]),
	family(/^claude-opus-4-[5-8]/, [200_000, 64_000], true, [5, 25, 0.5, 6.25]),
	family(/^claude-opus/, [200_000, 32_000], true, [15, 75, 1.5, 18.75]),
	family(/^claude-sonnet-5/, [1_000_000, 128_000], true, [2, 10, 0.2, 2.5]),
	family(/^claude-haiku-5/, [1_000_000, 128_000], true),
	family(/^claude-haiku-4-5/, [200_000, 64_000], true, [1, 5, 0.1, 1.25]),
	family(/^claude-(sonnet|3-[57]-sonnet)/, [200_000, 64_000], true, [3, 15, 0.3, 3.75]),
	family(/^claude/, [200_000, 8192], true),
	family(/^gpt-5\.6-luna/, [1_000_000, 128_000], true, [1, 6]),
	family(/^gpt-5\.6-terra/, [1_000_000, 128_000], true, [2.5, 15, 0.25]),
	family(/^gpt-5\.6/, [1_000_000, 128_000], true, [5, 30]),
	family(/^gpt-5(\.1)?-nano/, [400_000, 128_000], true, [0.05, 0.4, 0.005]),
	family(/^gpt-5(\.1)?-mini/, [400_000, 128_000], true, [0.25, 2, 0.025]),
	family(/^gpt-5(\.1)?(-codex|-20|$)/, [400_000, 128_000], true, [1.25, 10, 0.125]),
	family(/^gpt-[5-9]/, [400_000, 128_000], true),
	family(/^gpt-4\.1-nano/, [1_047_576, 32_768], true, [0.1, 0.4, 0.025]),
	family(/^gpt-4\.1-mini/, [1_047_576, 32_768], true, [0.4, 1.6, 0.1]),
	family(/^gpt-4\.1/, [1_047_576, 32_768], true, [2, 8, 0.5]),
	family(/^gpt-4o-mini/, [128_000, 16_384], true, [0.15, 0.6, 0.075]),
	family(/^(gpt-4o|chatgpt-4o)/, [128_000, 16_384], true, [2.5, 10, 1.25]),
	family(/^gpt-oss/, [131_072, 32_768], false),
	family(/^o4-mini/, [200_000, 100_000], true, [1.1, 4.4, 0.275]),
	family(/^o3-mini/, [200_000, 100_000], false, [1.1, 4.4, 0.55]),
	family(/^o[1-9]/, [200_000, 100_000], true),
	family(/^gemini-(pro|flash|[2-9])/, [1_048_576, 65_536], true),
	family(/^deepseek-(v[4-9]|flash)/, [1_000_000, 64_000], false),
	family(/^deepseek/, [128_000, 8192], false),
	family(/^(qwen.*-?vl|pixtral|llava|gemma-?3)/, [128_000, 8192], true),
	family(/^qwen3-coder/, [262_144, 32_768], false),
	family(/^(grok|kimi|glm|minimax)/, [256_000, 16_384], false),
	family(/^(mistral|codestral|devstral|llama-?[34]|qwen)/, [128_000, 8192], false),
];

const fallback: ModelFamily = {
	pattern: /^/,
	contextWindow: 128_000,
	maxOutputTokens: 8192,
	supportsImages: false,
};

/** Limits of a profile's model: the profile's own figures, else the family's, else cautious ones. */
export function modelInfo(profile: Profile): ModelInfo {
	const known = familyOf(profile.model);
	return {
		id: profile.model,
		contextWindow: profile.contextWindow ?? known.contextWindow,
		maxOutputTokens: profile.maxOutputTokens ?? known.maxOutputTokens,
		supportsImages: profile.supportsImages ?? known.supportsImages,
	};
}

export function pricesOf(profile: Profile): Prices | undefined {
	return profile.prices ?? familyOf(profile.model).prices;
}

function familyOf(model: string): ModelFamily {
	// "anthropic/claude-sonnet-4.5:beta" on OpenRouter is "claude-sonnet-4-5" at home
	const bare = model
		.toLowerCase()
		.replace(/^.*\//, "")
		.replace(/^(claude.*)$/, (id) => id.replaceAll(".", "-"));
	return families.find(({ pattern }) => pattern.test(bare)) ?? fallback;
}
