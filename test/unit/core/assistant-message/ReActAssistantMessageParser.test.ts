import { formatOf } from "@core/assistant-message/formats";
import { text as shortText } from "@core/tools/parameters";
import type { StreamChunk } from "@shared/provider";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { countingIds, outcomes, type ParseOptions, parse, tools } from "./parserHarness";

const react = (message: string | readonly (string | StreamChunk)[], options: ParseOptions = {}) =>
	parse(typeof message === "string" ? [message] : message, { ...options, format: "react" });
const read = (message: string | readonly (string | StreamChunk)[], options?: ParseOptions) =>
	outcomes(react(message, options).events);

const q3 = '"""';

describe("one step", () => {
	test("a thought and an action", () => {
		expect(read('Thought: I look.\nAction: read_file({"path": "a.ts", "start_line": 3})')).toEqual([
			{ text: "Thought: I look.\n" },
			{ call: "read_file", params: { path: "a.ts", start_line: 3 } },
		]);
	});

	test.each([
		["keywords", 'read_file(path="a", start_line=3)', { path: "a", start_line: 3 }],
		[
			"spaces and line breaks between",
			'read_file (\n  path = "a" ,\n start_line=3,\n)',
			{ path: "a", start_line: 3 },
		],
		["by position", 'execute_command("ls", "src")', { command: "ls", cwd: "src" }],
		["by position, then by name", 'execute_command("ls", cwd="src")', { command: "ls", cwd: "src" }],
		["nothing", "list_tabs()", {}],
		["an empty object", "list_tabs( {} )", {}],
		["single quotes", "read_file({'path': 'a'})", { path: "a" }],
		["bare names", 'read_file({path: "a",})', { path: "a" }],
		["brackets in strings", `execute_command("echo ')' \\"}\\" (")`, { command: `echo ')' "}" (` }],
		["an escape that JSON does not know", 'execute_command("grep \\d+\\.ts")', { command: "grep \\d+\\.ts" }],
		["escapes", 'execute_command("\\u00e9\\t\\"\\\\ \\/")', { command: 'é\t"\\ /' }],
		["a broken unicode escape", 'execute_command("\\u00g")', { command: "\\u00g" }],
		["an empty string", 'execute_command("", cwd="")', { command: "", cwd: "" }],
		[
			"lists and objects",
			"read_file(args=[{'path': \"b\", 'n': [1, 2.5]}, None, True])",
			{ args: [{ path: "b", n: [1, 2.5] }, null, true] },
		],
		["None is left out", "read_file(path='a', args=None)", { path: "a" }],
		["flags", 'search_replace("a", replace_all=True)', { file_path: "a", replace_all: true }],
	])("%s", (_name, action, params) => {
		expect(read(`Action: ${action}`)).toEqual([{ call: expect.any(String), params }]);
	});

	test.each([
		["Action Input on the next line", 'Action: read_file\nAction Input: {"path": "a"}'],
		["Action Input behind an empty line", 'Action: read_file \r\n\nAction Input:\n{"path": "a"}'],
		["bold headings", '**Action:** read_file\n**Action Input:** {"path": "a"}'],
		["bold words", '**Action**: read_file(path="a")'],
		["indented", '   Action: read_file(path="a")'],
		[
			"what stands behind a short action",
			'Action: read_file(path="a") and then I look.\nAction: list_tabs()',
		],
		["a made-up result", 'Action: read_file(path="a")\nObservation: It is empty.\nThought: Done.'],
	])("%s", (_name, message) => {
		expect(read(message).filter((outcome) => "call" in outcome)).toEqual([
			{ call: "read_file", params: { path: "a" } },
		]);
	});

	test.each([
		["of a tool that is known", "Action: list_tabs", [{ call: "list_tabs", params: {} }]],
		["followed by something else", "Action: list_tabs\nThought: done", [{ call: "list_tabs", params: {} }]],
		["of none", "Action: nothing\n", [{ text: "Action: nothing\n" }]],
		["in a sentence", "Action: read_file the file", [{ text: "Action: read_file the file" }]],
	])("a name alone on its line, %s", (_name, message, expected) => {
		expect(read(message)).toEqual(expected);
	});

	test("an unknown tool", () => {
		expect(read("Action: teleport({})")).toEqual([{ call: "teleport", params: {} }]);
	});

	test("positional arguments go by what the prompt offers", () => {
		const offered = [
			{
				name: "read_file",
				group: "read" as const,
				description: "",
				parameters: z.object({ start_line: shortText(""), path: shortText("") }),
				example: {},
			},
		];
		const parser = formatOf("react").createParser(
			tools,
			{ maxMessageChars: 1e6, maxParameterChars: 1e6 },
			countingIds(),
			offered,
		);
		const events = parser.push({ type: "text", text: 'Action: read_file("3", "a")' });
		expect(outcomes([...events, ...parser.finish()])).toEqual([
			{ call: "read_file", params: { start_line: "3", path: "a" } },
		]);
	});

	test("a prose answer is prose", () => {
		const text = "Thought: nothing to do.\nAll is well. A small Act: none.\n";
		expect(read(text)).toEqual([{ text }]);
	});
});

describe("long texts", () => {
	const written = (content: string) => [{ call: "write_to_file", params: { path: "a", content } }];
	const write = (content: string) => `Action: write_to_file(path="a", content=${content})`;

	test.each([
		["triple quotes, as they are", `${q3}\nx = "\\n"  # )\n\ty\n${q3}`, 'x = "\\n"  # )\n\ty'],
		["on one line", `${q3}one${q3}`, "one"],
		["only one line break at each end goes", `${q3}\n\none\n\n${q3}`, "\none\n"],
		["carriage returns", `${q3}\r\none\r\n${q3}`, "one"],
		["empty", `${q3}${q3}`, ""],
		["a line break only", `${q3}\n${q3}`, ""],
		["quotes in the text", `${q3}say "hi" or ""${q3}`, 'say "hi" or ""'],
		["a quote at its end", `${q3}say "hi"${q3}`, 'say "hi"'],
		["the other kind", `'''\n${q3}Doc.${q3}\n'''`, `${q3}Doc.${q3}`],
		[
			"a docstring that something follows",
			`${q3}\ndef f():\n  ${q3}Doc.${q3}\n  return 1\n${q3}`,
			`def f():\n  ${q3}Doc.${q3}\n  return 1`,
		],
		["a string over several lines", '"one\ntwo"', "one\ntwo"],
		["a JSON string", '"one\\ntwo"', "one\ntwo"],
	])("%s", (_name, literal, content) => {
		expect(read(write(literal))).toEqual(written(content));
	});

	test("what follows up to the next heading is discarded", () => {
		expect(read(`${write('"x"')}\nNow I wait.\nAction: execute_command("rm x")`)).toEqual(written("x"));
		expect(read(`${write('"x"')}\nObservation: done ")"`)).toEqual(written("x"));
	});

	test("nothing more is shown or read once a result is made up", () => {
		const parser = formatOf("react").createParser(
			tools,
			{ maxMessageChars: 1e6, maxParameterChars: 1e6 },
			countingIds(),
		);
		parser.push({ type: "text", text: `${write('"x"')}\nObser` });
		expect(parser.isOver).toBe(false);
		const events = parser.push({ type: "text", text: "vation: it worked\n" });
		expect(events.map((event) => event.type)).toEqual(["call_completed"]);
		expect(parser.isOver).toBe(true);
		expect(parser.push({ type: "text", text: 'Action: execute_command("rm x")' })).toEqual([]);
		expect(parser.finish(true)).toEqual([]);
	});

	test("a short action is over with its line", () => {
		const parser = formatOf("react").createParser(
			tools,
			{ maxMessageChars: 1e6, maxParameterChars: 1e6 },
			countingIds(),
		);
		parser.push({ type: "text", text: 'Action: read_file(path="a"' });
		expect(parser.isOver).toBe(false);
		expect(parser.push({ type: "text", text: ") x" })).toEqual([]);
		const events = parser.push({ type: "text", text: "\nand more" });
		expect(events).toMatchObject([
			{ type: "call_completed", call: { source: 'Action: read_file(path="a")' } },
		]);
		expect(parser.isOver).toBe(true);
	});
});

describe("what cannot be read for certain is refused", () => {
	const problem = (message: string, options?: ParseOptions) => {
		const call = read(message, options).find((outcome) => "call" in outcome);
		return call !== undefined && "call" in call ? (call.problem ?? "runs") : "no call";
	};
	const write = (content: string) => `Action: write_to_file(path="a", content=${content})`;

	test.each([
		[
			"a quote in a text that ends the call too early",
			write('"print(")")\nmore\n"'),
			/not clear where the arguments/,
		],
		[
			"triple quotes in triple quotes, before a bracket",
			write(`${q3}\nf(${q3}a${q3})\nb\n${q3}`),
			/not clear where/,
		],
		[
			"triple quotes that look like an argument's end",
			write(`${q3}\nf(${q3}a${q3}, b=1)\nc\n${q3}`),
			/not clear where/,
		],
		[
			"an unescaped quote",
			write('"say "hi" now"'),
			/a comma or \) was expected near "content", but there is "h"/,
		],
		["a text without quotes", "Action: read_file(src/a.ts)", /= or text in quotes was expected/],
		["a bare word", "Action: read_file(path=abc)", /value of path is neither text in quotes nor JSON/],
		["a colon for =", 'Action: read_file(path: "a")', /= or text in quotes/],
		["too many", 'Action: list_tabs("a")', /a parameter's name was expected/],
		["a parameter twice", 'Action: read_file(path="a", path="b")', /given "path" twice/],
		["text behind an object", 'Action: read_file({"path": "a"}, 1)', /\) was expected/],
		["no end", 'Action: read_file(path="a"', /end after \d+ characters, incomplete\./],
		["no end of a string", 'Action: read_file(path="a)', /incomplete/],
		["Action Input without an object", "Action: read_file\nAction Input: a.ts", /{ was expected/],
		["a nested value that is none", "Action: read_file(args=[1, b])", /neither text in quotes nor JSON/],
		["a name twice in a nested value", "Action: read_file(args={'a': 1, 'a': 2})", /neither/],
		["a value that is too deep", `Action: read_file(args=${"[".repeat(99)}${"]".repeat(99)})`, /neither/],
	])("%s", (_name, message, expected) => {
		expect(problem(message)).toMatch(expected);
	});

	test("a message that was cut: within a call, or behind a long one", () => {
		expect(problem('Action: read_file(path="a', { isCut: true })).toMatch(/because the message was cut off/);
		expect(problem(write('"x"'), { isCut: true })).toMatch(/cut off right behind write_to_file/);
		expect(problem("Final Answer: It is", { isCut: true })).toMatch(/because the message was cut off/);
		expect(problem('Action: read_file(path="a")', { isCut: true })).toMatch(/cut off right behind read_file/);
		expect(problem('Action: read_file(path="a")\nand', { isCut: true })).toBe("runs");
	});

	test("past the limits", () => {
		expect(problem(write('"123456"'), { limits: { maxParameterChars: 5 } })).toMatch(
			/call_too_large.*"content" has 6/,
		);
		expect(problem(write('"1"'), { limits: { maxMessageChars: 20 } })).toMatch(
			/call_too_large.*the limit is 20/,
		);
	});

	test("the whole malformed action goes back as it was, up to a made-up result", () => {
		const message = "Action: read_file(src/a.ts)\nmore\nObservation: x";
		const completed = react(message).events.at(-1);
		expect(completed).toMatchObject({ call: { source: "Action: read_file(src/a.ts)\nmore" } });
	});
});

describe("the final answer", () => {
	test.each([
		["Final Answer: It is 42.", "It is 42."],
		["FinalAnswer: It is 42.", "It is 42."],
		["**Final Answer:** It is 42.\n", "It is 42."],
		["Final Answer:\n\nOne.\n```\nAction: list_tabs()\n```\n", "One.\n```\nAction: list_tabs()\n```"],
		["Final Answer: A\nObservation: none", "A"],
		["Final Answer: Observation: a bird", "Observation: a bird"],
		["Final Answer:", ""],
	])("%j", (message, result) => {
		expect(read(message)).toEqual([{ call: "attempt_completion", params: { result } }]);
	});

	test("is shown while it streams, but for what may be no part of it", () => {
		const parser = formatOf("react").createParser(
			tools,
			{ maxMessageChars: 1e6, maxParameterChars: 1e6 },
			countingIds(),
		);
		const shown = ["Final Answer:", " It", " is\n", "Obs", "olete", "\n Observ", "ation: x"].map((text) =>
			parser
				.push({ type: "text", text })
				.flatMap((event) => (event.type === "param_delta" ? [event.text] : [])),
		);
		expect(shown).toEqual([[], ["It"], [" is"], [], ["\nObsolete"], [], []]);
		expect(parser.isOver).toBe(true);
	});
});

describe("where no action counts", () => {
	test.each([
		["in a fence", '```\nAction: read_file(path="a")\n```', "in_fence"],
		["in inline code", 'Use `\nAction: read_file(path="a")` so.', "in_inline_code"],
		["within a line", 'Thought: I look. Action: read_file(path="a")', "mid_line"],
		["in a list", '- Action: read_file(path="a")', "mid_line"],
		["in reasoning", '<think>\nAction: read_file(path="a")\n</think>done', "in_thinking"],
	])("%s", (_name, message, reason) => {
		const { events, ignored } = react(message);
		expect(outcomes(events).some((outcome) => "call" in outcome)).toBe(false);
		expect(ignored).toEqual([{ name: "read_file", reason }]);
	});

	test("an action behind reasoning or a fence counts", () => {
		expect(read('<think>hm</think>Action: read_file(path="a")')).toEqual([
			{ thinking: "hm" },
			{ call: "read_file", params: { path: "a" } },
		]);
		expect(read('```\nx\n```\nAction: read_file(path="a")')).toEqual([
			{ text: "```\nx\n```\n" },
			{ call: "read_file", params: { path: "a" } },
		]);
	});

	test("a name alone is the action when reasoning of the provider follows", () => {
		expect(read(["Action: list_tabs", { type: "reasoning", text: "hm" }])).toEqual([
			{ call: "list_tabs", params: {} },
		]);
	});

	test("reasoning of the provider stands between blocks; within an action it is dropped", () => {
		expect(
			read([
				{ type: "reasoning", text: "hm" },
				"Thought: so.\nAction: read_file(",
				{ type: "reasoning", text: "late" },
				'path="a")',
			]),
		).toEqual([{ thinking: "hm" }, { text: "Thought: so.\n" }, { call: "read_file", params: { path: "a" } }]);
	});
});
