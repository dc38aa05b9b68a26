import { parseFrontMatter, textField } from "@core/instructions/parseFrontMatter";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** a list of lists of lists, each by its alias */
const bomb = `---\na: &a [x]\n${"abcdefg"
	.split("")
	.map((name, index) => `${"bcdefgh"[index]}: &${"bcdefgh"[index]} [${`*${name},`.repeat(9)}]`)
	.join("\n")}\n---\n`;

describe("parseFrontMatter", () => {
	it.each([
		["no front matter", {}, "no front matter"],
		["---\na: 1\n---\nbody\n", { a: 1 }, "body\n"],
		["---\n---\nbody", {}, "body"],
		["---  \na: x\n---", { a: "x" }, ""],
		["---\n# nothing\n---\nbody", {}, "body"],
		["text\n---\na: 1\n---\n", {}, "text\n---\na: 1\n---\n"],
		["---\na: b\n---\n---\nc: d\n---\n", { a: "b" }, "---\nc: d\n---\n"],
	])("%j", (text, data, body) => {
		expect(parseFrontMatter(text)).toEqual({ data, body });
	});

	it.each([
		["---\na: 1\nno end", "no end"],
		["---\n- a\n- b\n---\n", "no list of"],
		["---\na: [\n---\n", "no YAML"],
		[bomb, "cannot be read"],
	])("tells what is wrong with %j", (text, message) => {
		const { data, problem } = parseFrontMatter(text);
		expect([data, problem?.message]).toEqual([{}, expect.stringContaining(message)]);
	});

	it("counts lines from the file's first", () => {
		expect(parseFrontMatter('---\na: 1\nb: "x\n---\nbody').problem?.line).toBeGreaterThanOrEqual(3);
	});

	it("never throws and never loses the body", () => {
		fc.assert(
			fc.property(fc.string(), fc.string(), (yaml, body) => {
				fc.pre(!/(^|\n)---/.test(yaml));
				expect(parseFrontMatter(`---\n${yaml}\n---\n${body}`).body).toBe(body);
			}),
		);
	});
});

it.each([
	["text", "text"],
	["  text ", "text"],
	[["file"], "[file]"],
	[["a", "b"], "[a, b]"],
	[3, "3"],
	["", undefined],
	[null, undefined],
	[{ a: 1 }, undefined],
	[[{ toString: 1 }], undefined],
	[["a", null], undefined],
])("takes %j as the text %j", (value, text) => {
	expect(textField({ field: value }, "field")).toBe(text);
});
