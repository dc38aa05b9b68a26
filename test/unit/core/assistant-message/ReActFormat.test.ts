import { ReActFormat } from "@core/assistant-message/ReActFormat";
import type { ToolDefinition } from "@core/tools/BaseTool";
import { boolean, freeText, integer, text } from "@core/tools/parameters";
import type { ToolCall } from "@shared/tools";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { countingIds, outcomes, tools } from "./parserHarness";

const format = new ReActFormat();
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
			line_count: integer("lines").optional(),
			overwrite: boolean("replace it").optional(),
			mode: z.enum(["a", "b"]).optional(),
			files: z
				.array(z.object({ path: z.string(), lines: z.array(z.union([z.int(), z.string()])).optional() }))
				.optional(),
		}),
		example: { path: "\na.txt\n", content: "one\ntwo", line_count: "2" },
	};

	test("describes each tool by its signature, its parameters and one call", () => {
		expect(format.systemPromptSection([definition])).toContain(
			[
				'## write_to_file(path: string, content: string, line_count?: integer, overwrite?: boolean, mode?: "a" | "b", files?: [{path: string, lines?: [integer | string]}])',
				"Writes a file.",
				"- path: the file",
				"- content: all of it",
				"- line_count: lines",
				"- overwrite: replace it",
				'Action: write_to_file(path="a.txt", content="""',
				"one",
				"two",
				'""", line_count=2)',
			].join("\n"),
		);
	});

	test("its examples are read as they are meant", () => {
		const section = format.systemPromptSection([definition]);
		const example = section.slice(section.lastIndexOf("Action: write_to_file"));
		expect(parseAll(example)).toEqual([
			{ call: "write_to_file", params: { path: "a.txt", content: "one\ntwo", line_count: 2 } },
		]);
	});

	test("asks the server to stop before a result is made up", () => {
		expect(format.stop).toEqual(["\nObservation:"]);
	});
});

describe("a call that is sent back", () => {
	test("several lines stand in triple quotes, all else as JSON", () => {
		const rendered = format.renderToolCall(
			call("apply_diff", { path: "a", diff: "1\n2", n: [1], extra: undefined }),
		);
		expect(textOf(rendered)).toBe('Action: apply_diff(path="a", diff="""\n1\n2\n""", n=[1])');
	});

	test("without parameters, and verbatim when it was made so", () => {
		expect(textOf(format.renderToolCall(call("read_file", {})))).toBe("Action: read_file()");
		expect(textOf(format.repeatToolCall({ ...call("x", {}), source: "Action: x ( )" }))).toBe(
			"Action: x ( )",
		);
	});

	test("a completion is the final answer, unless it holds more", () => {
		expect(textOf(format.renderToolCall(call("attempt_completion", { result: "Done." })))).toBe(
			"Final Answer: Done.",
		);
		const more = format.renderToolCall(call("attempt_completion", { result: "Done.", command: "ls" }));
		expect(textOf(more)).toBe('Action: attempt_completion(result="Done.", command="ls")');
	});

	test("reads as the same values again, whatever they hold", () => {
		const piece = fc.constantFrom(
			'"""',
			"'''",
			'"',
			"'",
			'")',
			")",
			"\\",
			"\n",
			"\r\n",
			"\r",
			"x",
			" ",
			"\nObservation:",
			"\nAction: list_tabs()",
			",",
			"é",
			"```",
		);
		const content = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
		fc.assert(
			fc.property(content, content, (first, second) => {
				const params = { old_string: first, new_string: second };
				const rendered = textOf(format.renderToolCall(call("search_replace", params)));
				expect(parseAll(rendered)).toEqual([{ call: "search_replace", params }]);
				const final = format.renderToolCall(call("attempt_completion", { result: first }));
				expect(parseAll(textOf(final))).toEqual([{ call: "attempt_completion", params: { result: first } }]);
			}),
		);
	});

	test("names that are no words", () => {
		const rendered = textOf(format.renderToolCall(call("read_file", { "a b": 1, path: "x" })));
		expect(parseAll(rendered)).toEqual([{ call: "read_file", params: { "a b": 1, path: "x" } }]);
	});
});

test("a result is an observation that says whose it is", () => {
	const image = { type: "image" as const, mediaType: "image/png", data: "AA" };
	expect(
		format.renderToolResult(call("read_file", { path: "a.ts" }), [{ type: "text", text: "1 | x" }, image]),
	).toEqual([
		{ type: "text", text: "Observation: [read_file for 'a.ts'] Result:" },
		{ type: "text", text: "1 | x" },
		image,
	]);
	expect(
		textOf(format.renderToolResult(call("read_file", { files: [{ path: "a" }, { path: "b" }] }), [])),
	).toBe("Observation: [read_file for 'a, b'] Result:");
});

test("the reminder says what to do, and names what did not count", () => {
	expect(format.reminder([])).toMatch(/^Your last message holds no action\..*answer plainly/);
	expect(format.reminder([{ name: "view", reason: "mid_line" }])).toMatch(
		/^Your call of view was not run: Action: did not begin its line\.\n/,
	);
});
