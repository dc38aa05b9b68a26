import { eolStyle, joinLines, splitLines } from "@core/tools/edit/splitLines";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("splitLines", () => {
	it.each([
		["", [], []],
		["a", ["a"], [""]],
		["a\n", ["a"], ["\n"]],
		["\n", [""], ["\n"]],
		["a\r\nb\nc", ["a", "b", "c"], ["\r\n", "\n", ""]],
		["a\rb\r", ["a\rb\r"], [""]],
		["a\r\n\r", ["a", "\r"], ["\r\n", ""]],
	])("%j", (text, texts, eols) => {
		expect(splitLines(text)).toEqual({ texts, eols });
	});

	it("is undone by joinLines", () => {
		const text = fc.string({ unit: fc.constantFrom("a", "\n", "\r", "\r\n", "é") });
		fc.assert(fc.property(text, (value) => joinLines(splitLines(value)) === value));
	});
});

describe("eolStyle", () => {
	it.each([
		["", "none"],
		["a\r", "none"],
		["a\n", "lf"],
		["a\r\nb", "crlf"],
		["a\r\nb\n", "mixed"],
	])("%j is %s", (text, want) => {
		expect(eolStyle(text)).toBe(want);
	});
});
