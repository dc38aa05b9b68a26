import { createProvider } from "@api/createProvider";
import { KilnError } from "@shared/errors";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type MockModel, startMockModel } from "../support/mockModel";
import {
	assistant,
	collect,
	deps,
	failure,
	profileOf,
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

const events = (...payloads: readonly string[]) => ({
	headers: { "content-type": "text/event-stream" },
	text: payloads.map((payload) => `data: ${payload}\n\n`).join(""),
});
const delta = (content: string, finish: string | null = null) =>
	JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] });

describe("OpenAI-compatible servers", () => {
	const open = (more = {}) => providerOf({ provider: "openai", baseUrl: mock.openaiBaseUrl, ...more });

	it("takes cost and cached tokens from OpenRouter's usage", async () => {
		const usage = {
			prompt_tokens: 1000,
			completion_tokens: 50,
			cost: 0.0123,
			prompt_tokens_details: { cached_tokens: 800, cache_write_tokens: 100 },
		};
		mock.script([{ text: "x", usage }]);
		const router = await open({ baseUrl: mock.openRouterBaseUrl, prices: { input: 99, output: 99 } });
		const chunk = (await collect(router)).findLast(({ type }) => type === "usage");
		expect(chunk).toEqual({
			type: "usage",
			usage: {
				inputTokens: 100,
				outputTokens: 50,
				cacheReadTokens: 800,
				cacheWriteTokens: 100,
				cost: 0.0123,
			},
		});
	});

	it("asks for usage, sends the key and the profile's headers", async () => {
		mock.script(["x"]);
		await collect(await open({ headers: { "X-Title": "Kiln" } }));
		const [sent] = mock.requests();
		expect(sent?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
		expect(sent?.headers).toMatchObject({
			authorization: expect.stringMatching(/^Bearer sk-/),
			"x-title": "Kiln",
		});
	});

	it("sends no authorization without a key", async () => {
		mock.script(["x"]);
		const profile = profileOf({ provider: "openai", baseUrl: mock.openaiBaseUrl });
		await collect(await createProvider(profile, undefined, deps));
		expect(mock.requests()[0]?.headers.authorization).toBeUndefined();
	});

	it("tries the other name of the output limit, then none", async () => {
		const message =
			"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
		mock.script([
			{ status: 400, text: message },
			{ status: 400, text: "Unrecognized request argument supplied: max_completion_tokens" },
			"fine",
		]);
		expect(textOf(await collect(await open({ maxOutputTokens: 77 })))).toBe("fine");
		const limits = mock.requests().map(({ body }) => [body.max_tokens, body.max_completion_tokens]);
		expect(limits).toEqual([
			[77, undefined],
			[undefined, 77],
			[undefined, undefined],
		]);
	});

	it("learns a refusal in two requests at once", async () => {
		const refusal = { status: 400, text: "Unrecognized request argument supplied: stream_options" };
		mock.script([refusal, refusal, "fine", "fine"]);
		const provider = await open();
		const answers = await Promise.all([collect(provider), collect(provider)]);
		expect(answers.map(textOf)).toEqual(["fine", "fine"]);
	});

	it("gives up when the refusal repeats", async () => {
		const refusal = { status: 400, text: "Unrecognized request argument supplied: stream_options" };
		mock.script([refusal, refusal, "never"]);
		const { error } = await failure(await open());
		expect(error).toMatchObject({ code: "provider_bad_request" });
		expect(mock.requests()).toHaveLength(2);
	});

	it("accepts [DONE] in place of a finish reason", async () => {
		mock.script([events(delta("Hi"), "[DONE]")]);
		const chunks = await collect(await open());
		expect(chunks).toEqual([
			{ type: "text", text: "Hi" },
			{ type: "stop", reason: "end" },
		]);
	});

	it("takes an answer with neither for a cut one", async () => {
		mock.script([events(delta("Hi"))]);
		const { text, error } = await failure(await open());
		expect(text).toBe("Hi");
		expect(error).toMatchObject({ code: "provider_network" });
	});

	it("reads usage that comes after the finish reason, and keep-alive comments", async () => {
		const { headers, text } = events(
			delta("Hi", "stop"),
			'{"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":1}}',
			"[DONE]",
		);
		mock.script([{ headers, text: `: OPENROUTER PROCESSING\n\n${text}` }]);
		expect((await collect(await open())).map(({ type }) => type)).toEqual(["text", "usage", "stop"]);
	});

	it("names an error in the middle of the stream", async () => {
		mock.script([events(delta("Hi"), '{"error":{"code":502,"message":"Provider returned error"}}')]);
		const { text, error } = await failure(await open());
		expect(text).toBe("Hi");
		expect(error).toMatchObject({ code: "provider_overloaded", status: 502 });
	});

	it("reads an error that is a plain text", async () => {
		mock.script([events(delta("Hi"), '{"error":"prompt is too long"}')]);
		expect((await failure(await open())).error).toMatchObject({ code: "provider_context_overflow" });
	});

	it("does not wait for a server that leaves the connection open behind [DONE]", async () => {
		const server = await startServer((_, response) => {
			response.writeHead(200, { "content-type": "text/event-stream" });
			response.write(`data: ${delta("Hi")}\n\ndata: [DONE]\n\n`);
		});
		expect(await collect(await open({ baseUrl: server.url }))).toEqual([
			{ type: "text", text: "Hi" },
			{ type: "stop", reason: "end" },
		]);
		await server.stop();
	});

	it("reads events whatever the server calls them", async () => {
		const { text } = events(delta("Hi", "stop"), "[DONE]");
		mock.script([{ headers: { "content-type": "application/json" }, text }]);
		expect(textOf(await collect(await open()))).toBe("Hi");
	});

	it("names an event of a foreign shape", async () => {
		mock.script([events('{"choices":"none"}')]);
		expect((await failure(await open())).error).toMatchObject({ code: "provider_protocol" });
	});

	it("joins characters that the network cut in two", async () => {
		const bytes = Buffer.from(`data: ${delta("Grüße 🎉")}\n\ndata: [DONE]\n\n`);
		const server = await startServer(async (_, response) => {
			response.writeHead(200, { "content-type": "text/event-stream" });
			for (const byte of bytes) response.write(Buffer.from([byte]));
			response.end();
		});
		const provider = await open({ baseUrl: server.url });
		expect(textOf(await collect(provider))).toBe("Grüße 🎉");
		await server.stop();
	});

	it("closes the connection when the task is stopped", async () => {
		let onClose = () => {};
		const isClosed = new Promise<void>((resolve) => {
			onClose = resolve;
		});
		const server = await startServer((request) => request.socket.on("close", onClose));
		const controller = new AbortController();
		setTimeout(() => controller.abort(), 100);
		await failure(await open({ baseUrl: server.url }), controller.signal);
		await isClosed;
		await server.stop();
	});

	it("names a server that is not there", async () => {
		const server = await startServer(() => undefined);
		await server.stop();
		const { error } = await failure(await open({ baseUrl: `${server.url}/v1` }));
		expect(error).toMatchObject({ code: "provider_network", message: expect.stringContaining("refused") });
		await expect(
			(await open({ baseUrl: server.url })).listModels(new AbortController().signal),
		).rejects.toThrow(KilnError);
	});

	it("names a missing path and an unknown model apart", async () => {
		mock.script([
			{ status: 404, text: "404 page not found" },
			{
				status: 404,
				text: "The model `gpt-9` does not exist or you do not have access to it.",
				errorCode: "model_not_found",
			},
		]);
		expect((await failure(await open({ model: "gpt-9" }))).error).toMatchObject({ code: "invalid_url" });
		expect((await failure(await open({ model: "gpt-9" }))).error).toMatchObject({ code: "unknown_model" });
	});

	it("serves 300 requests of a growing conversation quickly", async () => {
		const provider = await open({ model: "steady" });
		const conversation = [user("start")];
		mock.script(Array.from({ length: 300 }, (_, turn) => `answer ${turn}`));
		const start = performance.now();
		for (let turn = 0; turn < 300; turn++) {
			expect(textOf(await collect(provider, requestOf(conversation)))).toBe(`answer ${turn}`);
			conversation.push(assistant(`answer ${turn}`), user("go on"));
		}
		expect(mock.remaining()).toBe(0);
		expect(performance.now() - start).toBeLessThan(15_000);
	});
});
