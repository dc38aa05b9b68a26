import { describe, expect, it } from "vitest";
import { applyText, block, type Vector } from "./applyText";

const long = "x".repeat(200_000);

const vectors: Vector[] = [
	{
		name: "both ends in one diff",
		file: "a\nb\nc\n",
		diff: `${block("a", "A")}\n${block("c", "C")}`,
		want: "A\nb\nC\n",
	},
	{
		name: "both ends without newline",
		file: "a\nb\nc",
		diff: `${block("c", "C")}\n${block("a", "A")}`,
		want: "A\nb\nC",
	},
	{ name: "lines before the first", file: "a\n", diff: block("a", "x\ny\na"), want: "x\ny\na\n" },
	{ name: "lines behind the last", file: "a\nb", diff: block("b", "b\nx\ny"), want: "a\nb\nx\ny" },
	{ name: "a leading blank line", file: "\na\n", diff: block("a", "b"), want: "\nb\n" },
	{ name: "only blank lines around", file: "\n\n\na\n\n\n", diff: block("a", "b"), want: "\n\n\nb\n\n\n" },
	{
		name: "a line separator inside a line",
		file: "a\u2028b\nc\n",
		diff: block("a\u2028b", "x"),
		want: "x\nc\n",
	},
	{ name: "form feed and vertical tab", file: "a\fb\vc\n", diff: block("a\fb\vc", "x"), want: "x\n" },
	{ name: "NEL is no line end", file: "a\u0085b\nc\n", diff: block("c", "d"), want: "a\u0085b\nd\n" },
	{
		name: "zero-width characters, which models do not see",
		file: "a\u200Bb\n",
		diff: block("ab", "x"),
		want: "x\n",
	},
	{ name: "right-to-left text", file: "שלום\nמה\n", diff: block("מה", "מי"), want: "שלום\nמי\n" },
	{
		name: "emoji of several code points",
		file: "👩‍👩‍👧 a\n",
		diff: block("👩‍👩‍👧 a", "👨‍👦 b"),
		want: "👨‍👦 b\n",
	},
	{
		name: "half a surrogate pair in the file",
		file: "a\ud83d\nb\n",
		diff: block("b", "c"),
		want: "a\ud83d\nc\n",
	},
	{ name: "a very long line", file: `${long}\nb\n`, diff: block("b", "c"), want: `${long}\nc\n` },
	{
		name: "a very long line itself",
		file: `a\n${long}1\nb\n`,
		diff: block(`${long}1`, "short"),
		want: "a\nshort\nb\n",
	},
	{
		name: "tabs and spaces in one line",
		file: "\t  \tx\n",
		diff: block("\t  \tx", "\t  \ty"),
		want: "\t  \ty\n",
	},
	{ name: "a pattern's characters", file: "^a.*[b]$\n", diff: block("^a.*[b]$", "(\\1)"), want: "(\\1)\n" },
	{
		name: "null-like words",
		file: "null\nundefined\n",
		diff: block("undefined", "__proto__"),
		want: "null\n__proto__\n",
	},
	{
		name: "close tags",
		file: "<p>\n</diff>\n</content>\n",
		diff: block("</diff>", "</file>"),
		want: "<p>\n</file>\n</content>\n",
	},
	{
		name: "a line that is nothing but backslashes",
		file: "\\\\\na\n",
		diff: block("\\\\", "\\"),
		want: "\\\na\n",
	},
	{
		name: "Python: one level deeper throughout",
		file: "class A:\n    def f(self):\n        return 1\n",
		diff: block("def f(self):\n    return 1", "def f(self):\n    if x:\n        return 2\n    return 1"),
		want: "class A:\n    def f(self):\n        if x:\n            return 2\n        return 1\n",
	},
	{
		name: "a repeated block with a unique line beside it",
		file: "f {\n  a\n}\ng {\n  a\n}\n",
		diff: block("g {\n  a\n}", "g {\n  b\n}"),
		want: "f {\n  a\n}\ng {\n  b\n}\n",
	},
	{
		name: "two repeated blocks, each by its hint",
		file: "{\n  a\n}\n{\n  a\n}\n",
		diff: `${block("  a", "  second", 5)}\n${block("  a", "  first", 2)}`,
		want: "{\n  first\n}\n{\n  second\n}\n",
	},
	{
		name: "a block within another: the second fails",
		file: "a\nb\nc\n",
		diff: `${block("a\nb\nc", "A\nB\nC")}\n${block("b", "x")}`,
		want: "A\nB\nC\n",
	},
];

describe("apply_diff at the edges", () => {
	it.each(vectors)("takes $name", (vector) => {
		expect(applyText(vector)).toEqual(vector.want);
	});

	it("applies a thousand blocks to 100 000 lines", () => {
		const lines = Array.from({ length: 100_000 }, (_, index) => `line ${index}`);
		const places = Array.from({ length: 1000 }, (_, index) => index * 100);
		const diff = places.map((place) => block(`line ${place}`, `new ${place}\nmore`)).join("\n");
		const want = lines.flatMap((line, index) => (index % 100 === 0 ? [`new ${index}`, "more"] : [line]));
		expect(applyText({ file: `${lines.join("\n")}\n`, diff })).toBe(`${want.join("\n")}\n`);
	});
});
