import { minimalEdit } from "@hosts/vscode/ports/minimalEdit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("minimalEdit", () => {
	it.each([
		["nothing", "abc", "abc", undefined],
		["a change in the middle", "one two three", "one 2 three", { start: 4, end: 7, text: "2" }],
		["an insertion", "ac", "abc", { start: 1, end: 1, text: "b" }],
		["a removal", "abc", "ac", { start: 1, end: 2, text: "" }],
		["a repeated letter", "aa", "aaa", { start: 2, end: 2, text: "a" }],
		["a line break as a whole", "a\r\nb", "a\r\rb", { start: 1, end: 3, text: "\r\r" }],
		["a pair as a whole", "😀", "😁", { start: 0, end: 2, text: "😁" }],
	])("finds %s", (_, before, after, expected) => {
		expect(minimalEdit(before, after)).toEqual(expected);
	});

	it("turns the old text into the new one, whatever they are, and cuts no pair", () => {
		const text = fc.array(fc.constantFrom("a", "b", "\r", "\n", "😀", "😁")).map((parts) => parts.join(""));
		fc.assert(
			fc.property(text, text, (before, after) => {
				const edit = minimalEdit(before, after);
				if (!edit) return before === after;
				expect(before.slice(0, edit.start) + edit.text + before.slice(edit.end)).toBe(after);
				for (const at of [edit.start, edit.end]) {
					expect(`${before[at - 1]}${before[at]}`).not.toMatch(/^(\r\n|[\ud800-\udbff][\udc00-\udfff])$/);
				}
				return true;
			}),
		);
	});
});
