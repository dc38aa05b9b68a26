import { parseEndpoint } from "@api/endpoint";
import { modelInfo } from "@api/modelCatalogue";
import { requestBody } from "@api/openai/requestBody";
import { expect, it } from "vitest";
import { profileOf } from "../support";

it("asks OpenRouter to cache what goes to Claude, and nobody else", () => {
	const bodyOf = (url: string, model: string) => {
		const profile = profileOf({ model });
		const endpoint = parseEndpoint(url, url);
		const options = { profile, model: modelInfo(profile), endpoint, key: "k", fetch, silenceTimeoutMs: 1000 };
		return requestBody({ requestId: "r", system: "s", messages: [] }, options);
	};
	const openRouter = "https://openrouter.ai/api/v1";
	expect(bodyOf(openRouter, "anthropic/claude-sonnet-4.5")).toMatchObject({
		cache_control: { type: "ephemeral" },
	});
	expect(bodyOf(openRouter, "openai/gpt-5")).not.toHaveProperty("cache_control");
	expect(bodyOf("https://gateway.example.com/v1", "claude-sonnet-4-5")).not.toHaveProperty("cache_control");
});
