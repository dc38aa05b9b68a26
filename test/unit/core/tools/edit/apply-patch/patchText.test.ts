import { describe, expect, it } from "vitest";
import { patched, unified, update } from "./patchFiles";

const abc = "a\nb\nc\n";
const twice = "x\nf\n1\n}\ng\n1\n}\ny\n";

describe("a hunk of the envelope", () => {
	it.each<[string, string, string, string]>([
		["replaces", abc, update(" a", "-b", "+B"), "a\nB\nc\n"],
		["deletes", abc, update("-b"), "a\nc\n"],
		["deletes all", abc, update("-a", "-b", "-c"), ""],
		["inserts behind a line", abc, update(" b", "+x"), "a\nb\nx\nc\n"],
		["inserts before a line", abc, update("+x", " a"), "x\na\nb\nc\n"],
		["takes an empty line as context", "a\n\nb\n", update(" a", "", "-b"), "a\n\n"],
		["keeps an empty added line", abc, update(" a", "+"), "a\n\nb\nc\n"],
		["applies several", abc, update("-a", "+A", "@@", "-c", "+C"), "A\nb\nC\n"],
		[
			"applies hunks in any order when each fits once",
			abc,
			update("-c", "+C", "@@", "-a", "+A"),
			"A\nb\nC\n",
		],
		["is led by @@", twice, update("@@ g", "-1", "+2"), "x\nf\n1\n}\ng\n2\n}\ny\n"],
		[
			"is led by a part of a line",
			"def f(a):\n  1\ndef g(a):\n  1\n",
			update("@@ def g", "-  1", "+  2"),
			"def f(a):\n  1\ndef g(a):\n  2\n",
		],
		[
			"is led by several @@",
			"A\n f\n  1\nB\n f\n  1\n",
			update("@@ B", "@@  f", "-  1", "+  2"),
			"A\n f\n  1\nB\n f\n  2\n",
		],
		["may repeat its @@ as context", twice, update("@@ g", " g", "-1", "+2"), "x\nf\n1\n}\ng\n2\n}\ny\n"],
		["is led by the hunk before it", twice, update("-g", "+G", "@@", "-1", "+2"), "x\nf\n1\n}\nG\n2\n}\ny\n"],
		["is led by the hunk behind it", twice, update("-1", "+2", "@@", "-g", "+G"), "x\nf\n2\n}\nG\n1\n}\ny\n"],
		["inserts behind its @@", abc, update("@@ b", "+x"), "a\nb\nx\nc\n"],
		["appends at the end of the file", abc, update("+x", "*** End of File"), "a\nb\nc\nx\n"],
		["is bound to the end of the file", "a\nb\na\n", update("-a", "+A", "*** End of File"), "a\nb\nA\n"],
		["fills an empty file", "", update("+x", "+y"), "x\ny\n"],
		["is led by a line number", twice, update("@@ -6,1 +6,1 @@", "-1", "+2"), "x\nf\n1\n}\ng\n2\n}\ny\n"],
		["ignores an @@ that is nowhere when it fits once", abc, update("@@ nowhere", "-b"), "a\nc\n"],
	])("%s", (_name, before, patch, after) => {
		expect(patched(before, patch)).toBe(after);
	});

	it.each<[string, string, string, string]>([
		["trailing white space, which stays", "a  \nb\t\nc\n", update(" a", "-b", "+B"), "a  \nB\nc\n"],
		[
			"indentation, which the new line takes",
			"\tf {\n\t\ta;\n\t}\n",
			update(" f {", "-  a;", "+  b;", "+  c;"),
			"\tf {\n\t\tb;\n\t\tc;\n\t}\n",
		],
		[
			"typographic quotes, which stay",
			"say(“hi”)\nnext\n",
			update(' say("hi")', "-next", "+last"),
			"say(“hi”)\nlast\n",
		],
		["typographic spaces in a removed line", "a\u00a0b\nc\n", update("-a b", "+d"), "d\nc\n"],
	])("bears other %s", (_name, before, patch, after) => {
		expect(patched(before, patch)).toBe(after);
	});

	it.each([
		["fits nowhere", abc, update("-z"), "missed"],
		["fits twice", twice, update("-1", "+2"), "ambiguous"],
		["fits twice in the block of its @@", "f\n 1\n 1\ng\n", update("@@ f", "- 1", "+ 2"), "ambiguous"],
		["is led to several places", "f\n1\nf\n1\n", update("@@ f", "-1", "+2"), "ambiguous"],
		["only adds and says not where", abc, update("+x"), "missed"],
		["only adds behind what is nowhere", abc, update("@@ q", "+x"), "missed"],
		["overlaps another", abc, update("-a", "-b", "+x", "@@", "-b", "-c", "+y"), "unordered"],
		["is not at the end of the file", abc, update("-a", "*** End of File"), "missed"],
		["has another structure", "if x:\n  a\nb\n", update(" if x:", "   a", "-  b"), "missed"],
		["fits blank lines only", "a\n\nb\n\n", update("-"), "ambiguous"],
	])("is refused when it %s", (_name, before, patch, kind) => {
		expect(() => patched(before, patch)).toThrow(kind);
	});
});

describe("a hunk of a unified diff", () => {
	it.each<[string, string, string, string]>([
		["replaces", abc, unified("@@ -1,3 +1,3 @@", " a", "-b", "+B", " c"), "a\nB\nc\n"],
		["bears wrong numbers", abc, unified("@@ -71,3 +71,3 @@", " a", "-b", "+B", " c"), "a\nB\nc\n"],
		["bears wrong counts", abc, unified("@@ -1,7 +1,1 @@", " a", "-b", "+B", " c"), "a\nB\nc\n"],
		[
			"counts by its line among equals",
			twice,
			unified("@@ -6 +6 @@", "-1", "+2"),
			"x\nf\n1\n}\ng\n2\n}\ny\n",
		],
		["is led by its heading", twice, unified("@@ -90 +90 @@ g", "-1", "+2"), "x\nf\n1\n}\ng\n2\n}\ny\n"],
		[
			"is shifted like its neighbour",
			twice,
			unified("@@ -11 +11 @@", "-x", "+X", "@@ -16 +16 @@", "-1", "+2"),
			"X\nf\n1\n}\ng\n2\n}\ny\n",
		],
		["inserts without context by its line", abc, unified("@@ -2,0 +3 @@", "+x"), "a\nb\nx\nc\n"],
		["inserts at the start", abc, unified("@@ -0,0 +1 @@", "+x"), "x\na\nb\nc\n"],
		["fills an empty file", "", unified("@@ -0,0 +1 @@", "+x"), "x\n"],
		[
			"takes the final newline",
			abc,
			unified("@@ -3 +3 @@", "-c", "+c", "\\ No newline at end of file"),
			"a\nb\nc",
		],
		[
			"gives the final newline",
			"a\nb",
			unified("@@ -2 +2 @@", "-b", "\\ No newline at end of file", "+b"),
			"a\nb\n",
		],
		[
			"keeps a missing final newline",
			"a\nb",
			unified("@@ -1,2 +1,2 @@", "-a", "+A", " b", "\\ No newline at end of file"),
			"A\nb",
		],
		["keeps a missing final newline that it forgot", "a\nb", unified("@@ -2 +2,2 @@", " b", "+c"), "a\nb\nc"],
		[
			"keeps a final newline that is marked away for both",
			abc,
			unified("@@ -3 +3 @@", "-c", "\\ No newline at end of file", "+d", "\\ No newline at end of file"),
			"a\nb\nd\n",
		],
		[
			"takes the newline of an empty file's first line",
			"",
			unified("@@ -0,0 +1 @@", "+x", "\\ No newline at end of file"),
			"x",
		],
	])("%s", (_name, before, patch, after) => {
		expect(patched(before, patch)).toBe(after);
	});

	it.each([
		["fits twice and has wrong numbers", twice, unified("@@ -90 +90 @@", "-1", "+2"), "ambiguous"],
		["inserts behind the end", abc, unified("@@ -9,0 +10 @@", "+x"), "missed"],
		["fits nowhere", abc, unified("@@ -1 +1 @@", "-z", "+y"), "missed"],
	])("is refused when it %s", (_name, before, patch, kind) => {
		expect(() => patched(before, patch)).toThrow(kind);
	});
});

describe("line ends", () => {
	it.each<[string, string, string, string]>([
		["a new line takes CRLF", "a\r\nb\r\n", update(" a", "+x"), "a\r\nx\r\nb\r\n"],
		["a patch in CRLF changes no LF", abc, update("-b", "+B").replaceAll("\n", "\r\n"), "a\nB\nc\n"],
		[
			"a patch that carries the file's CR keeps it",
			"a\r\nb\r\n",
			unified("@@ -1,2 +1,2 @@", " a\r", "-b\r", "+B\r"),
			"a\r\nB\r\n",
		],
		[
			"a patch that takes CR away does so",
			"a\r\nb\r\n",
			unified("@@ -1,2 +1,2 @@", " a\r", "-b\r", "+b"),
			"a\r\nb\n",
		],
		["a patch that adds CR does so", abc, unified("@@ -1,2 +1,2 @@", " a", "-b", "+b\r"), "a\nb\r\nc\n"],
		[
			"CR in old lines that the file has not is no wish",
			abc,
			unified("@@ -1,2 +1,2 @@", " a\r", "-b\r", "+B\r"),
			"a\nB\nc\n",
		],
		["kept lines keep their own end (mixed)", "a\nb\r\nc\n", update(" a", " b", "-c", "+C"), "a\nb\r\nC\r\n"],
		[
			"a last line without end gets one when it is no longer last",
			"a\r\nb",
			update(" b", "+c"),
			"a\r\nb\r\nc",
		],
	])("%s", (_name, before, patch, after) => {
		expect(patched(before, patch)).toBe(after);
	});
});

it("finds 500 hunks in 100 000 lines", () => {
	const lines = Array.from({ length: 100_000 }, (_, index) => `line ${index % 50_000} of many`);
	const at = (index: number) => 30_000 + index * 40;
	const hunks = Array.from({ length: 500 }, (_, index) => [
		`@@ -${at(index) + 1},1 +1,1 @@`,
		`-${lines[at(index)]}`,
		`+changed ${index}`,
	]);
	const after = patched(`${lines.join("\n")}\n`, unified(...hunks.flat())).split("\n");
	expect(after[at(0)]).toBe("changed 0");
	expect(after[at(499)]).toBe("changed 499");
	expect(after.filter((line) => line.startsWith("changed")).length).toBe(500);
});
