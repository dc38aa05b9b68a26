import { escapeMarker } from "@core/tools/edit/apply-diff/parseBlocks";
import { describe, expect, it } from "vitest";
import { applyText, block, outcomeOf, type Vector } from "./applyText";

const lines = (...parts: string[]) => parts.join("\n");
const malformed = { error: "edit_malformed" };

const accepted: Vector[] = [
	{
		name: "a trailing > and spaces",
		file: "a\nb\n",
		diff: "<<<<<<< SEARCH>  \na\n=======  \nA\n>>>>>>> REPLACE \t",
		want: "A\nb\n",
	},
	{
		name: "indented markers",
		file: "a\nb\n",
		diff: "  <<<<<<< SEARCH\na\n  =======\nA\n  >>>>>>> REPLACE",
		want: "A\nb\n",
	},
	{
		name: "an end line",
		file: "a\nb\n",
		diff: "<<<<<<< SEARCH\n:start_line:1\n:end_line:1\n-------\na\n=======\nA\n>>>>>>> REPLACE",
		want: "A\nb\n",
	},
	{
		name: "a space in the hint",
		file: "a\nb\na\n",
		diff: "<<<<<<< SEARCH\n:start_line: 3\n-------\na\n=======\nA\n>>>>>>> REPLACE",
		want: "a\nb\nA\n",
	},
	{
		name: "a hint without divider",
		file: "a\nb\na\n",
		diff: "<<<<<<< SEARCH\n:start_line:3\na\n=======\nA\n>>>>>>> REPLACE",
		want: "a\nb\nA\n",
	},
	{
		name: "a divider without hint",
		file: "a\nb\n",
		diff: "<<<<<<< SEARCH\n-------\na\n=======\nA\n>>>>>>> REPLACE",
		want: "A\nb\n",
	},
	{
		name: "a line of the file that looks like the divider and is repeated below =======",
		file: "Title\n-------\nfoo\n",
		diff: "<<<<<<< SEARCH\n-------\nfoo\n=======\n-------\nbar\n>>>>>>> REPLACE",
		want: "Title\n-------\nbar\n",
	},
	{
		name: "a divider and, behind it, a line of the file that looks like one",
		file: "Title\n-------\nfoo\n",
		diff: "<<<<<<< SEARCH\n:start_line:2\n-------\n-------\nfoo\n=======\n-------\nbar\n>>>>>>> REPLACE",
		want: "Title\n-------\nbar\n",
	},
	{
		name: "CRLF in the diff",
		file: "a\nb\n",
		diff: "<<<<<<< SEARCH\r\na\r\n=======\r\nA\r\nB\r\n>>>>>>> REPLACE\r\n",
		want: "A\nB\nb\n",
	},
	{
		name: "a fence around it",
		file: "a\nb\n",
		diff: `\`\`\`diff\n${block("a", "A")}\n\`\`\``,
		want: "A\nb\n",
	},
];

const escapes: Vector[] = [
	{
		name: "a separator in search and replace",
		file: "Title\n=======\n",
		diff: block("Title\n\\=======", "New\n\\======="),
		want: "New\n=======\n",
	},
	{
		name: "a conflict's markers",
		file: "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> main\n",
		diff: block("\\<<<<<<< HEAD\na\n\\=======\nb\n\\>>>>>>> main", "a"),
		want: "a\n",
	},
	{
		name: "a conflict's own markers need none but the separator",
		file: "<<<<<<< HEAD\na\n>>>>>>> main\n",
		diff: block("<<<<<<< HEAD\na\n>>>>>>> main", "a"),
		want: "a\n",
	},
	{
		name: "a divider as the first line",
		file: "-------\na\n",
		diff: block("\\-------\na", "b"),
		want: "b\n",
	},
	{
		name: "a divider as a later line needs none",
		file: "a\n-------\n",
		diff: block("a\n-------", "b"),
		want: "b\n",
	},
	{
		name: "a hint as content",
		file: ":start_line:1\n",
		diff: block("\\:start_line:1", "\\:start_line:2"),
		want: ":start_line:2\n",
	},
	{
		name: "an indented separator is content",
		file: "  Title\n  =======\n",
		diff: block("  Title\n  =======", "  T\n  ======="),
		want: "  T\n  =======\n",
	},
	{
		name: "longer lines are content",
		file: "========\n",
		diff: block("========", "<<<<<<<<"),
		want: "<<<<<<<<\n",
	},
	{
		name: "a backslash before a backslash",
		file: "\\=======\n",
		diff: block("\\\\=======", "x"),
		want: "x\n",
	},
	{ name: "other backslashes are content", file: "\\n\n", diff: block("\\n", "\\t"), want: "\\t\n" },
	{
		name: "a block as content",
		file: "x\n",
		diff: block("x", lines("\\<<<<<<< SEARCH", "a", "\\=======", "b", "\\>>>>>>> REPLACE")),
		want: "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n",
	},
];

const broken: Vector[] = [
	{ name: "no block", file: "a\n", diff: "a -> b", want: malformed },
	{ name: "nothing at all", file: "a\n", diff: "", want: malformed },
	{ name: "a unified diff", file: "a\n", diff: "--- a\n+++ b\n@@ -1 +1 @@\n-a\n+b", want: malformed },
	{ name: "no separator", file: "a\n", diff: "<<<<<<< SEARCH\na\n>>>>>>> REPLACE", want: malformed },
	{ name: "no end", file: "a\n", diff: "<<<<<<< SEARCH\na\n=======\nb", want: malformed },
	{ name: "cut inside the search", file: "a\n", diff: "<<<<<<< SEARCH\na", want: malformed },
	{
		name: "two separators",
		file: "a\n",
		diff: "<<<<<<< SEARCH\na\n=======\nb\n=======\nc\n>>>>>>> REPLACE",
		want: malformed,
	},
	{
		name: "a block inside a block",
		file: "a\n",
		diff: `<<<<<<< SEARCH\na\n=======\n${block("a", "c")}`,
		want: malformed,
	},
	{ name: "a second end", file: "a\n", diff: `${block("a", "b")}\n>>>>>>> REPLACE`, want: malformed },
	{ name: "a hint in the replacement", file: "a\n", diff: block("a", ":start_line:1\nb"), want: malformed },
	{
		name: "a good block beside a broken one",
		file: "a\nb\n",
		diff: `${block("a", "A")}\n<<<<<<< SEARCH\nb\n=======`,
		want: malformed,
	},
];

describe.each([
	["accepts", accepted],
	["takes as content", escapes],
	["refuses as a whole", broken],
])("apply_diff's format %s", (_, vectors) => {
	it.each(vectors)("$name", (vector) => {
		expect(applyText(vector)).toEqual(vector.want);
	});
});

describe("apply_diff's format", () => {
	it("names the line of the diff that is wrong", () => {
		const diff = "<<<<<<< SEARCH\na\n=======\nb\n=======\nc\n>>>>>>> REPLACE";
		expect(() => outcomeOf("a\n", diff)).toThrow(
			'Block 1: line 5 of the diff is "=======" where >>>>>>> REPLACE was expected.',
		);
	});

	it.each(["<<<<<<< x", "  =======", "\\>>>>>>>", "\\\\-------", ":start_line:3", ":end_line:3"])(
		"takes back the escape of %s",
		(line) => {
			const file = `before\n${line}\nafter\n`;
			const diff = block(`before\n${escapeMarker(line)}\nafter`, `after\n${escapeMarker(line)}`);
			expect(applyText({ file, diff })).toBe(`after\n${line}\n`);
		},
	);
});
