import { parseLenient } from "@core/assistant-message/json/parseLenient";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

describe("a value as models write it", () => {
	test.each<[string, unknown]>([
		["'a'", "a"],
		['""', ""],
		["''", ""],
		['["""\na "b"\n""" ]', ['a "b"']],
		["['', \"\"]", ["", ""]],
		["(1, 2,)", [1, 2]],
		["{a: 1, 'b-c': [True, False, None],}", { a: 1, "b-c": [true, false, null] }],
		["-1.5e3", -1500],
		["+.5", 0.5],
		["[]", []],
		["{}", {}],
		['[\'"""\']', ['"""']],
		["{'x': '''\ny\n'''}", { x: "y" }],
		['{"__proto__": 1}', JSON.parse('{"__proto__": 1}')],
	])("%s", (text, expected) => {
		expect(parseLenient(text)).toEqual(expected);
	});

	test.each([
		"",
		"a",
		"[1 2]",
		"[1",
		"{1: }",
		"{'a' 1}",
		"{'a': 1, 'a': 2}",
		"'a' 'b'",
		"'a",
		"0x10",
		"1.2.3",
		"[1}",
		"{,}",
	])("%j is none", (text) => {
		expect(parseLenient(text)).toBeUndefined();
	});

	test("a depth that no parameter has, without running out of stack", () => {
		expect(parseLenient(`${"[".repeat(60)}${"]".repeat(60)}`)).toBeDefined();
		expect(parseLenient("[".repeat(100_000))).toBeUndefined();
	});

	test("all JSON is read as JSON", () => {
		fc.assert(
			fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
				const text = JSON.stringify(value, null, 1);
				expect(parseLenient(text)).toEqual(JSON.parse(text));
			}),
		);
	});
});
