import { createProvider } from "@api/createProvider";
import { describe, expect, it } from "vitest";
import { profileOf } from "./support";

const deps = { fetch: globalThis.fetch, clock: { sleep: async () => undefined }, assetsDir: "src/assets" };

describe("creating a provider", () => {
	it.each([
		["a public host without a key", {}, undefined, "missing_key"],
		["a blank key", {}, "  ", "missing_key"],
		["a bad base URL", { baseUrl: "openrouter.ai" }, "k", "invalid_url"],
		["a key over plain http", { baseUrl: "http://api.example.com/v1" }, "k", "invalid_url"],
		["no model", { model: "" }, "k", "unknown_model"],
		[
			"a recording that is not there",
			{ provider: "replay", model: "nowhere.jsonl" },
			undefined,
			"path_not_found",
		],
	] as const)("refuses %s", async (_, fields, key, code) => {
		await expect(createProvider(profileOf(fields), key, deps)).rejects.toMatchObject({
			code,
			hint: expect.any(String),
		});
	});

	it.each([
		["a local server without a key", { baseUrl: "http://127.0.0.1:11434/v1" }],
		["a key in the profile's own headers", { headers: { "api-key": "x" } }],
		["an Anthropic-compatible local server", { provider: "anthropic", baseUrl: "http://gpu-box:8080" }],
		["the demo", { provider: "replay", model: "demo" }],
	] as const)("accepts %s", async (_, fields) => {
		const provider = await createProvider(profileOf(fields), undefined, deps);
		expect(provider.name).toBe(profileOf(fields).provider);
	});

	it("knows the limits of a well-known model, and lets the profile overrule them", async () => {
		const fields = {
			baseUrl: "http://localhost/v1",
			model: "anthropic/claude-sonnet-4.5",
			maxOutputTokens: 5,
		};
		const { model } = await createProvider(profileOf(fields), undefined, deps);
		expect(model).toEqual({
			id: fields.model,
			contextWindow: 200_000,
			maxOutputTokens: 5,
			supportsImages: true,
		});
	});
});
