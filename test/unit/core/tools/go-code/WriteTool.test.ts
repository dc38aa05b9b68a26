import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { WriteTool } from "@core/tools/go-code/WriteTool";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestTask, parseParams, runTool, type TestTask, textOf } from "../support/testTask";

const tool = new WriteTool();
let task: TestTask;
const contentOf = (name: string) => readFileSync(join(task.cwd, name), "utf8");
const callbacks = {
	callId: "c1",
	output: () => {},
	row: () => {},
	runSubtask: async () => ({ taskId: "child" }),
};

beforeEach(() => {
	task = createTestTask();
});

describe("Write", () => {
	it("creates a file with its directories and says so in its own words", async () => {
		const { text, operation } = await runTool(tool, { file_path: "src/new/a.ts", content: "let a;\n" }, task);
		expect(text).toMatch(/^Successfully wrote to src\/new\/a\.ts(\n|$)/);
		expect(contentOf("src/new/a.ts")).toBe("let a;\n");
		expect(operation.effects).toEqual([{ kind: "write", path: "src/new/a.ts" }]);
	});

	it("replaces a file, also by the text that it has", async () => {
		writeFileSync(join(task.cwd, "a.ts"), "old\n");
		for (const content of ["new\n", "new\n", "$& $1\n"]) {
			const { text } = await runTool(tool, { file_path: "a.ts", content }, task);
			expect(text.split("\n")[0]).toBe("Successfully wrote to a.ts");
			expect(contentOf("a.ts")).toBe(content);
		}
	});

	it("names a path with dollar signs as it was given", async () => {
		const { text } = await runTool(tool, { file_path: "$&.txt", content: "x" }, task);
		expect(text.split("\n")[0]).toBe("Successfully wrote to $&.txt");
	});

	it("writes what the person made of it", async () => {
		const params = parseParams(tool, { file_path: "a.ts", content: "proposed\n" });
		const operation = await tool.plan(params, task);
		const amended = tool.amend(operation, { kind: "text", text: "amended\n" }, task);
		const result = await tool.execute(amended, task, callbacks);
		expect(contentOf("a.ts")).toBe("amended\n");
		expect(textOf(result)).toContain("Successfully wrote to a.ts");
		expect(amended.amended).toContain("amended");
	});

	it("does not claim to have written what the person kept nothing of", async () => {
		writeFileSync(join(task.cwd, "a.ts"), "old\n");
		const operation = await tool.plan({ file_path: "a.ts", content: "new\n" }, task);
		const amended = tool.amend(operation, { kind: "hunks", kept: [] }, task);
		const result = await tool.execute(amended, task, callbacks);
		expect(contentOf("a.ts")).toBe("old\n");
		expect(textOf(result)).not.toContain("Successfully");
	});

	it("writes nothing when the content leaves something out", async () => {
		writeFileSync(join(task.cwd, "a.ts"), "one\ntwo\nthree\n");
		const content = "one\n// ... rest of code unchanged ...\n";
		await expect(runTool(tool, { file_path: "a.ts", content }, task)).rejects.toThrow("a.ts");
		expect(contentOf("a.ts")).toBe("one\ntwo\nthree\n");
	});
});
