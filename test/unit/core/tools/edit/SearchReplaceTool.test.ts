import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SearchReplaceTool } from "@core/tools/edit/SearchReplaceTool";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestTask, runTool, type TestTask } from "../support/testTask";

const tool = new SearchReplaceTool();
let task: TestTask;
const pathOf = (path: string) => join(task.cwd, path);

async function replace(
	file: string,
	old_string: string,
	new_string: string,
	more: Record<string, unknown> = {},
) {
	writeFileSync(pathOf("a.ts"), file);
	const run = await runTool(tool, { file_path: "a.ts", old_string, new_string, ...more }, task);
	return { ...run, content: readFileSync(pathOf("a.ts"), "utf8") };
}

beforeEach(() => {
	task = createTestTask();
});

describe("search_replace", () => {
	it.each([
		["within a line", "let a = 1;\n", "a = 1", "b = 2", "let b = 2;\n"],
		["the first characters", "abc\nd\n", "abc", "x", "x\nd\n"],
		["the last characters without newline", "a\nbc", "bc", "x", "a\nx"],
		["over lines", "a\nb\nc\n", "a\nb", "x", "x\nc\n"],
		["a line with its end", "a\nb\nc\n", "b\n", "", "a\nc\n"],
		["white space only", "a  b\n", "  ", " ", "a b\n"],
		["a blank line", "a\n\nb\n", "\n\n", "\n", "a\nb\n"],
		["tabs", "\tif\n\t\tx\n", "\t\tx", "\t\ty", "\tif\n\t\ty\n"],
		["the whole file", "a\nb\n", "a\nb\n", "c", "c"],
		["LF in CRLF files", "a\r\nb\r\nc\r\n", "a\nb", "x\ny\nz", "x\r\ny\r\nz\r\nc\r\n"],
		["CRLF in LF files", "a\nb\nc\n", "a\r\nb", "x\r\ny", "x\ny\nc\n"],
		["LF in mixed files, at a CRLF line", "a\r\nb\nc\n", "a\nb", "x\ny", "x\r\ny\nc\n"],
		["LF in mixed files, at an LF line", "a\r\nb\nc\r\n", "b", "x\ny", "a\r\nx\ny\nc\r\n"],
		["pattern characters", "f(a.*)[0]\n", "(a.*)[0]", "{$}", "f{$}\n"],
		["dollar signs and backslashes", "a\n", "a", "$& $1 $$ \\n \\1", "$& $1 $$ \\n \\1\n"],
		["entities", "a &lt; b\n", "&lt;", "&gt;", "a &gt; b\n"],
		["a BOM before it", "\uFEFFabc\n", "abc", "x", "\uFEFFx\n"],
		["characters beyond the first plane", "🎉 grüße 日本\n", "🎉 grüße", "🎈", "🎈 日本\n"],
		["a combining accent, byte for byte", "e\u0301 x\n", "e\u0301", "é", "é x\n"],
		["a carriage return inside a line", "a\rb\n", "\rb", "c", "ac\n"],
		[
			"markers of other formats",
			"<<<<<<< SEARCH\n=======\n",
			"=======",
			"-------",
			"<<<<<<< SEARCH\n-------\n",
		],
	])("replaces %s", async (_, file, old_string, new_string, want) => {
		expect((await replace(file, old_string, new_string)).content).toBe(want);
	});

	it("says where it did", async () => {
		const { text } = await replace("a\nb\nc\n", "b", "B");
		expect(text).toMatch(/^Replaced 1 occurrence in a\.ts \(line 2\)\.\n/);
	});

	it("replaces all when that is asked for, without overlap", async () => {
		const { content, text } = await replace("aaa\nb aa\n", "aa", "x", { replace_all: "true" });
		expect(content).toBe("xa\nb x\n");
		expect(text).toContain("Replaced 2 occurrences in a.ts (lines 1, 2).");
	});

	it.each([
		["a second match", "x\ny\nx\n", "x", "edit_ambiguous", "occurs 2 times (lines 1, 3)"],
		[
			"no match, and shows the nearest place",
			"const a = 1;\nconst b = 2;\n",
			"const b = 3;",
			"edit_no_match",
			"2 | const b = 2;",
		],
		[
			"a second match that overlaps the first",
			"xaaax\n",
			"aa",
			"edit_ambiguous",
			"occurs 2 times (lines 1, 1)",
		],
		["another case", "Hello\n", "hello", "edit_no_match", "old_string is not in the file"],
		["another indentation", "\tfoo();\n", "  foo();", "edit_no_match", "differ only in white space"],
		["the same text twice", "a\n", "b", "edit_malformed", "are the same"],
		["an empty old_string for a file with text", "a\n", "", "edit_malformed", "old_string is empty"],
	])("refuses %s", async (_, file, old_string, code, message) => {
		const new_string = code === "edit_malformed" ? old_string : "new";
		await expect(replace(file, old_string, new_string)).rejects.toMatchObject({
			code,
			message: expect.stringContaining(message),
		});
		expect(readFileSync(pathOf("a.ts"), "utf8")).toBe(file);
	});

	it("names at most a dozen lines", async () => {
		await expect(replace("x\n".repeat(40), "x", "y")).rejects.toThrow(
			"occurs 40 times (lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, …)",
		);
	});

	it("creates a file that is missing, and fills an empty one", async () => {
		const params = { file_path: "new/b.ts", old_string: "", new_string: "text\n" };
		expect((await runTool(tool, params, task)).text).toContain("Created new/b.ts.");
		expect(readFileSync(pathOf("new/b.ts"), "utf8")).toBe("text\n");
		expect((await replace("", "", "text")).text).toContain("Filled a.ts.");
	});

	it("does not create a file for a text to replace", async () => {
		const params = { file_path: "b.ts", old_string: "a", new_string: "b" };
		await expect(runTool(tool, params, task)).rejects.toMatchObject({ code: "path_not_found" });
		expect(existsSync(pathOf("b.ts"))).toBe(false);
	});

	it("changes one line among 100 000", async () => {
		const lines = Array.from({ length: 100_000 }, (_, index) => `line ${index}`);
		const { content } = await replace(`${lines.join("\n")}\n`, "line 99999\n", "last\n");
		expect(content).toBe(`${lines.with(99_999, "last").join("\n")}\n`);
	});

	it("leads from one text to the other, whatever stands around the change", async () => {
		const piece = fc.constantFrom("a", "b", "\n", "\t", " ", "$1", "\\", "(", "é", "🎉", "]]>");
		const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
		const property = fc.asyncProperty(text, text, text, text, async (head, old, now, tail) => {
			const before = `first\n${head}«${old}»${tail}`;
			fc.pre(old !== now);
			for (const eol of ["\n", "\r\n"]) {
				const file = (content: string) => content.replaceAll("\n", eol);
				const { content } = await replace(file(before), `«${old}»`, `«${now}»`);
				expect(content).toBe(file(`first\n${head}«${now}»${tail}`));
			}
		});
		await fc.assert(property, { numRuns: 60 });
	});

	it("is offered only on demand", () => {
		expect(tool.isCustom).toBe(true);
	});
});
