import { findLocalServers } from "@api/localServers";
import { testConnection } from "@api/testConnection";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type MockModel, startMockModel } from "../support/mockModel";
import { deps, key, profileOf, startServer } from "./support";

const { signal } = new AbortController();

describe("testing a connection", () => {
	let mock: MockModel;
	beforeEach(async () => {
		mock = await startMockModel();
	});
	afterEach(() => mock.stop());
	const profile = (more = {}) => profileOf({ provider: "openai", baseUrl: mock.openaiBaseUrl, ...more });

	it("lists models, also before one is chosen", async () => {
		const report = await testConnection(profile({ model: "" }), key, deps, signal);
		expect(report).toMatchObject({ ok: true, models: expect.arrayContaining(["gpt-4o"]) });
	});

	it("asks a model that is not listed: aliases often are not", async () => {
		mock.script([
			"ok",
			{ status: 404, text: "The model `gpt-1` does not exist", errorCode: "model_not_found" },
		]);
		const known = await testConnection(profile({ model: "an-alias" }), key, deps, signal);
		expect(known).toMatchObject({ ok: true, message: "Connected; an-alias answers." });
		const unknown = await testConnection(profile({ model: "gpt-1" }), key, deps, signal);
		expect(unknown).toMatchObject({
			ok: false,
			message: expect.stringContaining('"gpt-1"'),
			models: expect.arrayContaining(["gpt-4o"]),
		});
	});

	it("asks the model where there is no list", async () => {
		const server = await startServer((request, response) => {
			const isList = request.method === "GET";
			response.writeHead(isList ? 404 : 200, { "content-type": "text/event-stream" });
			response.end(
				isList
					? "404 page not found"
					: 'data: {"choices":[{"delta":{"content":"o"},"finish_reason":"length"}]}\n\n',
			);
		});
		const report = await testConnection(profile({ baseUrl: server.url, model: "m" }), key, deps, signal);
		expect(report).toMatchObject({ ok: true, message: "Connected; m answers.", models: [] });
		await server.stop();
	});

	it("asks the model of a public server also where it is listed: a list may be shown to anybody", async () => {
		const bodies: string[] = [];
		const fetch: typeof globalThis.fetch = async (url, init) => {
			if (String(url).endsWith("/models")) return Response.json({ data: [{ id: "m" }] });
			bodies.push(String(init?.body));
			return Response.json({ error: { message: "No auth credentials found" } }, { status: 401 });
		};
		const remote = profile({ baseUrl: "https://openrouter.ai/api/v1", model: "m" });
		const report = await testConnection(remote, key, { ...deps, fetch }, signal);
		expect(report).toMatchObject({ ok: false, models: ["m"], message: expect.stringContaining("(401)") });
		expect(bodies).toHaveLength(1);
	});

	it("sets no limit that a thinking model would spend before its first word", async () => {
		mock.script(["ok"]);
		await testConnection(profile({ model: "an-alias" }), key, deps, signal);
		expect(mock.requests()[0]?.body).not.toHaveProperty("max_tokens");
	});

	it("reports a refused key without throwing and without the key", async () => {
		const server = await startServer((_, response) => {
			response.writeHead(401, { "content-type": "application/json" });
			response.end(JSON.stringify({ error: { message: `bad key ${key}` } }));
		});
		const report = await testConnection(profile({ baseUrl: server.url }), key, deps, signal);
		expect(report).toMatchObject({
			ok: false,
			models: [],
			message: expect.stringContaining("refused the key (401)"),
		});
		expect(JSON.stringify(report)).not.toContain(key);
		await server.stop();
	});

	it("reports a bad address without throwing", async () => {
		const report = await testConnection(profile({ baseUrl: "localhost:1234" }), key, deps, signal);
		expect(report).toMatchObject({ ok: false, hint: expect.stringContaining("http://") });
	});
});

describe("finding local servers", () => {
	const answer = (value: unknown) => new Response(JSON.stringify(value));

	it("lists what answers and skips the rest", async () => {
		const fetch: typeof globalThis.fetch = async (url) => {
			if (String(url).endsWith("/api/tags")) return answer({ models: [{ name: "qwen3:8b" }] });
			throw new TypeError("fetch failed");
		};
		expect(await findLocalServers(fetch, signal)).toEqual([
			{ name: "Ollama", baseUrl: "http://127.0.0.1:11434/v1", models: ["qwen3:8b"] },
		]);
	});

	it("is done in a second, whatever hangs on the ports", async () => {
		const hang: typeof globalThis.fetch = (_, init) =>
			new Promise((_resolve, reject) => {
				init?.signal?.addEventListener("abort", () => reject(new Error("aborted")));
			});
		const start = performance.now();
		expect(await findLocalServers(hang, signal)).toEqual([]);
		expect(performance.now() - start).toBeLessThan(1500);
	});
});
