import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { InsertContentTool } from "@core/tools/edit/InsertContentTool";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestTask, runTool, type TestTask } from "../support/testTask";

const tool = new InsertContentTool();
let task: TestTask;
const pathOf = (path: string) => join(task.cwd, path);

async function insert(file: string | undefined, line: number, content: string) {
	if (file !== undefined) writeFileSync(pathOf("a.ts"), file);
	const run = await runTool(tool, { path: "a.ts", line: String(line), content }, task);
	return { ...run, content: readFileSync(pathOf("a.ts"), "utf8") };
}

beforeEach(() => {
	task = createTestTask();
});

describe("insert_content", () => {
	it.each([
		["before the first line", "a\nb\n", 1, "x", "x\na\nb\n"],
		["before a line", "a\nb\n", 2, "x\ny", "a\nx\ny\nb\n"],
		["before the last line without newline", "a\nb", 2, "x", "a\nx\nb"],
		["at the end", "a\nb\n", 0, "x", "a\nb\nx\n"],
		["at the end without newline", "a\nb", 0, "x", "a\nb\nx"],
		["before the line behind the last", "a\nb\n", 3, "x", "a\nb\nx\n"],
		["into an empty file", "", 0, "x", "x\n"],
		["into an empty file, before line 1", "", 1, "x", "x\n"],
		["into a new file", undefined, 0, "x\ny", "x\ny\n"],
		["into a new file, before line 1", undefined, 1, "x", "x\n"],
		["a blank line", "a\nb\n", 2, "", "a\n\nb\n"],
		["lines that end with a blank one", "a\nb\n", 2, "x\n", "a\nx\n\nb\n"],
		["with its indentation", "a\n", 1, "\t  x", "\t  x\na\n"],
		["into a CRLF file", "a\r\nb\r\n", 2, "x\ny", "a\r\nx\r\ny\r\nb\r\n"],
		["at the end of a CRLF file without newline", "a\r\nb", 0, "x", "a\r\nb\r\nx"],
		["CRLF into an LF file", "a\nb\n", 2, "x\r\ny", "a\nx\ny\nb\n"],
		["behind a BOM", "\uFEFFa\n", 1, "x", "\uFEFFx\na\n"],
		["dollar signs", "a\n", 1, "$& $1", "$& $1\na\n"],
	])("inserts %s", async (_, file, line, content, want) => {
		expect((await insert(file, line, content)).content).toBe(want);
	});

	it("says which lines are new", async () => {
		expect((await insert("a\nb\n", 2, "x\ny")).text).toMatch(/^Inserted lines 2–3 into a\.ts\.\n/);
		expect((await insert("a\nb\n", 0, "x")).text).toMatch(/^Inserted line 3 into a\.ts\.\n/);
	});

	it("takes a last line end in JSON for the end of the last line", async () => {
		task = createTestTask({ toolFormat: "native" });
		expect((await insert("a\nb\n", 2, "x\n")).content).toBe("a\nx\nb\n");
	});

	it("refuses a line beyond the end, and creates no file for it", async () => {
		await expect(insert("a\nb\n", 4, "x")).rejects.toMatchObject({
			code: "edit_no_match",
			message: expect.stringContaining("has 2 lines"),
		});
		await expect(runTool(tool, { path: "b.ts", line: 2, content: "x" }, task)).rejects.toMatchObject({
			code: "edit_no_match",
		});
		expect(existsSync(pathOf("b.ts"))).toBe(false);
	});

	it.each(["-1", "1.5", "one"])("refuses %j for a line", async (line) => {
		const attempt = runTool(tool, { path: "a.ts", line, content: "x" }, task);
		await expect(attempt).rejects.toMatchObject({ code: "invalid_parameters" });
	});

	it("has no reading among its effects: its errors show no file text", async () => {
		const { operation } = await insert("a\n", 1, "x");
		expect(operation.effects).toEqual([{ kind: "write", path: "a.ts" }]);
	});
});
