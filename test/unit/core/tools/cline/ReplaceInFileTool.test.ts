import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ReplaceInFileTool } from "@core/tools/cline/ReplaceInFileTool";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestTask, parseParams, runTool, type TestTask } from "../support/testTask";

const tool = new ReplaceInFileTool();
let task: TestTask;
const pathOf = (name: string) => join(task.cwd, name);
const block = (search: string, replace: string) =>
	`------- SEARCH\n${search}${search && "\n"}=======\n${replace}${replace && "\n"}+++++++ REPLACE`;

async function replace(file: string, ...blocks: readonly (readonly [search: string, replace: string])[]) {
	writeFileSync(pathOf("a.ts"), file);
	const diff = blocks.map(([search, text]) => block(search, text)).join("\n");
	const run = await runTool(tool, { path: "a.ts", diff }, task);
	return { ...run, content: readFileSync(pathOf("a.ts"), "utf8") };
}

beforeEach(() => {
	task = createTestTask();
});

describe("replace_in_file", () => {
	it.each([
		["the first match", "x\ny\nx\n", [["x", "1"]], "1\ny\nx\n"],
		[
			"for each block the first match after the one before",
			"x\ny\nx\nx\n",
			[
				["x", "1"],
				["x", "2"],
			],
			"1\ny\n2\nx\n",
		],
		[
			"not what a block before has written",
			"x\nx\n",
			[
				["x", "x\nx"],
				["x", "y"],
			],
			"x\nx\ny\n",
		],
		[
			"a match above when none is left below",
			"a\nb\n",
			[
				["b", "B"],
				["a", "A"],
			],
			"A\nB\n",
		],
		["several lines", "a\nb\nc\n", [["a\nb", "x\ny\nz"]], "x\ny\nz\nc\n"],
		["lines by nothing", "a\nb\nc\n", [["b", ""]], "a\nc\n"],
		["the last line without its end", "a\nb", [["b", "c\nd"]], "a\nc\nd"],
		["the last line by nothing, the file ending as it did", "a\nb", [["b", ""]], "a"],
		[
			"a line in another indentation, re-indented",
			"\tif (a) {\n\t\tb();\n",
			[["if (a) {\n\tb();", "if (a) {\n\tc();"]],
			"\tif (a) {\n\t\tc();\n",
		],
		["lines of both ends, each keeping its own", "a\r\nb\nc\nd\n", [["b\nc", "b\nC"]], "a\r\nb\nC\nd\n"],
		[
			"a heading's underline",
			"Title\n=====\nold\n",
			[["Title\n=====\nold", "Title\n=====\nnew"]],
			"Title\n=====\nnew\n",
		],
		["the whole file for an empty search", "a\nb\n", [["", "new\ntext"]], "new\ntext\n"],
		["the exact match before one with other white space", "  a\na\n", [["a", "b"]], "  a\nb\n"],
		["what differs only in white space at its ends", "\ta  \nb\n", [["a", "\tx"]], "\tx\nb\n"],
		["CRLF lines", "a\r\nb\r\n", [["a", "x\ny"]], "x\r\ny\r\nb\r\n"],
		["no part of a line", "let a = 1;\na = 1;\n", [["a = 1;", "b"]], "let a = 1;\nb\n"],
		["pattern characters and dollar signs", "f(.*)\n", [["f(.*)", "$& $1"]], "$& $1\n"],
	] as const)("replaces %s", async (_, file, blocks, want) => {
		expect((await replace(file, ...blocks)).content).toBe(want);
	});

	it("takes the legacy markers", async () => {
		writeFileSync(pathOf("a.ts"), "a\n");
		const diff = "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n";
		await runTool(tool, { path: "a.ts", diff }, task);
		expect(readFileSync(pathOf("a.ts"), "utf8")).toBe("b\n");
	});

	it("says what was saved", async () => {
		const { text, operation } = await replace("a\nb\n", ["a", "1"], ["b", "2"]);
		expect(text).toContain("The content was successfully saved to a.ts (2 blocks).");
		expect(operation.row.body).toMatchObject({ kind: "diff", files: [{ path: "a.ts" }] });
	});

	it("applies nothing when one block finds no place, and shows which", async () => {
		await expect(replace("alpha\nbeta\n", ["alpha", "1"], ["betta", "2"])).rejects.toMatchObject({
			code: "edit_no_match",
			message: expect.stringMatching(/^a\.ts was not changed: block 2: /),
		});
		expect(readFileSync(pathOf("a.ts"), "utf8")).toBe("alpha\nbeta\n");
	});

	it("refuses to choose between places that differ from its search in white space", async () => {
		const file = "if a:\n  x()\nif b:\n    x()\n";
		await expect(replace(file, ["x()", "y()"])).rejects.toMatchObject({
			code: "edit_ambiguous",
			message: expect.stringContaining("block 1: but for white space its SEARCH fits at lines 2, 4"),
		});
		expect(readFileSync(pathOf("a.ts"), "utf8")).toBe(file);
	});

	it("creates a missing file for an empty search, and for no other", async () => {
		const run = (diff: string) => runTool(tool, { path: "new/b.ts", diff }, task);
		await expect(run(block("a", "b"))).rejects.toMatchObject({ code: "path_not_found" });
		expect(existsSync(pathOf("new"))).toBe(false);
		await run(block("", "one\ntwo"));
		expect(readFileSync(pathOf("new/b.ts"), "utf8")).toBe("one\ntwo\n");
	});

	it("fills an empty file", async () => {
		expect((await replace("", ["", "one"])).content).toBe("one\n");
	});

	it("reads and writes the file by its effects", () => {
		const params = parseParams(tool, tool.example);
		expect(tool.targets(params)).toEqual([
			{ kind: "read", path: "src/a.ts" },
			{ kind: "write", path: "src/a.ts" },
		]);
		expect(tool.label({}, "streaming").title).toBe("Edit a file");
	});
});
