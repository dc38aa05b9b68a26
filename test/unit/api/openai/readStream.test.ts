import { classifyProviderError } from "@api/classifyProviderError";
import { DoneWatch } from "@api/openai/DoneWatch";
import { readStream } from "@api/openai/readStream";
import { usageOf } from "@api/openai/wireUsage";
import { describe, expect, it } from "vitest";
import { collect } from "../support";

async function* from(events: readonly unknown[]): AsyncGenerator<unknown> {
	yield* events;
}
const read = (...events: readonly unknown[]) =>
	collect(readStream(from(events), { host: "h", prices: undefined, endedWithDone: () => false }));
const delta = (fields: object, finish_reason: string | null = null) => ({
	choices: [{ delta: fields, finish_reason }],
});

describe("reading chat completion events", () => {
	it.each(["reasoning_content", "reasoning"])("takes %s for reasoning", async (name) => {
		expect(await read(delta({ [name]: "hm", content: null }), delta({}, "stop"))).toEqual([
			{ type: "reasoning", text: "hm" },
			{ type: "stop", reason: "end" },
		]);
	});

	it("takes the same thought under two names once", async () => {
		expect(await read(delta({ reasoning: "hm", reasoning_content: "hm" }, "stop"))).toHaveLength(2);
	});

	it("reads Mistral's lists of parts", async () => {
		const content = [
			{ type: "thinking", thinking: [{ type: "text", text: "hm" }] },
			{ type: "text", text: "yes" },
		];
		expect(await read(delta({ content }, "stop"))).toMatchObject([
			{ type: "reasoning", text: "hm" },
			{ type: "text", text: "yes" },
			{},
		]);
	});

	it("tells calls apart that all came with the index 0", async () => {
		const call = (id: string) =>
			delta({ tool_calls: [{ index: 0, id, function: { name: "f", arguments: "{}" } }] });
		const chunks = await read(call("a"), call("b"), delta({}, "stop"));
		expect(chunks).toMatchObject([
			{ index: 0, id: "a" },
			{ index: 1, id: "b" },
			{ type: "stop", reason: "tool_calls" },
		]);
	});

	const callDelta = (index: number | undefined, id: string | undefined, fn: object) =>
		delta({ tool_calls: [{ index, id, function: fn }] });

	it("tells calls apart that came with neither index nor id", async () => {
		const call = (name: string, args: string) => ({ function: { name, arguments: args } });
		const [first, second] = [call("f", '{"a":1}'), call("f", '{"a":2}')];
		for (const events of [
			[delta({ tool_calls: [first, second] })],
			[delta({ tool_calls: [first] }), delta({ tool_calls: [second] })],
			[delta({ tool_calls: [call("f", ""), call("g", "")] })],
		]) {
			expect(await read(...events, delta({}, "stop"))).toMatchObject([{ index: 0 }, { index: 1 }, {}]);
		}
	});

	it.each([
		["repeats the call's name", "a", "f"],
		["makes an id up for each piece", "b", undefined],
	])("joins the pieces of a call where the server %s", async (_, id, name) => {
		const chunks = await read(
			callDelta(0, "a", { name: "f", arguments: '{"a":"}' }),
			callDelta(0, id, { name, arguments: '{"}' }),
			delta({}, "stop"),
		);
		expect(chunks).toMatchObject([{ index: 0 }, { index: 0 }, {}]);
	});

	it("takes arguments that are an object themselves", async () => {
		const chunks = await read(callDelta(0, "a", { name: "f", arguments: { path: "x" } }), delta({}, "stop"));
		expect(chunks[0]).toMatchObject({ arguments: '{"path":"x"}' });
	});

	it("takes null for a part that has no text", async () => {
		const content = [
			{ type: "text", text: null },
			{ type: "text", text: "yes" },
		];
		expect(await read(delta({ content }, "stop"))).toMatchObject([{ text: "yes" }, {}]);
	});

	it.each([
		[{ object: "error", message: "maximum context length is 10", code: 400 }, "provider_context_overflow"],
		[{ message: "Upstream overloaded", code: 503 }, "provider_overloaded"],
	])("takes an event without an answer for the failure that it tells of", async (event, code) => {
		const failure = await read(delta({ content: "x" }), event).catch((error: unknown) => error);
		expect(classifyProviderError(failure)).toMatchObject({ code });
	});

	it.each([
		["stop", "end"],
		["length", "length"],
		["content_filter", "refusal"],
		["something_new", "end"],
	])("finish reason %s is %s", async (finish, reason) => {
		expect((await read(delta({ content: "x" }, finish))).at(-1)).toEqual({ type: "stop", reason });
	});

	it.each(["error", "insufficient_system_resource"])("finish reason %s is a failure", async (finish) => {
		await expect(read(delta({ content: "x" }, finish))).rejects.toMatchObject({
			code: "provider_overloaded",
		});
	});

	it("keeps a complete answer though the connection breaks after it", async () => {
		async function* breaking() {
			yield delta({ content: "x" }, "stop");
			throw new TypeError("terminated");
		}
		const options = { host: "h", prices: undefined, endedWithDone: () => false };
		expect(await collect(readStream(breaking(), options))).toHaveLength(2);
	});

	it("adds the upstream's bill where the user brought the key", () => {
		const byok = { cost: 0.01, is_byok: true, cost_details: { upstream_inference_cost: 0.2 } };
		expect(usageOf(byok, undefined).cost).toBeCloseTo(0.21);
		expect(usageOf({ ...byok, is_byok: false }, undefined).cost).toBeCloseTo(0.01);
	});

	it("survives events without choices, deltas or fields", async () => {
		expect(
			await read({}, { choices: null }, { choices: [] }, { choices: [{}] }, delta({}, "stop")),
		).toHaveLength(1);
	});

	it("counts thoughts as output where only the total holds them", () => {
		const tokens = { prompt_tokens: 21, completion_tokens: 4, total_tokens: 85 };
		expect(usageOf(tokens, undefined)).toMatchObject({ inputTokens: 21, outputTokens: 64 });
		expect(usageOf({ ...tokens, total_tokens: 25 }, undefined)).toMatchObject({ outputTokens: 4 });
		expect(usageOf({ total_tokens: 25 }, undefined)).toMatchObject({ inputTokens: 0, outputTokens: 0 });
	});

	it("reads usage that stands in the choice, with Moonshot's cache hits", async () => {
		const usage = { prompt_tokens: 10, completion_tokens: 1, cached_tokens: 8 };
		const chunks = await read({ choices: [{ delta: {}, finish_reason: "stop", usage }] });
		expect(chunks[0]).toMatchObject({ usage: { inputTokens: 2, outputTokens: 1, cacheReadTokens: 8 } });
	});

	it("counts DeepSeek's cache hits", () => {
		expect(
			usageOf({ prompt_tokens: 10, completion_tokens: 1, prompt_cache_hit_tokens: 8 }, undefined),
		).toEqual({
			inputTokens: 2,
			outputTokens: 1,
			cacheReadTokens: 8,
			cacheWriteTokens: 0,
			cost: null,
		});
	});
});

describe("noticing [DONE]", () => {
	const seen = (...pieces: readonly string[]) => {
		const watch = new DoneWatch();
		for (const piece of pieces) watch.see(new TextEncoder().encode(piece));
		return watch.isSeen;
	};
	it("does not take an answer that speaks of it for the end", () => {
		expect(seen('data: {"content":"send data: [DONE]')).toBe(false);
		expect(seen('data: {"content":"', "data: [DONE]")).toBe(false);
	});

	it("sees it across chunk borders and before white space, at the end only", () => {
		expect(seen("data: {}\n\ndata: [DO", "NE]\n", "\n")).toBe(true);
		expect(seen('data: {"content":"[DONE]"}\n\n')).toBe(false);
	});
});
