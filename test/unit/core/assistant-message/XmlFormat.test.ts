import type { IgnoredCall } from "@core/assistant-message/ToolCallFormat";
import { XmlFormat } from "@core/assistant-message/XmlFormat";
import type { ToolDefinition } from "@core/tools/BaseTool";
import { boolean, freeText, text } from "@core/tools/parameters";
import type { ToolCall } from "@shared/tools";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { countingIds, outcomes, tools } from "./parserHarness";

const format = new XmlFormat();
const one = { mayCallMany: false };
const limits = { maxMessageChars: 1_000_000, maxParameterChars: 1_000_000 };

function call(name: string, params: Record<string, unknown>): ToolCall {
	return { callId: "c1", name, params, source: "" };
}

function textOf(parts: readonly { type: string }[]): string {
	return parts.map((part) => ("text" in part ? part.text : "")).join("");
}

function parseAll(message: string) {
	const parser = format.createParser(tools, limits, countingIds());
	return outcomes([...parser.push({ type: "text", text: message }), ...parser.finish()]);
}

describe("the prompt's section", () => {
	const definition: ToolDefinition = {
		name: "write_to_file",
		group: "edit",
		description: "Writes a file.",
		parameters: z.object({
			path: text("the file"),
			content: freeText("all of it"),
			overwrite: boolean("replace it").optional(),
		}),
		example: { content: "one", path: "\na.txt\n" },
	};

	test("describes each tool with its parameters and one example, in the order of the schema", () => {
		expect(format.systemPromptSection([definition], one)).toContain(
			[
				"## write_to_file",
				"Writes a file.",
				"- path: the file",
				"- content: all of it",
				"- overwrite?: replace it",
				"<write_to_file>",
				"<path>a.txt</path>",
				"<content>",
				"one",
				"</content>",
				"</write_to_file>",
			].join("\n"),
		);
	});

	test("says that one call a message is the rule only where it is", () => {
		expect(format.systemPromptSection([], one)).toMatch(/One call a message/);
		expect(format.systemPromptSection([], { mayCallMany: true })).not.toMatch(/One call a message/);
	});

	test("a tool without parameters", () => {
		const bare = { ...definition, name: "list_tabs", parameters: z.object({}), example: {} };
		expect(format.systemPromptSection([bare], one)).toMatch(
			/## list_tabs\nWrites a file\.\n<list_tabs>\n<\/list_tabs>$/,
		);
	});

	test("shows no call that would be read as one", () => {
		const section = format.systemPromptSection([], one);
		expect(section).toContain("<![CDATA[");
		expect(parseAll(section)).toEqual([{ text: section }]);
	});
});

describe("a call that is sent back", () => {
	test("stands on its lines, long values on lines of their own", () => {
		const rendered = format.renderToolCall(call("apply_diff", { path: "a", diff: "1\n2", extra: undefined }));
		expect(textOf(rendered)).toBe("<apply_diff>\n<path>a</path>\n<diff>\n1\n2\n</diff>\n</apply_diff>");
	});

	test("gives JSON values as JSON", () => {
		const rendered = format.renderToolCall(call("read_file", { start_line: 3, files: [{ path: "a" }] }));
		expect(textOf(rendered)).toBe(
			'<read_file>\n<start_line>3</start_line>\n<files>[{"path":"a"}]</files>\n</read_file>',
		);
	});

	test("reads as the same values again, whatever they hold", () => {
		const piece = fc.constantFrom(
			"</content>",
			"<content>",
			"</write_to_file>",
			"<write_to_file>",
			"\n",
			"x",
			" ",
			"<",
		);
		const value = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
		fc.assert(
			fc.property(value, (content) => {
				// a lone value at the edge of the newline rule is not told apart: "\nx\n" and "x"
				fc.pre(!/^\n|\n$/.test(content) || content.trim() === content);
				const rendered = textOf(format.renderToolCall(call("write_to_file", { path: "a", content })));
				expect(parseAll(rendered)).toEqual([{ call: "write_to_file", params: { path: "a", content } }]);
			}),
		);
	});
});

describe("a result", () => {
	const header = (toolCall: ToolCall) => textOf(format.renderToolResult(toolCall, []).slice(0, 1));

	test("its header and its parts", () => {
		const image = { type: "image" as const, mediaType: "image/png", data: "AA" };
		expect(
			format.renderToolResult(call("read_file", { path: "a.ts" }), [{ type: "text", text: "1 | x" }, image]),
		).toEqual([
			{ type: "text", text: "[read_file for 'a.ts'] Result:" },
			{ type: "text", text: "1 | x" },
			image,
		]);
	});

	test.each([
		["no parameter", call("list_tabs", {}), "[list_tabs] Result:"],
		[
			"the path before the regex",
			call("search_files", { regex: "x", path: "src" }),
			"[search_files for 'src'] Result:",
		],
		["a command", call("execute_command", { cwd: "x", command: "ls" }), "[execute_command for 'ls'] Result:"],
		["any short value", call("foo", { long: "a\nb", other: " v " }), "[foo for 'v'] Result:"],
		["only long values", call("attempt_completion", { result: "a\nb" }), "[attempt_completion] Result:"],
		["values that are no text", call("foo", { n: 3, list: ["x"] }), "[foo] Result:"],
		[
			"several files",
			call("read_file", { args: "<file><path>a</path></file>\n<file><path> b </path></file>" }),
			"[read_file for 'a, b'] Result:",
		],
		["a long value is cut", call("foo", { path: "x".repeat(101) }), `[foo for '${"x".repeat(99)}…'] Result:`],
		["one of 100 is not", call("foo", { path: "x".repeat(100) }), `[foo for '${"x".repeat(100)}'] Result:`],
	])("names %s", (_name, toolCall, expected) => {
		expect(header(toolCall)).toBe(expected);
	});
});

describe("the reminder", () => {
	test("says what to do", () => {
		expect(format.reminder([])).toMatch(/^Your last message called no tool\..*answer plainly/);
	});

	test("names each ignored call once, and why", () => {
		const ignored: IgnoredCall[] = [
			{ name: "read_file", reason: "in_fence" },
			{ name: "read_file", reason: "in_fence" },
			{ name: "view", reason: "mid_line" },
		];
		expect(format.reminder(ignored).split("\n").slice(0, -1)).toEqual([
			"Your call of read_file was not run: it stood in a code fence.",
			"Your call of view was not run: its tag did not begin a line.",
		]);
	});
});
