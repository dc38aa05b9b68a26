import { describe, expect, it } from "vitest";
import { applyText, block, type Vector } from "./applyText";

const python = "if x:\n        foo()\n        bar()\nend\n";

const whiteSpace: Vector[] = [
	{ name: "trailing space in the file", file: "a  \nb\n", diff: block("a", "A"), want: "A\nb\n" },
	{ name: "trailing space in the search", file: "a\nb\n", diff: block("a \t", "A "), want: "A \nb\n" },
	{
		name: "a blank line that holds spaces",
		file: "a\n   \nb\n",
		diff: block("a\n\nb", "a\n\nB"),
		want: "a\n   \nB\n",
	},
	{
		name: "repeated lines keep the file's trailing space",
		file: "a  \nb\nc \n",
		diff: block("a\nb\nc", "a\nB\nc"),
		want: "a  \nB\nc \n",
	},
	{
		name: "exact wins over another with trailing space",
		file: "a \na\n",
		diff: block("a", "x"),
		want: "a \nx\n",
	},
	{
		name: "two places with trailing space",
		file: "a \na  \n",
		diff: block("a", "x"),
		want: { error: "edit_ambiguous" },
	},
	{
		name: "white space inside a line counts",
		file: "a  b\n",
		diff: block("a b", "x"),
		want: { error: "edit_no_match" },
	},
];

const indentation: Vector[] = [
	{
		name: "4 spaces to the file's 8",
		file: python,
		diff: block("    foo()\n    bar()", "    foo(1)\n    bar(2)"),
		want: "if x:\n        foo(1)\n        bar(2)\nend\n",
	},
	{
		name: "a deeper new line in step with the file",
		file: python,
		diff: block("    foo()", "    if y:\n        foo()"),
		want: "if x:\n        if y:\n            foo()\n        bar()\nend\n",
	},
	{
		name: "the first line lost its indentation",
		file: "  a(\n    b)\n",
		diff: block("a(\n    b)", "a(\n    c)"),
		want: "  a(\n    c)\n",
	},
	{
		name: "no indentation at all",
		file: "  {\n    a\n  }\n",
		diff: block("{\n  a\n}", "{\n  b\n}"),
		want: "  {\n    b\n  }\n",
	},
	{
		name: "spaces to tabs",
		file: "\tif a:\n\t\tb()\n",
		diff: block("    if a:\n        b()", "    if a:\n        c()"),
		want: "\tif a:\n\t\tc()\n",
	},
	{
		name: "spaces to tabs, one level deeper",
		file: "\tif a:\n\t\tb()\n",
		diff: block("    if a:\n        b()", "    if a:\n        if c:\n            b()"),
		want: "\tif a:\n\t\tif c:\n\t\t\tb()\n",
	},
	{
		name: "two spaces to tabs",
		file: "\tif (a) {\n\t\tb();\n\t}\n",
		diff: block("  if (a) {\n    b();\n  }", "  if (a) {\n    b();\n    if (c) {\n      d();\n    }\n  }"),
		want: "\tif (a) {\n\t\tb();\n\t\tif (c) {\n\t\t\td();\n\t\t}\n\t}\n",
	},
	{
		name: "tabs to two spaces",
		file: "a {\n  b {\n    c\n  }\n}\n",
		diff: block("\tb {\n\t\tc\n\t}", "\tb {\n\t\tc {\n\t\t\td\n\t\t}\n\t}"),
		want: "a {\n  b {\n    c {\n      d\n    }\n  }\n}\n",
	},
	{
		name: "one line, spaces to tabs by the file's step",
		file: "a\n\t\tb\n",
		diff: block("        b", "        c\n            d"),
		want: "a\n\t\tc\n\t\t\td\n",
	},
	{
		name: "a line less deep than the search",
		file: "        a\n        b\n",
		diff: block("    a\n    b", "    a\nend"),
		want: "        a\n    end\n",
	},
	{
		name: "replacement already in the file's indentation",
		file: "a\n    return x\n",
		diff: block("return x", "    return y"),
		want: "a\n    return y\n",
	},
	{
		name: "blank lines of the replacement stay as sent",
		file: "\ta\n",
		diff: block("a", "b\n  \nc"),
		want: "\tb\n  \n\tc\n",
	},
	{
		name: "alignment beyond a tab",
		file: "\tf(a,\n\t  b)\n",
		diff: block("    f(a,\n      b)", "    f(a,\n      c)"),
		want: "\tf(a,\n\t  c)\n",
	},
	{
		name: "another structure is another program",
		file: "if x:\n    foo()\n    bar()\n",
		diff: block("if x:\n    foo()\nbar()", "X"),
		want: { error: "edit_no_match" },
	},
	{
		name: "flattened lines are not accepted",
		file: "if x:\n    foo()\n",
		diff: block("if x:\nfoo()", "X"),
		want: { error: "edit_no_match" },
	},
	{
		name: "two places that differ in indentation",
		file: "  a\nb\n    a\n",
		diff: block("a", "x"),
		want: { error: "edit_ambiguous" },
	},
	{
		name: "a hint chooses between them",
		file: "  a\nb\n    a\n",
		diff: block("a", "x", 3),
		want: "  a\nb\n    x\n",
	},
	{
		name: "unchanged lines keep the file's bytes",
		file: "\ta \n\tb\n",
		diff: block("  a\n  b", "  a\n  c"),
		want: "\ta \n\tc\n",
	},
];

const typography: Vector[] = [
	{
		name: "smart quotes in the search",
		file: 'say("hi")\n',
		diff: block("say(“hi”)", 'say("ho")'),
		want: 'say("ho")\n',
	},
	{
		name: "smart quotes in the file",
		file: "It’s here\n",
		diff: block("It's here", "It’s there"),
		want: "It’s there\n",
	},
	{ name: "dashes", file: "a – b\n", diff: block("a - b", "c"), want: "c\n" },
	{ name: "no-break space", file: "a\u00A0b\n", diff: block("a b", "c"), want: "c\n" },
	{ name: "ellipsis", file: "wait…\n", diff: block("wait...", "go"), want: "go\n" },
	{ name: "decomposed letters", file: "cafe\u0301\n", diff: block("café", "tea"), want: "tea\n" },
	{
		name: "in another indentation",
		file: "    say('hi')\n",
		diff: block("say(‘hi’)", "say('ho')"),
		want: "    say('ho')\n",
	},
	{
		name: "lines that are repeated keep the file's quotes",
		file: "“a”\nb\n",
		diff: block('"a"\nb', '"a"\nc'),
		want: "“a”\nc\n",
	},
	{
		name: "the replacement is not normalised",
		file: "x – y\n",
		diff: block("x - y", "“z” – …"),
		want: "“z” – …\n",
	},
];

const fuzzy: Vector[] = [
	{
		name: "off by default",
		file: "function alpha() {}\n",
		diff: block("function alhpa() {}", "x"),
		want: { error: "edit_no_match" },
	},
	{
		name: "above the threshold",
		file: "a\nfunction alpha() {}\nb\n",
		diff: block("function alhpa() {}", "x"),
		fuzzy: 0.85,
		want: "a\nx\nb\n",
	},
	{
		name: "below the threshold",
		file: "function alpha() {}\n",
		diff: block("function other(a) {}", "x"),
		fuzzy: 0.9,
		want: { error: "edit_no_match" },
	},
	{
		name: "two rivals",
		file: "const valueA = 1;\nx\nconst valueB = 1;\n",
		diff: block("const valueC = 1;", "y"),
		fuzzy: 0.9,
		want: { error: "edit_ambiguous" },
	},
	{
		name: "two rivals and a hint",
		file: "const valueA = 1;\nx\nconst valueB = 1;\n",
		diff: block("const valueC = 1;", "y", 3),
		fuzzy: 0.9,
		want: "const valueA = 1;\nx\ny\n",
	},
	{
		name: "repeated lines stay as the file has them",
		file: "const alpha = 1;\nconst beta = 2;\n",
		diff: block("const alpha = 1\nconst beta = 2;", "const alpha = 1\nconst gamma = 3;"),
		fuzzy: 0.9,
		want: "const alpha = 1;\nconst gamma = 3;\n",
	},
	{
		name: "never another structure",
		file: "if x:\n    foo()\n",
		diff: block("if x:\nfoo()", "X"),
		fuzzy: 0.8,
		want: { error: "edit_no_match" },
	},
];

const numbered: Vector[] = [
	{ name: "in search and replace", file: "a\nb\nc\n", diff: block("2 | b", "2 | B"), want: "a\nB\nc\n" },
	{ name: "in the search only", file: "a\nb\nc\n", diff: block("2 | b", "B"), want: "a\nB\nc\n" },
	{
		name: "several lines with padding",
		file: "a\nb\nc\n",
		diff: block(" 1 | a\n 2 | b", " 1 | a\n 2 | B"),
		want: "a\nB\nc\n",
	},
	{
		name: "blank lines whose trailing space was lost",
		file: "a\n\nb\n",
		diff: block("1 | a\n2 |\n3 | b", "x"),
		want: "x\n",
	},
	{
		name: "indentation after the border",
		file: "if:\n    b\n",
		diff: block("2 |     b", "2 |     c"),
		want: "if:\n    c\n",
	},
	{
		name: "the numbers are the hint",
		file: foo(),
		diff: block("4 | foo()", "BAR()"),
		want: "x\nfoo()\ny\nBAR()\n",
	},
	{
		name: "new lines without number",
		file: "a\nb\n",
		diff: block("1 | a\n2 | b", "1 | a\nnew\n2 | b"),
		want: "a\nnew\nb\n",
	},
	{
		name: "numbers that the file holds are content",
		file: "1 | a\n2 | b\n",
		diff: block("1 | a", "1 | A"),
		want: "1 | A\n2 | b\n",
	},
	{
		name: "not in sequence is content",
		file: "a\nb\n",
		diff: block("1 | a\n3 | b", "x"),
		want: { error: "edit_no_match" },
	},
	{ name: "the replacement's own numbers are kept", file: "a\n", diff: block("a", "1 | a"), want: "1 | a\n" },
];

function foo(): string {
	return "x\nfoo()\ny\nfoo()\n";
}

describe.each([
	["white space", whiteSpace],
	["indentation", indentation],
	["typography", typography],
	["similarity", fuzzy],
	["line numbers", numbered],
])("apply_diff tolerates %s", (_, vectors) => {
	it.each(vectors)("$name", (vector) => {
		expect(applyText(vector)).toEqual(vector.want);
	});
});
