import { toWireMessages } from "@api/openai/toWireMessages";
import type { ModelMessage } from "@shared/provider";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyMessages } from "../anyMessages";

const image = { type: "image" as const, mediaType: "image/png", data: "AAAA" };
const text = (value: string) => ({ type: "text" as const, text: value });

describe("messages on the wire", () => {
	it("puts the system prompt first and joins what a model wrote without gaps", () => {
		const messages: ModelMessage[] = [
			{ role: "user", parts: [text("hi"), text("<environment>")] },
			{
				role: "assistant",
				parts: [{ type: "reasoning", text: "hm" }, text("Well."), text("\n\n<read_file>")],
			},
		];
		expect(toWireMessages("sys", messages)).toEqual([
			{ role: "system", content: "sys" },
			{ role: "user", content: "hi\n\n<environment>" },
			{ role: "assistant", content: "Well.\n\n<read_file>" },
		]);
	});

	it("puts results before what the user says, and their images after them", () => {
		const parts: ModelMessage["parts"] = [
			text("note"),
			{ type: "tool_result", callId: "c1", parts: [text("one"), image], isError: false },
			{ type: "tool_result", callId: "c2", parts: [text("two")], isError: true },
		];
		expect(toWireMessages("", [{ role: "user", parts }])).toEqual([
			{ role: "tool", tool_call_id: "c1", content: "one\n(image: see the next message)" },
			{ role: "tool", tool_call_id: "c2", content: "two" },
			{
				role: "user",
				content: [
					{ type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
					{ type: "text", text: "note" },
				],
			},
		]);
	});

	it("sends calls with their arguments verbatim", () => {
		const parts: ModelMessage["parts"] = [
			{ type: "tool_call", callId: "c1", name: "f", arguments: '{ "a":1}' },
		];
		expect(toWireMessages("", [{ role: "assistant", parts }])).toEqual([
			{
				role: "assistant",
				content: null,
				tool_calls: [{ id: "c1", type: "function", function: { name: "f", arguments: '{ "a":1}' } }],
			},
		]);
	});

	it("gives Mistral ids of nine letters or digits, and no user behind a result", () => {
		const messages: ModelMessage[] = [
			{ role: "assistant", parts: [{ type: "tool_call", callId: "c12-3", name: "f", arguments: "{}" }] },
			{
				role: "user",
				parts: [{ type: "tool_result", callId: "c12-3", parts: [text("one")], isError: false }, text("note")],
			},
		];
		const [answer, result, ...rest] = toWireMessages("", messages, {
			returnsReasoning: false,
			isMistral: true,
		});
		const id = result?.role === "tool" ? result.tool_call_id : "";
		expect(id).toMatch(/^[a-zA-Z0-9]{9}$/);
		expect(answer).toMatchObject({ tool_calls: [{ id }] });
		expect(result).toMatchObject({ content: "one\n\nnote" });
		expect(rest).toEqual([]);
		expect(toWireMessages("", messages)[0]).toMatchObject({ tool_calls: [{ id: "c12-3" }] });
	});

	it("shortens ids that are longer than OpenAI takes, for call and result alike", () => {
		const callId = "x".repeat(41);
		const [answer, result] = toWireMessages("", [
			{ role: "assistant", parts: [{ type: "tool_call", callId, name: "f", arguments: "{}" }] },
			{ role: "user", parts: [{ type: "tool_result", callId, parts: [text("one")], isError: false }] },
		]);
		const id = result?.role === "tool" ? result.tool_call_id : "";
		expect(id).toHaveLength(40);
		expect(answer).toMatchObject({ tool_calls: [{ id }] });
	});

	it("returns thoughts beside calls to models that want them, and to no others", () => {
		const parts: ModelMessage["parts"] = [
			{ type: "reasoning", text: "hm" },
			{ type: "tool_call", callId: "c", name: "f", arguments: "{}" },
		];
		const messages: ModelMessage[] = [{ role: "assistant", parts }];
		expect(toWireMessages("", messages)[0]).not.toHaveProperty("reasoning_content");
		expect(toWireMessages("", messages, { returnsReasoning: true })).toMatchObject([
			{ reasoning_content: "hm" },
		]);
	});

	it("gives those models an empty thought with a call that was made without one", () => {
		const call = { type: "tool_call" as const, callId: "c", name: "f", arguments: "{}" };
		const messages: ModelMessage[] = [{ role: "assistant", parts: [call] }];
		expect(toWireMessages("", messages, { returnsReasoning: true })).toMatchObject([
			{ reasoning_content: "" },
		]);
	});

	it("leaves empty messages out", () => {
		expect(
			toWireMessages("", [
				{ role: "assistant", parts: [{ type: "reasoning", text: "only" }] },
				{ role: "user", parts: [text("")] },
			]),
		).toEqual([]);
	});

	it("converts each message once", () => {
		const messages: ModelMessage[] = [{ role: "user", parts: [text("hi"), image] }];
		const [first] = toWireMessages("", messages);
		expect(toWireMessages("", [...messages])[0]).toBe(first);
	});

	it("gives for N messages a prefix of what it gives for more", () => {
		fc.assert(
			fc.property(anyMessages, fc.nat(), (messages, at) => {
				const before = toWireMessages("s", messages.slice(0, at % (messages.length + 1)));
				expect(toWireMessages("s", messages).slice(0, before.length)).toEqual(before);
			}),
		);
	});
});
