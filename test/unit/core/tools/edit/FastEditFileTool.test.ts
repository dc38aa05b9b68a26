import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FastEditFileTool } from "@core/tools/edit/FastEditFileTool";
import { beforeEach, describe, expect, it } from "vitest";
import { writeTree } from "../../../support/tempDir";
import { createTestTask, parseParams, runTool, type TestTask } from "../support/testTask";
import { treeOf } from "./treeOf";

const tool = new FastEditFileTool();
let task: TestTask;
const pathOf = (path: string) => join(task.cwd, path);
const contentOf = (path: string) => readFileSync(pathOf(path), "utf8");
const paramsOf = (target_file: string, code_edit: string) => ({
	target_file,
	instructions: "Why.",
	code_edit,
});
const run = (path: string, sketch: string) => runTool(tool, paramsOf(path, sketch), task);
const gap = "// ... existing code ...";

beforeEach(() => {
	task = createTestTask();
	writeTree(task.cwd, { "a.ts": "one();\ntwo();\nthree();\nfour();\n" });
});

describe("fast_edit_file", () => {
	it("merges the sketch and says so", async () => {
		const { text, operation, result } = await run("a.ts", `${gap}\ntwo();\nnew();\nthree();\n${gap}`);
		expect(contentOf("a.ts")).toBe("one();\ntwo();\nnew();\nthree();\nfour();\n");
		expect(text).toContain("Merged the sketch into a.ts.");
		expect(operation.effects).toEqual([
			{ kind: "read", path: "a.ts" },
			{ kind: "write", path: "a.ts" },
		]);
		expect(result.row).toMatchObject({
			title: "Edit a.ts",
			detail: "+1 −0",
			body: { files: [{ note: "Why." }] },
		});
	});

	it("touches nothing before it is executed", async () => {
		const before = treeOf(task.cwd);
		const operation = await tool.plan(
			parseParams(tool, paramsOf("a.ts", `one();\n1();\ntwo();\n${gap}`)),
			task,
		);
		expect(operation.edits).toEqual([
			{ path: pathOf("a.ts"), before: contentOf("a.ts"), after: "one();\n1();\ntwo();\nthree();\nfour();\n" },
		]);
		expect(JSON.parse(JSON.stringify(operation.data))).toEqual(operation.data);
		expect(treeOf(task.cwd)).toEqual(before);
	});

	it("writes what the person made of it", async () => {
		const operation = await tool.plan(
			parseParams(tool, paramsOf("a.ts", `one();\n1();\ntwo();\n${gap}`)),
			task,
		);
		await tool.execute(tool.amend(operation, { kind: "text", text: "mine\n" }, task), task);
		expect(contentOf("a.ts")).toBe("mine\n");
	});

	it("creates a missing file from a sketch that is whole", async () => {
		const { text } = await run("new/b.ts", "one();\n");
		expect(contentOf("new/b.ts")).toBe("one();\n");
		expect(text).toContain("Created new/b.ts.");
	});

	it("fills an empty file, and rewrites a small one", async () => {
		writeFileSync(pathOf("empty"), "");
		await run("empty", "x\n");
		await run("a.ts", "only();\n");
		expect([contentOf("empty"), contentOf("a.ts")]).toEqual(["x\n", "only();\n"]);
	});

	it("says when nothing changes", async () => {
		const { text, operation } = await run("a.ts", `${gap}\ntwo();\nthree();\n${gap}`);
		expect(text).toBe("Nothing changed: a.ts is so already.");
		expect(operation.effects).toEqual([{ kind: "read", path: "a.ts" }]);
	});

	it("keeps mixed line ends when the sketch is the whole file", async () => {
		writeFileSync(pathOf("mixed"), "a\r\nb\nc\n");
		await run("mixed", "a\nb\nC");
		expect(contentOf("mixed")).toBe("a\r\nb\nC\n");
	});

	it("keeps BOM and CRLF", async () => {
		writeFileSync(pathOf("w.ts"), "\uFEFFone();\r\ntwo();\r\n");
		await run("w.ts", `one();\nnew();\ntwo();`);
		expect(contentOf("w.ts")).toBe("\uFEFFone();\r\nnew();\r\ntwo();\r\n");
	});

	it("merges into what the editor shows, with unsaved changes", async () => {
		task.host.documents.put(pathOf("a.ts"), "typed();\none();\n", { isDirty: true });
		await run("a.ts", `${gap}\none();\nnew();`);
		expect(contentOf("a.ts")).toBe("typed();\none();\nnew();\n");
	});

	it.each<[string, string, string, string]>([
		["path_not_found", "no.ts", `${gap}\nx`, "no.ts does not exist"],
		["edit_no_match", "empty", `${gap}\nx`, "empty is empty"],
		["edit_no_match", "a.ts", `${gap}\nnowhere();\n${gap}`, "line 2 of code_edit"],
		["edit_ambiguous", "a.ts", `three();\nnew();\n${gap}`, "lines 1–2 would be deleted"],
		["edit_malformed", "a.ts", gap, "nothing but placeholders"],
		["edit_malformed", "long.ts", "line 3", "1 lines, the file 40"],
		["path_is_directory", "dir", "x", "dir"],
		["file_binary", "bin", "x", "binary"],
	])("leaves every byte as it was on %s (%s)", async (code, path, sketch, message) => {
		mkdirSync(pathOf("dir"));
		const long = Array.from({ length: 40 }, (_, at) => `line ${at}\n`).join("");
		writeTree(task.cwd, { empty: "", bin: new Uint8Array([0, 1]), "long.ts": long });
		const before = treeOf(task.cwd);
		await expect(run(path, sketch)).rejects.toMatchObject({
			code,
			message: expect.stringContaining(message),
		});
		expect(treeOf(task.cwd)).toEqual(before);
	});

	it("writes nothing over a file that changed since the approval", async () => {
		const operation = await tool.plan(
			parseParams(tool, paramsOf("a.ts", `one();\n1();\ntwo();\n${gap}`)),
			task,
		);
		writeFileSync(pathOf("a.ts"), "other\n");
		await expect(tool.execute(operation, task)).rejects.toMatchObject({ code: "file_changed" });
		expect(contentOf("a.ts")).toBe("other\n");
		expect(existsSync(pathOf("new.ts"))).toBe(false);
	});

	it("shows how much has arrived while it streams", () => {
		expect(tool.label({ target_file: "a.ts", code_edit: "a\nb" }, "streaming")).toMatchObject({
			title: "Edit a.ts",
			detail: "2 lines so far",
		});
		expect(tool.label({}, "streaming").title).toBe("Edit a file");
	});
});
