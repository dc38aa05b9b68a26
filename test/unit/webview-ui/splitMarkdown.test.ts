import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openFence, splitMarkdown } from "../../../webview-ui/src/text/splitMarkdown";

describe("splitMarkdown", () => {
	const cases: readonly (readonly [string, string, readonly string[]])[] = [
		["paragraphs", "one\n\ntwo\n", ["one\n\n", "two\n"]],
		[
			"a fence with blank lines stays whole",
			"a\n\n```ts\nx\n\ny\n```\n\nb",
			["a\n\n", "```ts\nx\n\ny\n```\n\n", "b"],
		],
		[
			"a longer fence is closed by as long a one",
			"````\n```\n\n```\n````\n\nb",
			["````\n```\n\n```\n````\n\n", "b"],
		],
		["a loose list stays whole", "- a\n\n- b\n\n  more\n\nend", ["- a\n\n- b\n\n  more\n\n", "end"]],
		["a list after a paragraph begins a block", "a\n\n- b", ["a\n\n", "- b"]],
		["an open fence takes the rest", "a\n\n```\nb\n\nc", ["a\n\n", "```\nb\n\nc"]],
		[
			"a text with link definitions is not cut",
			"[a]\n\n[a]: https://example.org",
			["[a]\n\n[a]: https://example.org"],
		],
		["nothing", "", []],
	];
	it.each(cases)("%s", (_name, text, blocks) => expect(splitMarkdown(text)).toEqual(blocks));

	const line = fc.constantFrom(
		"",
		"text",
		"- item",
		"  indented",
		"```",
		"~~~",
		"1. one",
		"> quote",
		"# head",
	);
	const document = fc.array(line, { maxLength: 20 }).map((lines) => lines.join("\n"));

	it("loses nothing", () => {
		fc.assert(
			fc.property(document, (text) => {
				expect(splitMarkdown(text).join("")).toBe(text);
			}),
		);
	});

	it("leaves finished blocks as they are when text is appended", () => {
		fc.assert(
			fc.property(document, document, (text, more) => {
				const finished = splitMarkdown(text).slice(0, -1);
				expect(splitMarkdown(text + more).slice(0, finished.length)).toEqual(finished);
			}),
		);
	});
});

describe("openFence", () => {
	it("finds the code that still streams", () => {
		expect(openFence("before\n```ts title=x\nconst a")).toEqual({
			before: "before\n",
			language: "ts",
			code: "const a",
		});
		expect(openFence("```")).toEqual({ before: "", language: "", code: "" });
	});
	it("finds nothing once the fence is closed, or inside a list", () => {
		expect(openFence("```\na\n```\n")).toBeUndefined();
		expect(openFence("- item\n  ```\n  a")).toBeUndefined();
	});
});
