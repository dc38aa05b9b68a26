import { parseEndpoint } from "@api/endpoint";
import { modelInfo } from "@api/modelCatalogue";
import { readStream } from "@api/openai/readStream";
import { requestBody } from "@api/openai/requestBody";
import type { MessagePart, StreamChunk } from "@shared/provider";
import { describe, expect, it } from "vitest";
import { collect, profileOf } from "../support";

async function read(...deltas: readonly object[]): Promise<StreamChunk[]> {
	async function* events() {
		for (const delta of deltas) yield { choices: [{ delta }] };
		yield { choices: [{ delta: {}, finish_reason: "stop" }] };
	}
	return collect(readStream(events(), { host: "h", prices: undefined, endedWithDone: () => false }));
}

/** The answer as it goes back, its calls under Kiln's own ids. */
function answer(chunks: readonly StreamChunk[], baseUrl: string, model = "gemini-3-pro"): unknown {
	const parts = chunks.flatMap((chunk): MessagePart[] => {
		if (chunk.type === "tool_call")
			return [{ type: "tool_call", callId: `c${chunk.index}`, name: "f", arguments: chunk.arguments }];
		if (chunk.type !== "reasoning_signature") return [];
		return [{ type: "reasoning", text: "", signature: chunk.signature }];
	});
	const profile = profileOf({ model });
	const endpoint = parseEndpoint(baseUrl, baseUrl);
	const options = { profile, model: modelInfo(profile), endpoint, key: "k", fetch, silenceTimeoutMs: 1000 };
	const messages = [{ role: "assistant" as const, parts }];
	return requestBody({ requestId: "r", system: "", messages }, options).messages[0];
}

const google = "https://generativelanguage.googleapis.com/v1beta/openai";
const openRouter = "https://openrouter.ai/api/v1";
const call = (index: number, more: object = {}) => ({
	tool_calls: [{ index, id: `tool_${index}`, function: { name: "f", arguments: "{}" }, ...more }],
});
const signed = (thought_signature: string) => ({ extra_content: { google: { thought_signature } } });

describe("signatures of calls", () => {
	it("go back to Google with the calls that they came with", async () => {
		const chunks = await read(call(0, signed("SIG")), call(1));
		expect(answer(chunks, google)).toMatchObject({
			tool_calls: [{ id: "c0", ...signed("SIG") }, { id: "c1" }],
		});
		expect(JSON.stringify(answer(chunks, google)).match(/extra_content/g)).toHaveLength(1);
	});

	it("are Google's own word where another model made the calls, for models that sign only", async () => {
		const chunks = await read(call(0), call(1));
		expect(answer(chunks, google)).toMatchObject({
			tool_calls: [signed("skip_thought_signature_validator"), {}],
		});
		expect(JSON.stringify(answer(chunks, google, "gemini-2.5-pro"))).not.toContain("extra_content");
		expect(JSON.stringify(answer(chunks, openRouter))).not.toContain("extra_content");
	});

	it("go back to OpenRouter as details that name the calls by the ids that are sent", async () => {
		const detail = { type: "reasoning.encrypted", format: "google-gemini-v1", data: "ENC", id: "tool_1" };
		const chunks = await read(call(0), { reasoning_details: [detail] }, call(1));
		expect(answer(chunks, openRouter)).toMatchObject({ reasoning_details: [{ ...detail, id: "c1" }] });
	});

	it("are not kept where there are none, whatever stands in their place", async () => {
		const text = { type: "reasoning.text", format: "anthropic-claude-v1", text: "hm" };
		for (const more of [{ reasoning_details: [text] }, { reasoning_details: "?", extra_content: 1 }]) {
			const chunks = await read({ ...call(0, { extra_content: 1 }), ...more });
			expect(chunks.map(({ type }) => type)).toEqual(["tool_call", "stop"]);
			expect(answer(chunks, openRouter)).not.toHaveProperty("reasoning_details");
		}
	});
});
