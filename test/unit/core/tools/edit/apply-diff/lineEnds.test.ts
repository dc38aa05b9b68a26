import { describe, expect, it } from "vitest";
import { applyText, block, type Vector } from "./applyText";

const vectors: Vector[] = [
	{
		name: "CRLF file, LF diff",
		file: "a\r\nb\r\nc\r\n",
		diff: block("b", "B\nB2"),
		want: "a\r\nB\r\nB2\r\nc\r\n",
	},
	{ name: "CRLF file without final newline", file: "a\r\nb", diff: block("b", "B\nC"), want: "a\r\nB\r\nC" },
	{
		name: "mixed: the touched line keeps its own",
		file: "a\r\nb\nc\n",
		diff: block("b", "B"),
		want: "a\r\nB\nc\n",
	},
	{ name: "mixed: a CRLF line keeps CRLF", file: "a\nb\r\nc\n", diff: block("b", "B"), want: "a\nB\r\nc\n" },
	{
		name: "mixed: new lines take the neighbour's",
		file: "a\r\nb\nc\n",
		diff: block("a\nb", "a\nnew\nb"),
		want: "a\r\nnew\r\nb\nc\n",
	},
	{
		name: "mixed: repeated lines keep theirs",
		file: "a\r\nb\nc\r\nd\n",
		diff: block("a\nb\nc", "x\na\nb\nc"),
		want: "x\r\na\r\nb\nc\r\nd\n",
	},
	{
		name: "mixed: the last line without newline",
		file: "a\r\nb\nc",
		diff: block("c", "c1\nc2"),
		want: "a\r\nb\nc1\nc2",
	},
	{ name: "mixed: the first line", file: "a\nb\r\n", diff: block("a", "x\ny"), want: "x\ny\nb\r\n" },
	{ name: "mixed: a deletion", file: "a\r\nb\nc\r\n", diff: block("b", ""), want: "a\r\nc\r\n" },
	{
		name: "mixed: by a tolerant match",
		file: "\ta\r\n\tb\nc\n",
		diff: block("a\nb", "a\nB"),
		want: "\ta\r\n\tB\nc\n",
	},
	{ name: "a single line without newline", file: "a", diff: block("a", "a\nb"), want: "a\nb" },
	{
		name: "a final blank line makes the newline",
		file: "a",
		diff: "<<<<<<< SEARCH\na\n=======\na\n\n>>>>>>> REPLACE",
		want: "a\n",
	},
	{ name: "several final newlines stay", file: "a\n\n\n", diff: block("a", "b"), want: "b\n\n\n" },
];

describe("apply_diff keeps line ends", () => {
	it.each(vectors)("$name", (vector) => {
		expect(applyText(vector)).toEqual(vector.want);
	});
});
