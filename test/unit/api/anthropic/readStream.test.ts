import { readStream } from "@api/anthropic/readStream";
import { classifyProviderError } from "@api/classifyProviderError";
import { describe, expect, it } from "vitest";
import { collect } from "../support";

const never = new Promise(() => {});
const start = { type: "message_start", message: {} };
const stop = { type: "message_delta", delta: { stop_reason: "tool_use" } };
const end = { type: "message_stop" };

async function read(...events: readonly unknown[]) {
	async function* source() {
		yield* events;
	}
	const chunks = await collect(readStream(source(), { host: "h", prices: undefined }));
	return chunks.filter(({ type }) => type !== "usage");
}

const call = (index: number, id: string, input: object, ...pieces: readonly string[]) => [
	{ type: "content_block_start", index, content_block: { type: "tool_use", id, name: "f", input } },
	...pieces.map((partial_json) => ({
		type: "content_block_delta",
		index,
		delta: { type: "input_json_delta", partial_json },
	})),
	{ type: "content_block_stop", index },
];

describe("reading Anthropic events", () => {
	it("takes the input of a call that does not come in pieces", async () => {
		const chunks = await read(start, ...call(0, "t", { path: "x" }), stop, end);
		expect(chunks).toEqual([
			{ type: "tool_call", index: 0, id: "t", name: "f", arguments: "" },
			{ type: "tool_call", index: 0, arguments: '{"path":"x"}' },
			{ type: "stop", reason: "tool_calls" },
		]);
	});

	it("takes the pieces where both are given, and the input also without the block's end", async () => {
		const both = await read(start, ...call(0, "t", { a: 1 }, '{"a"', ":1}"), stop, end);
		expect(both.map((chunk) => (chunk.type === "tool_call" ? chunk.arguments : "")).join("")).toBe('{"a":1}');
		const open = call(0, "t", { a: 1 }).slice(0, 1);
		expect(await read(start, ...open, stop, end)).toMatchObject([{}, { arguments: '{"a":1}' }, {}]);
	});

	it("tells calls apart whose blocks all have the index 0", async () => {
		const chunks = await read(start, ...call(0, "t1", {}, "{}"), ...call(0, "t2", {}, "{}"), stop, end);
		expect(chunks).toMatchObject([
			{ index: 0, id: "t1" },
			{ index: 0, arguments: "{}" },
			{ index: 1, id: "t2" },
			{ index: 1, arguments: "{}" },
			{},
		]);
	});

	it("takes null for a field that is not there, and the signature that comes with a whole thought", async () => {
		const thought = { type: "thinking", thinking: "hm", signature: "SIG", text: null };
		const delta = { type: "text_delta", text: "x", partial_json: null };
		const chunks = await read(
			start,
			{ type: "content_block_start", index: 0, content_block: thought },
			{ type: "content_block_start", index: 1, content_block: { type: "text", text: null } },
			{ type: "content_block_delta", index: 1, delta },
			stop,
			end,
		);
		expect(chunks).toEqual([
			{ type: "reasoning", text: "hm" },
			{ type: "reasoning_signature", signature: "SIG" },
			{ type: "text", text: "x" },
			{ type: "stop", reason: "tool_calls" },
		]);
	});

	it("ends with message_stop, whether the server closes the stream or not, with or without a reason", async () => {
		async function* open() {
			yield start;
			yield end;
			await never;
		}
		const chunks = await collect(readStream(open(), { host: "h", prices: undefined }));
		expect(chunks.at(-1)).toEqual({ type: "stop", reason: "end" });
	});

	it("keeps a complete answer though the connection breaks after it", async () => {
		async function* breaking() {
			yield start;
			yield stop;
			throw new TypeError("terminated");
		}
		const chunks = await collect(readStream(breaking(), { host: "h", prices: undefined }));
		expect(chunks.at(-1)).toEqual({ type: "stop", reason: "tool_calls" });
	});

	it("keeps the figures that a later event has as 0", async () => {
		async function* events() {
			yield { type: "message_start", message: { usage: { input_tokens: 10, output_tokens: 1 } } };
			yield { ...stop, usage: { input_tokens: 0, output_tokens: 40 } };
			yield end;
		}
		const chunks = await collect(readStream(events(), { host: "h", prices: undefined }));
		expect(chunks.findLast(({ type }) => type === "usage")).toMatchObject({
			usage: { inputTokens: 10, outputTokens: 40 },
		});
	});

	it("names a failure that comes as an event of any other name", async () => {
		const failure = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
		const error = await read(start, failure).catch((thrown: unknown) => thrown);
		expect(classifyProviderError(error)).toMatchObject({ code: "provider_overloaded" });
	});
});
