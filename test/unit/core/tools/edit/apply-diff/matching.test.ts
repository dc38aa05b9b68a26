import { describe, expect, it } from "vitest";
import { applyText, block, type Vector } from "./applyText";

const foos = "x=1\nfoo()\ny=2\nfoo()\nz=3\nfoo()\n";
const many = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`);

const exact: Vector[] = [
	{ name: "a line in the middle", file: "a\nb\nc\n", diff: block("b", "B"), want: "a\nB\nc\n" },
	{ name: "the first line", file: "a\nb\nc\n", diff: block("a", "A"), want: "A\nb\nc\n" },
	{ name: "the last line", file: "a\nb\nc\n", diff: block("c", "C"), want: "a\nb\nC\n" },
	{ name: "the last line without newline", file: "a\nb", diff: block("b", "B"), want: "a\nB" },
	{ name: "the only line", file: "a", diff: block("a", "b"), want: "b" },
	{ name: "the whole file", file: "a\nb\n", diff: block("a\nb", "c"), want: "c\n" },
	{ name: "more lines than before", file: "a\nb\n", diff: block("a", "a1\na2\na3"), want: "a1\na2\na3\nb\n" },
	{ name: "fewer lines than before", file: "a\nb\nc\nd\n", diff: block("b\nc", "x"), want: "a\nx\nd\n" },
	{
		name: "trailing spaces of the replacement",
		file: "a\nb\nc\n",
		diff: block("b", "b  \n  tail  "),
		want: "a\nb  \n  tail  \nc\n",
	},
	{
		name: "blank lines inside a block",
		file: "a\n\n\nb\n",
		diff: block("a\n\n\nb", "a\n\nb"),
		want: "a\n\nb\n",
	},
	{
		name: "a replacement by one blank line",
		file: "a\nb\nc\n",
		diff: "<<<<<<< SEARCH\nb\n=======\n\n>>>>>>> REPLACE",
		want: "a\n\nc\n",
	},
	{
		name: "dollar signs stay what they are",
		file: "a\nb\n",
		diff: block("a", "$& $1 $$"),
		want: "$& $1 $$\nb\n",
	},
	{
		name: "entities stay what they are",
		file: "a &lt; b\n",
		diff: block("a &lt; b", "a &amp;&amp; b"),
		want: "a &amp;&amp; b\n",
	},
	{
		name: "tabs",
		file: "\tif (a) {\n\t\tb();\n\t}\n",
		diff: block("\t\tb();", "\t\tc();"),
		want: "\tif (a) {\n\t\tc();\n\t}\n",
	},
	{
		name: "non-ASCII text",
		file: "grüße\n日本語\n🎉 ok\n",
		diff: block("日本語\n🎉 ok", "中文\n🎈 ok"),
		want: "grüße\n中文\n🎈 ok\n",
	},
	{ name: "a carriage return inside a line", file: "a\rb\nc\n", diff: block("c", "d"), want: "a\rb\nd\n" },
	{
		name: "a partial line never matches",
		file: "foobar\n",
		diff: block("foo", "x"),
		want: { error: "edit_no_match" },
	},
	{
		name: "line structure counts",
		file: "a b\nc\nd\n",
		diff: block("a\nb c", "X"),
		want: { error: "edit_no_match" },
	},
	{
		name: "a search longer than the file",
		file: "a\n",
		diff: block("a\nb\nc", "X"),
		want: { error: "edit_no_match" },
	},
	{
		name: "an overlapping repetition",
		file: "a\na\na\n",
		diff: block("a\na", "x"),
		want: { error: "edit_ambiguous" },
	},
];

const hints: Vector[] = [
	{
		name: "repeated without a hint",
		file: foos,
		diff: block("foo()", "BAR()"),
		want: { error: "edit_ambiguous" },
	},
	{
		name: "repeated, hint on the first",
		file: foos,
		diff: block("foo()", "BAR()", 2),
		want: "x=1\nBAR()\ny=2\nfoo()\nz=3\nfoo()\n",
	},
	{
		name: "repeated, hint on the last",
		file: foos,
		diff: block("foo()", "BAR()", 6),
		want: "x=1\nfoo()\ny=2\nfoo()\nz=3\nBAR()\n",
	},
	{
		name: "repeated, hint far beyond the end",
		file: foos,
		diff: block("foo()", "BAR()", 150),
		want: "x=1\nfoo()\ny=2\nfoo()\nz=3\nBAR()\n",
	},
	{
		name: "repeated, hint beside one",
		file: `${foos}a\nb\n`,
		diff: block("foo()", "BAR()", 7),
		want: "x=1\nfoo()\ny=2\nfoo()\nz=3\nBAR()\na\nb\n",
	},
	{
		name: "a hint just between two",
		file: foos,
		diff: block("foo()", "BAR()", 3),
		want: { error: "edit_ambiguous" },
	},
	{
		name: "hint 0 is no hint",
		file: foos,
		diff: block("foo()", "BAR()", 0),
		want: { error: "edit_ambiguous" },
	},
	{
		name: "a wrong hint, but unique",
		file: `l1\nl2\nTARGET\n${"x\n".repeat(200)}`,
		diff: block("TARGET", "HIT", 150),
		want: `l1\nl2\nHIT\n${"x\n".repeat(200)}`,
	},
	{ name: "a hint and a miss", file: "a\nb\n", diff: block("c", "d", 1), want: { error: "edit_no_match" } },
	{
		name: "exact far away beats tolerant at the hint",
		file: "  a\nb\na\n",
		diff: block("a", "x", 1),
		want: "  a\nb\nx\n",
	},
	{
		name: "a blank line at the hint",
		file: "a\n\nb\n\nc\n",
		diff: "<<<<<<< SEARCH\n:start_line:4\n-------\n\n=======\n-\n>>>>>>> REPLACE",
		want: "a\n\nb\n-\nc\n",
	},
];

const deletions: Vector[] = [
	{ name: "in the middle", file: "a\nb\nc\n", diff: block("b", ""), want: "a\nc\n" },
	{ name: "the first line", file: "a\nb\n", diff: block("a", ""), want: "b\n" },
	{ name: "the last line", file: "a\nb\n", diff: block("b", ""), want: "a\n" },
	{ name: "the last line without newline", file: "a\nb", diff: block("b", ""), want: "a" },
	{ name: "everything", file: "a\nb\n", diff: block("a\nb", ""), want: "" },
	{ name: "everything, without newline", file: "a", diff: block("a", ""), want: "" },
	{ name: "by a tolerant match", file: "a\n\tb\nc\n", diff: block("b", ""), want: "a\nc\n" },
];

const refused: Vector[] = [
	{ name: "an empty search", file: "a\n\nb\n", diff: block("", "x"), want: { error: "edit_malformed" } },
	{
		name: "a blank search without hint",
		file: "a\n\nb\n",
		diff: "<<<<<<< SEARCH\n\n=======\nx\n>>>>>>> REPLACE",
		want: { error: "edit_malformed" },
	},
	{
		name: "a blank search at a wrong hint",
		file: "a\n\nb\n",
		diff: "<<<<<<< SEARCH\n:start_line:1\n\n=======\nx\n>>>>>>> REPLACE",
		want: { error: "edit_malformed" },
	},
	{
		name: "search and replace the same",
		file: "a\nb\n",
		diff: block("b", "b"),
		want: { error: "edit_malformed" },
	},
	{
		name: "the file has it so already",
		file: "a\n  b\n",
		diff: block("b", "  b"),
		want: { error: "edit_malformed" },
	},
];

const several: Vector[] = [
	{
		name: "in the file's order",
		file: "a\nb\nc\n",
		diff: [block("a", "1\n2"), block("c", "3")].join("\n"),
		want: "1\n2\nb\n3\n",
	},
	{
		name: "in reverse order",
		file: "a\nb\nc\n",
		diff: [block("c", "3"), block("a", "1\n2")].join("\n"),
		want: "1\n2\nb\n3\n",
	},
	{
		name: "hints are lines of the file before the diff",
		file: foos,
		diff: [block("x=1", "x=1\nn\nn\nn", 1), block("foo()", "BAR()", 4)].join("\n"),
		want: "x=1\nn\nn\nn\nfoo()\ny=2\nBAR()\nz=3\nfoo()\n",
	},
	{
		name: "adjacent",
		file: "a\nb\nc\n",
		diff: [block("a", "A"), block("b", "B"), block("c", "C")].join("\n"),
		want: "A\nB\nC\n",
	},
	{
		name: "overlapping: the later one fails",
		file: "a\nb\nc\n",
		diff: [block("a\nb", "AB"), block("b\nc", "BC")].join("\n"),
		want: "AB\nc\n",
	},
	{
		name: "the same block twice",
		file: "a\nb\n",
		diff: [block("a", "A"), block("a", "A")].join("\n"),
		want: "A\nb\n",
	},
	{
		name: "one fails, the others apply",
		file: "a\nb\nc\n",
		diff: [block("a", "A"), block("nope", "x"), block("c", "C")].join("\n"),
		want: "A\nb\nC\n",
	},
	{
		name: "swapped lines",
		file: "a\nb\n",
		diff: [block("a", "b"), block("b", "a")].join("\n"),
		want: "b\na\n",
	},
	{
		name: "all fail",
		file: "a\n",
		diff: [block("x", "1"), block("y", "2")].join("\n"),
		want: { error: "edit_no_match" },
	},
	{
		name: "prose around blocks",
		file: "a\nb\n",
		diff: `Here it is:\n${block("a", "A")}\nand\n${block("b", "B")}\nDone.`,
		want: "A\nB\n",
	},
];

describe.each([
	["replaces exactly", exact],
	["uses hints", hints],
	["deletes", deletions],
	["refuses", refused],
	["applies several blocks", several],
])("apply_diff %s", (_, vectors) => {
	it.each(vectors)("$name", (vector) => {
		expect(applyText(vector)).toEqual(vector.want);
	});
});

describe("apply_diff never settles for a worse place", () => {
	it("refuses a similar place where the same lines are indented to another structure", () => {
		const file = "if x:\n    alpha()\n    delta_epsilon()\nif x:\n    alpha()\ndelta_epsilom()\n";
		const diff = block("if x:\n    alpha()\ndelta_epsilon()", "gone");
		expect(applyText({ file, diff, fuzzy: 0.9 })).toEqual({ error: "edit_no_match" });
	});

	it.each([1, 0.8])(
		"finds lines that begin with a number and a bar before it takes them for pasted (%s)",
		(fuzzy) => {
			const file = "1 | foo \n2 | bar\nfoo\nbar\n";
			expect(applyText({ file, diff: block("1 | foo\n2 | bar", "1 | baz\n2 | bar"), fuzzy })).toBe(
				"1 | baz\n2 | bar\nfoo\nbar\n",
			);
		},
	);

	it("takes numbers off before it looks for similar lines, so that none is written", () => {
		const file = "a long line with many words in it\nnext\n";
		const diff = block("1 | a long line with many wards in it", "1 | another line");
		expect(applyText({ file, diff, fuzzy: 0.8 })).toBe("another line\nnext\n");
	});
});

describe("apply_diff with an absurd line number", () => {
	it.each([1, 0.8])("comes to an end (%s)", (fuzzy) => {
		for (const hint of ["0", "99999999999999999999", "9".repeat(400)]) {
			const diff = block("nope", "x").replace("nope", `:start_line:${hint}\n-------\nnope`);
			expect(applyText({ file: "a\nb\n", diff, fuzzy })).toEqual({ error: "edit_no_match" });
			const numbered = block(`${hint} | nope`, "x");
			expect(applyText({ file: "a\nb\n", diff: numbered, fuzzy })).toEqual({ error: "edit_no_match" });
		}
	});
});

describe("apply_diff on 100 000 lines", () => {
	it("applies thousands of blocks", () => {
		const lines = many(100_000);
		const blocks = lines.flatMap((line, index) => (index % 40 === 0 ? [block(line, `${line}!`)] : []));
		const want = lines.map((line, index) => (index % 40 === 0 ? `${line}!` : line)).join("\n");
		expect(applyText({ file: lines.join("\n"), diff: blocks.join("\n") }) === want).toBe(true);
	});

	it("changes a line near the end and nothing else", () => {
		const lines = many(100_000);
		const file = `${lines.join("\n")}\n`;
		const want = `${lines.toSpliced(98_764, 1, "changed").join("\n")}\n`;
		expect(applyText({ file, diff: block("line 98765", "changed") }) === want).toBe(true);
	});

	it("changes both ends by a tolerant match", () => {
		const lines = many(100_000).map((line) => `\t${line}`);
		const diff = [block("  line 1\n  line 2", "  first\n  line 2"), block("line 100000", "last")].join("\n");
		const want = lines.with(0, "\tfirst").with(99_999, "\tlast").join("\n");
		expect(applyText({ file: lines.join("\n"), diff }) === want).toBe(true);
	});
});
