import { describe, expect, test } from "vitest";
import { chunked, coalesce, createParser, outcomes, parse } from "./parserHarness";

const text = (value: string) => ({ type: "text" as const, text: value });
const reasoning = (value: string) => ({ type: "reasoning" as const, text: value });
const signature = { type: "reasoning_signature" as const, signature: "sig" };

describe("what streams", () => {
	test("a short call: its events in order, one id", () => {
		const { events } = parse(
			chunked("Go.\n<execute_command><command> ls -l </command></execute_command>", 4),
		);
		expect(coalesce(events)).toEqual([
			{ type: "text_delta", blockId: "b1", text: "Go.\n" },
			{ type: "text_end", blockId: "b1", text: "Go.\n" },
			{ type: "call_started", callId: "c1", name: "execute_command" },
			{ type: "param_delta", callId: "c1", param: "command", text: "ls -l" },
			{ type: "param_end", callId: "c1", param: "command", value: "ls -l" },
			{
				type: "call_completed",
				callId: "c1",
				call: {
					callId: "c1",
					name: "execute_command",
					params: { command: "ls -l" },
					source: "<execute_command><command> ls -l </command></execute_command>",
				},
			},
		]);
	});

	test("a call without free text is complete at its close tag, before the message ends", () => {
		const parser = createParser();
		const events = parser.push(text("<read_file><path>a</path></read_file>\nand"));
		expect(events.map((event) => event.type)).toEqual([
			"call_started",
			"param_delta",
			"param_end",
			"call_completed",
			"text_delta",
		]);
	});

	test("a call with free text is previewed, and complete when the message ends", () => {
		const parser = createParser();
		const pieces = [
			"<write_to_file><path>a</path><content>\nline 1\n",
			"line 2\n</con",
			"tent>\n</write_to_file>\nmore",
		];
		expect(pieces.map((piece) => coalesce(parser.push(text(piece))).slice(-1))).toEqual([
			[{ type: "param_delta", callId: "c1", param: "content", text: "line 1" }],
			[{ type: "param_delta", callId: "c1", param: "content", text: "\nline 2" }],
			[],
		]);
		expect(parser.finish().map((event) => event.type)).toEqual([
			"param_end",
			"call_completed",
			"text_delta",
			"text_end",
		]);
	});

	test("what the preview left out of a value that grew is shown at the end", () => {
		const input =
			"<attempt_completion><result>a</result></attempt_completion> b</result></attempt_completion>";
		const { events } = parse([input]);
		expect(coalesce(events)).toContainEqual({
			type: "param_delta",
			callId: "c1",
			param: "result",
			text: "a</result></attempt_completion> b",
		});
	});

	test("a preview of CDATA shows the value", () => {
		const input = "<attempt_completion><result><![CDATA[\na </result> b\n]]></result></attempt_completion>";
		expect(coalesce(parse(chunked(input, 2)).events)).toContainEqual({
			type: "param_delta",
			callId: "c1",
			param: "result",
			text: "a </result> b",
		});
	});

	test.each([
		["an inner pair", "a <result>b</result></attempt_completion> c"],
		["a parameter that was given", "a</result><result>b</result> c"],
		["a stray end", "a</result> b</attempt_completion> c"],
	])("a preview goes on behind %s", (_name, value) => {
		const parser = createParser();
		const events = parser.push(text(`<attempt_completion><result>${value}`));
		expect(coalesce(events).at(-1)).toEqual({
			type: "param_delta",
			callId: "c1",
			param: "result",
			text: value,
		});
	});

	test("a short parameter that is given twice is previewed once", () => {
		const { events } = parse(["<read_file><path>a</path><path>b</path></read_file>"]);
		expect(events.filter((event) => event.type === "param_delta").map((event) => event.text)).toEqual(["a"]);
	});

	test("a preview does not wait for long white space behind a close tag", () => {
		const parser = createParser();
		const events = parser.push(text(`<attempt_completion><result>x</result>${" ".repeat(600)}`));
		expect(coalesce(events).at(-1)).toMatchObject({ text: `x</result>${" ".repeat(600)}` });
	});

	test("a possible tag is held back until it is none", () => {
		const parser = createParser();
		expect(parser.push(text("ok\n<rea"))).toEqual([{ type: "text_delta", blockId: "b1", text: "ok\n" }]);
		expect(parser.push(text("d_file>"))).toEqual([]);
		expect(parser.push(text(" x"))).toEqual([{ type: "text_delta", blockId: "b1", text: "<read_file> x" }]);
	});
});

describe("reasoning that comes as chunks", () => {
	test("it is a block of its own, without source", () => {
		const { events } = parse([reasoning("so "), reasoning("it is"), signature, "Yes."]);
		expect(coalesce(events)).toEqual([
			{ type: "reasoning_delta", blockId: "b1", text: "so it is" },
			{ type: "reasoning_end", blockId: "b1", text: "so it is", signature: "sig" },
			{ type: "text_delta", blockId: "b2", text: "Yes." },
			{ type: "text_end", blockId: "b2", text: "Yes." },
		]);
	});

	test("text ends it when no signature does, and empty chunks do nothing", () => {
		const { events } = parse([reasoning("a"), "", reasoning(""), reasoning("b"), "c", reasoning(""), "d"]);
		expect(outcomes(events)).toEqual([{ thinking: "ab" }, { text: "cd" }]);
	});

	test("a signature alone is a block: it must be sent back", () => {
		expect(parse([signature]).events).toEqual([
			{ type: "reasoning_end", blockId: "b1", text: "", signature: "sig" },
		]);
	});

	test("it waits for the end of an open call", () => {
		const pieces = ["<read_file><path>a", reasoning("hm"), ".ts</path></read_file> ok"];
		expect(outcomes(parse(pieces).events)).toEqual([
			{ call: "read_file", params: { path: "a.ts" } },
			{ thinking: "hm" },
			{ text: " ok" },
		]);
	});

	test("a call may open directly behind it", () => {
		const pieces = ["Ok, ", reasoning("hm"), "<read_file><path>a.ts</path></read_file>"];
		expect(outcomes(parse(pieces).events)).toEqual([
			{ text: "Ok, " },
			{ thinking: "hm" },
			{ call: "read_file", params: { path: "a.ts" } },
		]);
	});

	test("chunks of other kinds are not the parser's", () => {
		const nativeCall = { type: "tool_call" as const, index: 0, name: "read_file", arguments: "{}" };
		const { events } = parse(["a", nativeCall, { type: "stop", reason: "end" }, "b"]);
		expect(outcomes(events)).toEqual([{ text: "ab" }]);
	});
});
