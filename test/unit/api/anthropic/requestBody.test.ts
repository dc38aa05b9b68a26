import { requestBody } from "@api/anthropic/requestBody";
import { parseEndpoint } from "@api/endpoint";
import { modelInfo } from "@api/modelCatalogue";
import type { MessagePart, ModelMessage } from "@shared/provider";
import { type Profile, profileSchema } from "@shared/settings";
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

function bodyFor(url: string, messages: readonly ModelMessage[] = [], more: Partial<Profile> = {}) {
	const used = { ...profile, ...more };
	const options = {
		profile: used,
		model: modelInfo(used),
		endpoint: parseEndpoint(url, url),
		key: "k",
		fetch,
		silenceTimeoutMs: 1000,
	};
	return requestBody({ requestId: "r", system: "", messages, tools: [tool] }, options);
}

const toolsFor = (url: string) => bodyFor(url).tools;

describe("native tools in a request to Anthropic", () => {
	it("stream their values as they are written, where the field is known", () => {
		expect(toolsFor("https://api.anthropic.com")).toMatchObject([{ name: "f", eager_input_streaming: true }]);
		expect(toolsFor("https://proxy.example.com")?.[0]).not.toHaveProperty("eager_input_streaming");
	});

	it("keep their schema as it is", () => {
		expect(toolsFor("https://api.anthropic.com")).toMatchObject([{ input_schema: tool.parameters }]);
	});
});

describe("thoughts among calls", () => {
	const url = "https://api.anthropic.com";
	const thought: MessagePart = { type: "reasoning", text: "Hm.", signature: "SIG" };
	const call: MessagePart = { type: "tool_call", callId: "c", name: "f", arguments: "{}" };
	const result: MessagePart = { type: "tool_result", callId: "c", parts: [], isError: false };
	const turn = (...parts: readonly MessagePart[]): ModelMessage[] => [
		{ role: "user", parts: [{ type: "text", text: "hi" }] },
		{ role: "assistant", parts },
		{ role: "user", parts: [result] },
	];
	const types = (messages: readonly ModelMessage[], more: Partial<Profile>) =>
		bodyFor(url, messages, more).messages[1]?.content as unknown;

	it("go back with the calls that they led to", () => {
		const body = bodyFor(url, turn(thought, call), { reasoningEffort: "low" });
		expect(body.thinking).toMatchObject({ type: "enabled" });
		expect(body.messages[1]?.content).toMatchObject([{ type: "thinking" }, { type: "tool_use" }]);
	});

	it("begin only with the next answer where the last calls were made without", () => {
		expect(bodyFor(url, turn(call), { reasoningEffort: "low" })).not.toHaveProperty("thinking");
		const later = [
			...turn(call),
			{ role: "assistant" as const, parts: [{ type: "text" as const, text: "x" }] },
		];
		expect(bodyFor(url, later, { reasoningEffort: "low" })).toHaveProperty("thinking");
	});

	it("are left out where thinking was switched off, but for other makers' models", () => {
		expect(types(turn(thought, call), {})).toMatchObject([{ type: "tool_use" }]);
		expect(types(turn(thought, call), { model: "minimax-m2" })).toMatchObject([
			{ type: "thinking" },
			{ type: "tool_use" },
		]);
	});
});
