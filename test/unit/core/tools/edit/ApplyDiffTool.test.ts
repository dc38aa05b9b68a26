import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ApplyDiffTool } from "@core/tools/edit/ApplyDiffTool";
import { parseBlocks } from "@core/tools/edit/apply-diff/parseBlocks";
import { beforeEach, describe, expect, it } from "vitest";
import { writeTree } from "../../../support/tempDir";
import { createTestTask, parseParams, runTool, type TestTask } from "../support/testTask";
import { block } from "./apply-diff/applyText";
import { treeOf } from "./treeOf";

const tool = new ApplyDiffTool();
let task: TestTask;
const pathOf = (path: string) => join(task.cwd, path);
const contentOf = (path: string) => readFileSync(pathOf(path), "utf8");
const apply = (path: string, diff: string) => runTool(tool, { path, diff }, task);

beforeEach(() => {
	task = createTestTask();
	writeTree(task.cwd, { "a.ts": "one\ntwo\nthree\n" });
});

describe("apply_diff", () => {
	it("edits the file and says so shortly", async () => {
		const { text, result, operation } = await apply("a.ts", block("two", "2\n2b"));
		expect(contentOf("a.ts")).toBe("one\n2\n2b\nthree\n");
		expect(text).toBe(
			"Applied 1 of 1 block to a.ts.\nThe file now holds exactly this; there is no need to read it again.",
		);
		expect(result.error).toBeUndefined();
		expect(result.row).toEqual({
			icon: "edit",
			title: "Edit a.ts",
			detail: "+2 −1",
			body: {
				kind: "diff",
				files: [
					{
						path: "a.ts",
						diff: "@@ -1,3 +1,4 @@\n one\n-two\n+2\n+2b\n three",
						added: 2,
						removed: 1,
						operation: "modify",
					},
				],
			},
		});
		expect(operation.effects).toEqual([
			{ kind: "read", path: "a.ts" },
			{ kind: "write", path: "a.ts" },
		]);
		expect(task.editedPaths).toEqual([pathOf("a.ts")]);
	});

	it("plans what it targets, and touches nothing before it is executed", async () => {
		const before = treeOf(task.cwd);
		const params = parseParams(tool, { path: "a.ts", diff: block("two", "2") });
		const operation = await tool.plan(params, task);
		expect(operation.effects).toEqual(tool.targets(params));
		expect(operation.edits).toEqual([
			{ path: pathOf("a.ts"), before: "one\ntwo\nthree\n", after: "one\n2\nthree\n" },
		]);
		expect(JSON.parse(JSON.stringify(operation.data))).toEqual(operation.data);
		expect(treeOf(task.cwd)).toEqual(before);
		expect(task.host.documents.saved).toEqual([]);
	});

	it("writes what applies and tells what does not", async () => {
		const { text, result } = await apply("a.ts", [block("one", "1"), block("nope", "x")].join("\n"));
		expect(contentOf("a.ts")).toBe("1\ntwo\nthree\n");
		expect(text).toContain("Applied 1 of 2 blocks");
		expect(text).toContain("Block 2 failed:");
		expect(result.error).toBeUndefined();
		expect(result.row.body).toMatchObject({ files: [{ note: "1 of 2 blocks failed" }] });
	});

	it.each([
		["edit_no_match", block("nope", "x")],
		["edit_ambiguous", block("e", "x")],
		["edit_malformed", "<<<<<<< SEARCH\none"],
	])("leaves every byte as it was on %s", async (code, diff) => {
		writeFileSync(pathOf("a.ts"), "\uFEFFe\r\ne\n");
		const before = treeOf(task.cwd);
		await expect(apply("a.ts", diff)).rejects.toMatchObject({ code });
		expect(treeOf(task.cwd)).toEqual(before);
		expect(task.editedPaths).toEqual([]);
	});

	it("matches the first line of a file with BOM and keeps it", async () => {
		writeFileSync(pathOf("a.ts"), "\uFEFFone\r\ntwo\r\n");
		await apply("a.ts", block("one", "1"));
		expect(contentOf("a.ts")).toBe("\uFEFF1\r\ntwo\r\n");
	});

	it("follows the fuzzy threshold of the settings", async () => {
		writeTree(task.cwd, { "b.ts": "function alpha() {}\n" });
		const diff = block("function alhpa() {}", "x");
		await expect(apply("b.ts", diff)).rejects.toMatchObject({ code: "edit_no_match" });
		const tolerant = createTestTask({ cwd: task.cwd, settings: { edit: { fuzzyThreshold: 0.85 } } });
		await runTool(tool, { path: "b.ts", diff }, tolerant);
		expect(contentOf("b.ts")).toBe("x\n");
	});

	it("points to write_to_file when there is nothing to search in", async () => {
		const missing = { code: "path_not_found", hint: expect.stringContaining("write_to_file") };
		await expect(apply("missing.ts", block("a", "b"))).rejects.toMatchObject(missing);
		writeTree(task.cwd, { "empty.ts": "" });
		const empty = { code: "edit_no_match", hint: expect.stringContaining("write_to_file") };
		await expect(apply("empty.ts", block("a", "b"))).rejects.toMatchObject(empty);
	});

	it("edits the buffer of an open file and says that it includes unsaved changes", async () => {
		task.host.documents.put(pathOf("a.ts"), "one\ntyped\n", { isDirty: true });
		const { result } = await apply("a.ts", block("typed", "saved"));
		expect(task.host.documents.open(pathOf("a.ts"))?.text).toBe("one\nsaved\n");
		expect(contentOf("a.ts")).toBe("one\nsaved\n");
		expect(result.row.body).toMatchObject({ files: [{ note: "includes unsaved changes" }] });
	});

	it.each([
		["changed", () => writeFileSync(pathOf("a.ts"), "user\n")],
		["deleted", () => rmSync(pathOf("a.ts"))],
		["typed into", () => task.host.documents.type(pathOf("a.ts"), "typed")],
	])("is refused when the file was %s while the approval was open", async (_, meanwhile) => {
		const operation = await tool.plan({ path: "a.ts", diff: block("two", "2") }, task);
		meanwhile();
		const before = treeOf(task.cwd);
		await expect(tool.execute(operation, task)).rejects.toMatchObject({ code: "file_changed" });
		expect(treeOf(task.cwd)).toEqual(before);
	});

	it("asks to read again when the editor reformatted the file", async () => {
		const { documents } = task.host;
		documents.put(pathOf("a.ts"), "one\n");
		const save = documents.applyAndSave.bind(documents);
		documents.applyAndSave = (path, text, version) => save(path, `${text}// formatted\n`, version);
		const { text } = await apply("a.ts", block("one", "1"));
		expect(text).toContain("read it again");
		expect(text).not.toContain("no need");
	});

	it("shows its path and its growth while it streams", () => {
		expect(tool.label({}, "streaming")).toMatchObject({ icon: "edit", title: "Edit a file" });
		expect(tool.label({ path: "a.ts" }, "streaming").detail).toBeUndefined();
		expect(tool.label({ path: "a.ts", diff: "<<" }, "streaming").detail).toBe("1 line so far");
		expect(tool.label({ path: "a.ts", diff: "a\nb" }, "streaming").detail).toBe("2 lines so far");
	});

	it("has an example that its own parser understands", () => {
		expect(parseBlocks(tool.example.diff)).toHaveLength(1);
		expect(parseParams(tool, tool.example)).toEqual(tool.example);
	});
});
