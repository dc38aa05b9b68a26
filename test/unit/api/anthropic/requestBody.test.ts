import { requestBody } from "@api/anthropic/requestBody";
import { parseEndpoint } from "@api/endpoint";
import { modelInfo } from "@api/modelCatalogue";
import { profileSchema } from "@shared/settings";
import { describe, expect, it } from "vitest";

const profile = profileSchema.parse({
	id: "p",
	name: "p",
	provider: "anthropic",
	model: "claude-sonnet-4-5",
});
const tool = {
	name: "f",
	description: "d",
	parameters: { type: "object", properties: {}, additionalProperties: false },
};

function toolsFor(url: string) {
	const options = {
		profile,
		model: modelInfo(profile),
		endpoint: parseEndpoint(url, url),
		key: "k",
		fetch,
		silenceTimeoutMs: 1000,
	};
	return requestBody({ requestId: "r", system: "", messages: [], tools: [tool] }, options).tools;
}

describe("native tools in a request to Anthropic", () => {
	it("stream their values as they are written, where the field is known", () => {
		expect(toolsFor("https://api.anthropic.com")).toMatchObject([{ name: "f", eager_input_streaming: true }]);
		expect(toolsFor("https://proxy.example.com")?.[0]).not.toHaveProperty("eager_input_streaming");
	});

	it("keep their schema as it is", () => {
		expect(toolsFor("https://api.anthropic.com")).toMatchObject([{ input_schema: tool.parameters }]);
	});
});
