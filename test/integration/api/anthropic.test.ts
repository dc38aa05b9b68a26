import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type MockModel, startMockModel } from "../support/mockModel";
import { assistant, collect, failure, key, providerOf, requestOf, user } from "./support";

let mock: MockModel;
beforeEach(async () => {
	mock = await startMockModel();
});
afterEach(() => mock.stop());

const events = (...payloads: readonly { type: string; [field: string]: unknown }[]) => ({
	headers: { "content-type": "text/event-stream" },
	text: payloads.map((payload) => `event: ${payload.type}\ndata: ${JSON.stringify(payload)}\n\n`).join(""),
});
const start = {
	type: "message_start",
	message: {
		usage: {
			input_tokens: 10,
			cache_read_input_tokens: 2000,
			cache_creation_input_tokens: 300,
			output_tokens: 1,
		},
	},
};
const stop = { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 40 } };
const block = (index: number, content_block: object, ...deltas: readonly object[]) => [
	{ type: "content_block_start", index, content_block },
	...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
	{ type: "content_block_stop", index },
];

describe("the Anthropic format", () => {
	const open = (more = {}) => providerOf({ provider: "anthropic", baseUrl: mock.anthropicBaseUrl, ...more });

	it("passes thoughts, their signatures and redacted thoughts on, in order", async () => {
		mock.script([
			events(
				start,
				...block(
					0,
					{ type: "thinking", thinking: "" },
					{ type: "thinking_delta", thinking: "Hm." },
					{ type: "signature_delta", signature: "SIG" },
				),
				...block(1, { type: "redacted_thinking", data: "ENC" }),
				{ type: "ping" },
				...block(2, { type: "text", text: "" }, { type: "text_delta", text: "Yes." }),
				stop,
				{ type: "message_stop" },
			),
		]);
		const chunks = (await collect(await open())).filter(({ type }) => type !== "usage");
		expect(chunks).toEqual([
			{ type: "reasoning", text: "Hm." },
			{ type: "reasoning_signature", signature: "SIG" },
			{ type: "reasoning_signature", signature: "redacted_thinking:ENC" },
			{ type: "text", text: "Yes." },
			{ type: "stop", reason: "end" },
		]);
	});

	it("counts cache reads and writes apart and prices them", async () => {
		mock.script([events(start, stop, { type: "message_stop" })]);
		const prices = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
		const usages = (await collect(await open({ prices }))).filter((chunk) => chunk.type === "usage");
		expect(usages).toHaveLength(2);
		const usage = usages.at(-1)?.usage;
		expect(usage).toMatchObject({
			inputTokens: 10,
			outputTokens: 40,
			cacheReadTokens: 2000,
			cacheWriteTokens: 300,
		});
		expect(usage?.cost).toBeCloseTo((10 * 3 + 40 * 15 + 2000 * 0.3 + 300 * 3.75) / 1e6, 12);
	});

	it("sends the key and marks system, last tool and the last two user messages", async () => {
		mock.script(["x"]);
		const messages = [user("one"), assistant("a"), user("two"), assistant("b"), user("three")];
		const tool = { description: "d", parameters: { type: "object", properties: {} } };
		const tools = [
			{ name: "first", ...tool },
			{ name: "last", ...tool },
		];
		await collect(await open(), requestOf(messages, { tools, stop: ["\nObservation:"] }));
		const [sent] = mock.requests();
		expect(sent?.headers).toMatchObject({ authorization: `Bearer ${key}`, "x-api-key": key });
		expect(sent?.body).toMatchObject({ stop_sequences: ["\nObservation:"] });
		const marked = JSON.stringify(sent?.body).match(/"text":"(\w+)","cache_control"/g);
		expect(marked).toEqual(['"text":"two","cache_control"', '"text":"three","cache_control"']);
		expect(sent?.body.system).toMatchObject([{ cache_control: { type: "ephemeral" } }]);
		expect(sent?.body.tools).toMatchObject([
			{ name: "first" },
			{ name: "last", cache_control: { type: "ephemeral" } },
		]);
		expect(JSON.stringify(sent?.body).match(/cache_control/g)).toHaveLength(4);
	});

	it("names an overload that comes in the middle of the stream", async () => {
		const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
		mock.script([events(start, ...block(0, { type: "text", text: "Well" }), error)]);
		const result = await failure(await open());
		expect(result.text).toBe("Well");
		expect(result.error).toMatchObject({ code: "provider_overloaded", status: 529 });
	});

	it("asks newer models to show their thoughts and older ones for a budget", async () => {
		mock.script(["x", "x", "x"]);
		await collect(await open({ model: "claude-sonnet-5", reasoningEffort: "low" }));
		await collect(await open({ model: "claude-haiku-4-5", reasoningEffort: "low", temperature: 0.5 }));
		await collect(await open({ model: "claude-haiku-4-5", temperature: 0.5 }));
		const [newer, older, plain] = mock.requests().map(({ body }) => body);
		expect(newer).toMatchObject({
			thinking: { type: "adaptive", display: "summarized" },
			output_config: { effort: "low" },
		});
		expect(older).toMatchObject({ thinking: { type: "enabled", budget_tokens: 4096 } });
		expect(older).not.toHaveProperty("temperature");
		expect(plain).toMatchObject({ temperature: 0.5, max_tokens: 64_000 });
		expect(plain).not.toHaveProperty("thinking");
	});
});
