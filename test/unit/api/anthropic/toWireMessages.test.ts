import { markedMessages } from "@api/anthropic/cacheBreakpoints";
import { toWireMessages, type WireBlock } from "@api/anthropic/toWireMessages";
import type { ModelMessage } from "@shared/provider";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyMessages } from "../anyMessages";

const text = (value: string) => ({ type: "text" as const, text: value });
const user = (...parts: ModelMessage["parts"]): ModelMessage => ({ role: "user", parts });
const model = (...parts: ModelMessage["parts"]): ModelMessage => ({ role: "assistant", parts });

describe("messages in the Anthropic format", () => {
	it("sends signed thoughts back verbatim and leaves unsigned ones out", () => {
		const [message] = toWireMessages([
			model(
				{ type: "reasoning", text: "Hm.", signature: "SIG" },
				{ type: "reasoning", text: "", signature: "redacted_thinking:ENC" },
				{ type: "reasoning", text: "other provider's" },
				text("Yes."),
			),
		]);
		expect(message?.content).toEqual([
			{ type: "thinking", thinking: "Hm.", signature: "SIG" },
			{ type: "redacted_thinking", data: "ENC" },
			{ type: "text", text: "Yes." },
		]);
	});

	it("ends no answer with a thought: what was stopped behind one is sent without", () => {
		const thought = { type: "reasoning" as const, text: "Hm.", signature: "SIG" };
		expect(toWireMessages([model(thought, text(" \n"))])).toEqual([]);
		expect(toWireMessages([model(thought, text("a"), thought)])[0]?.content).toEqual([
			{ type: "thinking", thinking: "Hm.", signature: "SIG" },
			text("a"),
		]);
	});

	it("marks no result with an image as failed", () => {
		const image = { type: "image" as const, mediaType: "image/png" as const, data: "AA==" };
		const result = { type: "tool_result" as const, callId: "c", parts: [text("no"), image], isError: true };
		expect(toWireMessages([user(result)])[0]?.content[0]).not.toHaveProperty("is_error");
	});

	it("never sends empty text, and keeps the white space inside of an answer", () => {
		expect(
			toWireMessages([
				user(text(""), text(" \n")),
				model(text("a"), text("\n\n"), text("b")),
				user(text("x"), text("")),
			]),
		).toEqual([
			{ role: "assistant", content: [text("a\n\nb")] },
			{ role: "user", content: [text("x")] },
		]);
	});

	it("merges neighbours of one role, results first", () => {
		const result = { type: "tool_result" as const, callId: "c1", parts: [], isError: true };
		expect(toWireMessages([user(text("a")), user(text("b"), result)])).toEqual([
			{
				role: "user",
				content: [
					{ type: "tool_result", tool_use_id: "c1", content: [text("(empty)")], is_error: true },
					text("a"),
					text("b"),
				],
			},
		]);
	});

	it("pairs calls and results also when another provider's ids are not allowed here", () => {
		const wire = toWireMessages([
			model({ type: "tool_call", callId: "functions.f:0", name: "f", arguments: '{"a":[1]}' }),
			user({ type: "tool_result", callId: "functions.f:0", parts: [text("ok")], isError: false }),
		]);
		expect(wire[0]?.content).toEqual([
			{ type: "tool_use", id: "functions_f_0", name: "f", input: { a: [1] } },
		]);
		expect(wire[1]?.content).toMatchObject([{ tool_use_id: "functions_f_0" }]);
	});

	it.each([
		["", {}],
		["{", { unreadable: "{" }],
		["[1]", { value: [1] }],
	])("makes an object of the arguments %j", (json, input) => {
		const [message] = toWireMessages([model({ type: "tool_call", callId: "c", name: "f", arguments: json })]);
		expect(message?.content).toMatchObject([{ input }]);
	});

	it("converts each message once", () => {
		const message = user(text("hi"));
		expect(toWireMessages([message])[0]?.content[0]).toBe(toWireMessages([message])[0]?.content[0]);
	});

	it("gives for N messages a prefix, block by block, of what it gives for more", () => {
		const blocks = (messages: readonly ModelMessage[]): WireBlock[] =>
			toWireMessages(messages).flatMap(({ content }) => content);
		fc.assert(
			fc.property(anyMessages, fc.nat(), (messages, at) => {
				// cut after an answer: an empty one lets the messages around it grow together
				const filled = messages.filter((message) => toWireMessages([message]).length > 0);
				const alternating = filled.filter((message, index) => message.role !== filled[index - 1]?.role);
				const before = blocks(alternating.slice(0, at % (alternating.length + 1)));
				expect(blocks(alternating).slice(0, before.length)).toEqual(before);
			}),
		);
	});

	it("keeps roles alternating whatever comes", () => {
		fc.assert(
			fc.property(anyMessages, (messages) => {
				const roles = toWireMessages(messages).map(({ role }) => role);
				expect(roles.every((role, at) => role !== roles[at - 1])).toBe(true);
			}),
		);
	});

	it("marks copies, never the shared blocks", () => {
		const message = user(text("hi"));
		markedMessages(toWireMessages([message]));
		expect(JSON.stringify(toWireMessages([message]))).not.toContain("cache_control");
	});
});
