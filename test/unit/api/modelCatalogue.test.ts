import { modelInfo, pricesOf } from "@api/modelCatalogue";
import { costOf } from "@api/usageCost";
import { describe, expect, it } from "vitest";
import { profileOf } from "./support";

describe("the model catalogue", () => {
	it.each([
		["gpt-4o-mini", 128_000, true],
		["openai/gpt-4.1", 1_047_576, true],
		["claude-opus-5-5", 1_000_000, true],
		["claude-haiku-4-5-20251001", 200_000, true],
		["deepseek/deepseek-chat", 128_000, false],
		["something-new", 128_000, false],
	])("%s", (model, contextWindow, supportsImages) => {
		expect(modelInfo(profileOf({ model }))).toMatchObject({ contextWindow, supportsImages });
	});

	it("knows prices, and lets the profile's go first", () => {
		expect(pricesOf(profileOf({ model: "gpt-4o" }))).toMatchObject({ input: 2.5, output: 10 });
		expect(pricesOf(profileOf({ model: "gpt-4o", prices: { input: 1, output: 1 } }))).toEqual({
			input: 1,
			output: 1,
		});
		expect(pricesOf(profileOf({ model: "something-new" }))).toBeUndefined();
	});
});

describe("cost", () => {
	const tokens = {
		inputTokens: 1_000_000,
		outputTokens: 2_000_000,
		cacheReadTokens: 1_000_000,
		cacheWriteTokens: 0,
	};
	it("is unknown without prices", () => {
		expect(costOf(tokens, undefined)).toBeNull();
	});
	it("counts cached tokens at their own price, else at that of input", () => {
		expect(costOf(tokens, { input: 2, output: 10, cacheRead: 0.5 })).toBeCloseTo(22.5);
		expect(costOf(tokens, { input: 2, output: 10 })).toBeCloseTo(24);
	});
});
