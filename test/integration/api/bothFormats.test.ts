import { isRetryable } from "@api/retry";
import { isAbortError, KilnError } from "@shared/errors";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type MockModel, startMockModel } from "../support/mockModel";
import {
	assistant,
	collect,
	failure,
	key,
	providerOf,
	requestOf,
	startServer,
	textOf,
	user,
} from "./support";

let mock: MockModel;
beforeEach(async () => {
	mock = await startMockModel();
});
afterEach(() => mock.stop());

const formats = ["openai", "anthropic"] as const;

describe.each(formats)("%s over HTTP", (provider) => {
	const baseUrl = () => (provider === "openai" ? mock.openaiBaseUrl : mock.anthropicBaseUrl);
	const open = (more = {}, deps = {}) => providerOf({ provider, baseUrl: baseUrl(), ...more }, deps);

	it("streams text, then usage and stop", async () => {
		const text = "Grüße — 你好, a long enough answer for several chunks.";
		mock.script([{ text, chunkSize: 7 }]);
		const chunks = await collect(await open());
		expect(textOf(chunks)).toBe(text);
		expect(chunks.filter(({ type }) => type === "text").length).toBeGreaterThan(3);
		expect(chunks.at(-1)).toEqual({ type: "stop", reason: "end" });
		expect(chunks.findLast(({ type }) => type === "usage")).toMatchObject({
			usage: { inputTokens: expect.any(Number), outputTokens: expect.any(Number), cost: null },
		});
	});

	it("keeps the connection for the next request, also where the body ends a little after the answer", async () => {
		const end = {
			openai: 'data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
			anthropic: [
				{ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
				{ type: "message_delta", delta: { stop_reason: "end_turn" } },
				{ type: "message_stop" },
			]
				.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
				.join(""),
		};
		const sockets = new Set<unknown>();
		const server = await startServer((incoming, outgoing) => {
			sockets.add(incoming.socket);
			incoming.resume();
			outgoing.writeHead(200, { "content-type": "text/event-stream" });
			outgoing.write(end[provider], () => setTimeout(() => outgoing.end(), 20));
		});
		const model = await open({ baseUrl: server.url });
		for (let turn = 0; turn < 5; turn++) expect(textOf(await collect(model))).toBe("Hi");
		// a request that follows at once may find the connection not yet free
		expect(sockets.size).toBeLessThanOrEqual(2);
		await server.stop();
	});

	it("computes cost from the profile's prices", async () => {
		mock.script([
			{
				text: "x",
				usage: { prompt_tokens: 1000, completion_tokens: 100, input_tokens: 1000, output_tokens: 100 },
			},
		]);
		const chunks = await collect(await open({ prices: { input: 3, output: 15 } }));
		const usage = chunks.findLast((chunk) => chunk.type === "usage")?.usage;
		expect(usage?.cost).toBeCloseTo(0.0045, 9);
	});

	it("passes reasoning on apart from text", async () => {
		mock.script([{ text: "Answer.", reasoning: "Let me think." }]);
		const chunks = await collect(await open());
		const reasoning = chunks.map((chunk) => (chunk.type === "reasoning" ? chunk.text : "")).join("");
		expect(reasoning).toBe("Let me think.");
		expect(textOf(chunks)).toBe("Answer.");
	});

	it("streams native tool calls with verbatim arguments", async () => {
		const calls = [
			{ id: "call_a", name: "read_file", arguments: '{"path":"a.ts"}' },
			{ id: "call_b", name: "read_file", arguments: '{"path":"b.ts"}' },
		];
		mock.script([{ text: "Reading.", toolCalls: calls, chunkSize: 5 }]);
		const chunks = (await collect(await open())).filter((chunk) => chunk.type === "tool_call");
		const byIndex = [0, 1].map((index) => chunks.filter((chunk) => chunk.index === index));
		expect(byIndex.map((deltas) => deltas.map((delta) => delta.arguments).join(""))).toEqual(
			calls.map((call) => call.arguments),
		);
		expect(byIndex.map(([first]) => [first?.id, first?.name])).toEqual(
			calls.map((call) => [call.id, call.name]),
		);
	});

	it.each([
		["length", "length"],
		["tool_calls", "tool_calls"],
	])("maps the finish reason %s", async (finishReason, reason) => {
		mock.script([
			{
				text: "x",
				finishReason,
				...(reason === "tool_calls" ? { toolCalls: [{ name: "f", arguments: "{}" }] } : {}),
			},
		]);
		expect((await collect(await open())).at(-1)).toEqual({ type: "stop", reason });
	});

	it("names a rate limit and how long to wait", async () => {
		mock.script([{ status: 429, text: "Slow down", headers: { "retry-after": "7" } }]);
		const { error } = await failure(await open());
		expect(error).toMatchObject({ code: "provider_rate_limit", status: 429, retryAfterMs: 7000 });
		expect(isRetryable(error)).toBe(true);
	});

	it.each([500, 502, 503, 529])("calls a %i retryable", async (status) => {
		mock.script([{ status, text: "Oops" }]);
		const { error } = await failure(await open());
		expect(error).toMatchObject({ code: "provider_overloaded", status });
		expect(isRetryable(error)).toBe(true);
	});

	it("does not retry by itself", async () => {
		mock.script([{ status: 500, text: "Oops" }, "fine"]);
		await failure(await open());
		expect(mock.requests()).toHaveLength(1);
	});

	it("masks the key when the server echoes it", async () => {
		mock.script([{ status: 401, text: `Incorrect API key provided: ${key}` }]);
		const { error } = await failure(await open());
		expect(error).toBeInstanceOf(KilnError);
		expect(error).toMatchObject({ code: "provider_auth" });
		expect(
			JSON.stringify([error, String(error), (error as Error).stack, (error as Error).cause]),
		).not.toContain(key);
		expect(isRetryable(error)).toBe(false);
	});

	it("reports a stream cut at any character as a network error, after the text that came", async () => {
		const text = "<read_file><args>";
		mock.script([{ text, chunkSize: 3, cutAfterChars: 5 }]);
		const result = await failure(await open());
		expect(result.text).toBe("<read");
		expect(result.error).toMatchObject({ code: "provider_network" });
		expect(isRetryable(result.error)).toBe(true);
	});

	it("stops within 100 ms when the server never answers", async () => {
		mock.script([{ hang: true }]);
		await expectQuickAbort(await open());
	});

	it("stops within 100 ms when the server stalls in mid-stream", async () => {
		mock.script([{ text: "Hello there", cutAfterChars: 5, hang: true }]);
		await expectQuickAbort(await open());
	});

	it("stops within 100 ms while slow tokens arrive", async () => {
		mock.script([{ text: "word ".repeat(200), latencyMs: 20 }]);
		await expectQuickAbort(await open());
	});

	it("sends nothing when the signal has aborted before", async () => {
		const { error } = await failure(await open(), AbortSignal.abort());
		expect(isAbortError(error)).toBe(true);
		expect(mock.requests()).toHaveLength(0);
	});

	it("gives up on a server that is silent for too long", async () => {
		mock.script([{ text: "Hello there", cutAfterChars: 5, hang: true }]);
		const { text, error } = await failure(await open({}, { silenceTimeoutMs: 150 }));
		expect(text).toBe("Hello");
		expect(error).toMatchObject({ code: "provider_timeout" });
	});

	it("does not take a slow consumer for a silent server", async () => {
		mock.script([{ text: "word ".repeat(20), chunkSize: 5 }]);
		const stream = (await open({}, { silenceTimeoutMs: 100 })).stream(
			requestOf([user("hi")]),
			new AbortController().signal,
		);
		let text = "";
		for await (const chunk of stream) {
			if (text === "") await new Promise((resolve) => setTimeout(resolve, 300));
			text += chunk.type === "text" ? chunk.text : "";
		}
		expect(text).toBe("word ".repeat(20));
	});

	it("names a web page for what it is", async () => {
		mock.script([
			{ headers: { "content-type": "text/html; charset=utf-8" }, text: "<!doctype html><h1>Hi</h1>" },
		]);
		const { error } = await failure(await open());
		expect(error).toMatchObject({ code: "provider_protocol", message: expect.stringContaining("web page") });
		expect(isRetryable(error)).toBe(false);
	});

	it("names a garbled event for what it is", async () => {
		const type = "content_block_delta";
		mock.script([
			{
				headers: { "content-type": "text/event-stream" },
				text: `event: ${type}\ndata: {"choices":[{"del\n\n`,
			},
		]);
		const { error } = await failure(await open());
		expect(error).toMatchObject({ code: "provider_protocol", message: expect.stringContaining("JSON") });
	});

	it("reports an error inside of a document that came with status 200", async () => {
		mock.script([
			{
				headers: { "content-type": "application/json" },
				text: '{"error":{"message":"No credits","code":402}}',
			},
		]);
		const { error } = await failure(await open());
		expect(error).toMatchObject({ code: "provider_payment", message: expect.stringContaining("No credits") });
	});

	it.each(["text/plain", "text/event-stream"])("reports it also where it calls itself %s", async (type) => {
		const text = '\n{"error":{"message":"No credits","code":402}}';
		mock.script([{ headers: { "content-type": type }, text }]);
		expect((await failure(await open())).error).toMatchObject({ code: "provider_payment" });
	});

	it("names a whole document for what it is", async () => {
		const text = '{"error":null,"choices":[{"message":{"content":"Hi"}}]}';
		mock.script([{ headers: { "content-type": "application/json" }, text }]);
		const { error } = await failure(await open());
		expect(error).toMatchObject({
			code: "provider_protocol",
			message: expect.stringContaining("whole document"),
		});
	});

	it("sends no half of a surrogate pair", async () => {
		mock.script(["ok"]);
		await collect(await open(), requestOf([user("cut \ud83d, whole 🎉")], { system: "cut \ud83d" }));
		const body = JSON.stringify(mock.requests()[0]?.body);
		expect(body).not.toMatch(/\\ud/);
		expect(body).toContain("cut \ufffd, whole 🎉");
	});

	it("follows no redirect", async () => {
		const location = "https://elsewhere.example/v1";
		mock.script([{ status: 307, headers: { "content-type": "text/plain", location } }]);
		const { error } = await failure(await open());
		expect(error).toMatchObject({
			code: "invalid_url",
			message: expect.stringContaining("https://elsewhere.example"),
		});
	});

	it("drops a refused parameter once and remembers", async () => {
		const model = `stubborn-${provider}-${Math.random()}`;
		mock.script([{ status: 400, text: "`temperature` is not supported with this model." }, "one", "two"]);
		const stubborn = await open({ model, temperature: 0.2 });
		expect(textOf(await collect(stubborn))).toBe("one");
		expect(textOf(await collect(stubborn))).toBe("two");
		expect(mock.requests().map(({ body }) => "temperature" in body)).toEqual([true, false, false]);
	});

	it("sends each conversation as a prefix of the next, cache markers aside", async () => {
		const conversation = [user("one")];
		const stubborn = await open();
		for (let turn = 0; turn < 4; turn++) {
			mock.script([`answer ${turn}`]);
			await collect(stubborn, requestOf(conversation));
			conversation.push(assistant(`answer ${turn}`), user(`more ${turn}`));
		}
		const sent = mock.requests().map(({ body }) => messagesWithoutMarkers(body));
		for (let turn = 1; turn < sent.length; turn++) {
			const [before, now] = [sent[turn - 1] ?? [], sent[turn] ?? []];
			expect(now.length).toBeGreaterThan(before.length);
			expect(now.slice(0, before.length)).toEqual(before);
		}
	});

	it("lists models", async () => {
		expect(await (await open()).listModels(new AbortController().signal)).toContain("gpt-4o");
	});
});

async function expectQuickAbort(provider: Parameters<typeof failure>[0]): Promise<void> {
	const controller = new AbortController();
	let abortedAt = 0;
	setTimeout(() => {
		abortedAt = performance.now();
		controller.abort();
	}, 150);
	const { error } = await failure(provider, controller.signal);
	expect(performance.now() - abortedAt).toBeLessThan(100);
	expect(isAbortError(error)).toBe(true);
}

function messagesWithoutMarkers(body: Record<string, unknown>): unknown[] {
	const plain = JSON.stringify(body.messages, (name, value: unknown) =>
		name === "cache_control" ? undefined : value,
	);
	return JSON.parse(plain) as unknown[];
}
