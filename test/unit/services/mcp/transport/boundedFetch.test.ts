import { boundedFetch } from "@services/mcp/transport/boundedFetch";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const maxBytes = 1000;
const post = (id: number) => ({
	method: "POST",
	headers: { accept: "application/json, text/event-stream" },
	body: JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call" }),
});
const listen = { headers: { accept: "text/event-stream" } };
const answerOf = (id: number, chars: number) =>
	JSON.stringify({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text: "x".repeat(chars) }] } });

function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
	return new ReadableStream({
		start(controller) {
			for (const chunk of chunks) controller.enqueue(chunk);
			controller.close();
		},
	});
}

function fetchOf(body: string | ReadableStream<Uint8Array>, type: string, status = 200) {
	return boundedFetch(
		async () => new Response(body, { status, headers: { "content-type": type } }),
		maxBytes,
	);
}

describe("a JSON answer", () => {
	it("comes through as it is up to the bound", async () => {
		const answer = answerOf(1, 900);
		const response = await fetchOf(answer, "application/json")("http://x", post(1));
		expect(await response.text()).toBe(answer);
	});

	it("becomes an error for its request beyond it", async () => {
		const response = await fetchOf(answerOf(1, 2000), "application/json")("http://x", post(1));
		expect(await response.json()).toMatchObject({
			id: 1,
			error: { message: expect.stringContaining("larger than") },
		});
	});

	it("is refused when it answers nothing", async () => {
		await expect(fetchOf("x".repeat(2000), "application/json")("http://x")).rejects.toThrow("larger");
	});

	it("of an error is cut, and keeps its status", async () => {
		const response = await fetchOf("x".repeat(1_000_000), "text/html", 500)("http://x", post(1));
		expect(response.status).toBe(500);
		expect((await response.text()).length).toBeLessThan(200_000);
	});
});

describe("an event stream", () => {
	const event = (data: string) => `event: message\ndata: ${data}\n\n`;

	it("comes through as it is, however it is cut", async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.string({ unit: "grapheme", maxLength: 30 })),
				fc.nat(20),
				async (texts, size) => {
					const events = texts.map((text) => event(JSON.stringify({ text }))).join("");
					const bytes = Buffer.from(events);
					const step = size + 1;
					const chunks = Array.from({ length: Math.ceil(bytes.length / step) }, (_, index) =>
						bytes.subarray(index * step, (index + 1) * step),
					);
					const response = await fetchOf(streamOf(chunks), "text/event-stream; charset=utf-8")("http://x");
					expect(await response.text()).toBe(events);
				},
			),
			{ numRuns: 50 },
		);
	});

	it("goes on after an event that is too large, which becomes an error for its request", async () => {
		const events = event(answerOf(1, 2000)) + event('{"jsonrpc":"2.0","method":"ping"}');
		const response = await fetchOf(streamOf([Buffer.from(events)]), "text/event-stream")("http://x", post(1));
		const text = await response.text();
		expect(text).toContain('data: {"jsonrpc":"2.0","id":1,"error"');
		expect(text).toContain('"method":"ping"');
		expect(text.length).toBeLessThan(500);
	});

	it("knows the request even when it was sent by another one, as the older transport does", async () => {
		const bodies = [event(answerOf(1, 10)) + event(answerOf(2, 2000)), ""];
		const fetch = boundedFetch(async (_url, init) => {
			if (init?.method === "POST")
				return new Response("", { status: 202, headers: { "content-type": "text/plain" } });
			return new Response(bodies.shift(), { headers: { "content-type": "text/event-stream" } });
		}, maxBytes);
		await fetch("http://x", post(1)).then((response) => response.text());
		await fetch("http://x", post(2)).then((response) => response.text());
		const text = await (await fetch("http://x", listen)).text();
		expect(text).toContain(answerOf(1, 10));
		expect(text).toContain('"id":2,"error"');
	});

	it("ends with an event of many lines that is too large", async () => {
		const events = Array.from({ length: 100 }, () => `data: ${"x".repeat(50)}\n`).join("");
		const response = await fetchOf(streamOf([Buffer.from(events)]), "text/event-stream")("http://x", listen);
		await expect(response.text()).rejects.toThrow("larger");
	});

	it("is cut like any other text where none was asked for", async () => {
		const events = streamOf(Array.from({ length: 100 }, () => Buffer.from(`data: ${"x".repeat(50)}\n\n`)));
		const response = await fetchOf(events, "text/event-stream")("http://x", {
			headers: { accept: "application/json" },
		});
		expect((await response.text()).length).toBe(maxBytes);
	});
});

describe("an answer as an event stream", () => {
	const broken = (...events: string[]) =>
		new ReadableStream<Uint8Array>({
			start(controller) {
				for (const event of events) controller.enqueue(Buffer.from(event));
			},
			pull: (controller) => controller.error(new TypeError("terminated")),
		});
	const progress = 'data: {"jsonrpc":"2.0","method":"notifications/progress"}\n\n';
	const read = async (body: ReadableStream<Uint8Array>) =>
		(await fetchOf(body, "text/event-stream")("http://x", post(1))).text();

	it("is an error when the stream ends before it, in the middle of an event, too", async () => {
		for (const body of [streamOf([]), streamOf([Buffer.from(`${progress}data: {"js`)]), broken()]) {
			expect(await read(body)).toMatch(/\n\ndata: {"jsonrpc":"2.0","id":1,"error":.*cut.*}\n\n$/);
		}
	});

	it("is left alone when it came, or when the stream can be taken up again", async () => {
		const answer = `data: ${answerOf(1, 10)}\n\n`;
		expect(await read(streamOf([Buffer.from(answer)]))).toBe(answer);
		expect(await read(streamOf([Buffer.from(`id: 7\n${progress}`)]))).toBe(`id: 7\n${progress}`);
		await expect(read(broken(`id: 7\n${progress}`))).rejects.toThrow("terminated");
	});

	it("may not ask for the next stream at once", async () => {
		const answer = `retry: 5000\ndata: ${answerOf(1, 10)}\n\n`;
		expect(await read(streamOf([Buffer.from(`retry: 0\n\n${answer}`)]))).toBe(`retry: 100\n\n${answer}`);
	});
});

it("does not wait for the end of what is no message", async () => {
	const endless = new ReadableStream<Uint8Array>({ pull: () => new Promise<void>(() => {}) });
	const fetch = boundedFetch(async () => new Response(endless, { status: 202 }), maxBytes);
	expect((await fetch("http://x", post(1))).status).toBe(202);
});
