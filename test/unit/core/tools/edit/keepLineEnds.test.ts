import { keepLineEnds } from "@core/tools/edit/keepLineEnds";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("the line ends of a text that went through an editor", () => {
	it.each([
		["LF", "a\r\nnew\r\n", "a\n", "a\nnew\n"],
		["CRLF", "a\nnew\n", "a\r\n", "a\r\nnew\r\n"],
		["those of a text without any", "a\r\nb", "a", "a\nb"],
		["each line's own", "a\nb\nc\n", "a\r\nb\nc\r\n", "a\r\nb\nc\r\n"],
		["the next line's for a first one", "new\na\nb\n", "a\r\nb\n", "new\r\na\r\nb\n"],
		["the line's before for a new one", "a\nb\nnew\n", "a\r\nb\n", "a\r\nb\nnew\n"],
		["none at a last line that has none", "a\nb", "a\r\nb\n", "a\r\nb"],
		["a last line's that had none", "a\nb\nc\n", "a\r\nb\nc", "a\r\nb\nc\n"],
		["none of an empty text", "", "a\r\nb\n", ""],
	])("are %s", (_, edited, given, want) => {
		expect(keepLineEnds(edited, given)).toBe(want);
	});

	it("are all as they were where nothing else changed", () => {
		const line = fc.tuple(fc.constantFrom("a", "b", "", "c"), fc.constantFrom("\n", "\r\n"));
		const property = fc.property(fc.array(line), fc.constantFrom("\n", "\r\n"), (lines, eol) => {
			const given = lines.flat().join("");
			expect(keepLineEnds(given.replaceAll(/\r?\n/g, eol), given)).toBe(given);
		});
		fc.assert(property);
	});
});
