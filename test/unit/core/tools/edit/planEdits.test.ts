import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { maxEditBytes } from "@core/tools/edit/TextFile";
import { encode } from "@services/files/encoding";
import { maxRowTextChars } from "@shared/tools";
import { beforeEach, describe, expect, it } from "vitest";
import { writeTree } from "../../../support/tempDir";
import { createTestTask, type TestTask } from "../support/testTask";
import { planOf } from "./edits";
import { treeOf } from "./treeOf";

let task: TestTask;
const at = (path: string) => join(task.cwd, path);

beforeEach(() => {
	task = createTestTask();
	writeTree(task.cwd, { "a.txt": "a\n", "b.txt": "b\n", "empty.txt": "" });
});

describe("the plan of several changes", () => {
	it("shows each file with what is done to it, and touches nothing", async () => {
		const before = treeOf(task.cwd);
		const { row, edits, data } = await planOf(task, [
			{ path: "a.txt", text: "A\n" },
			{ path: "new/c.txt", text: "c\n" },
			{ path: "b.txt", text: null },
		]);
		expect(row).toMatchObject({ icon: "edit", title: "Change 3 files", detail: "+2 −2" });
		expect(row.body).toEqual({
			kind: "diff",
			files: [
				{ path: "a.txt", diff: "@@ -1,1 +1,1 @@\n-a\n+A", added: 1, removed: 1, operation: "modify" },
				{ path: "new/c.txt", diff: "@@ -0,0 +1,1 @@\n+c", added: 1, removed: 0, operation: "create" },
				{ path: "b.txt", diff: "@@ -1,1 +0,0 @@\n-b", added: 0, removed: 1, operation: "delete" },
			],
		});
		expect(edits).toEqual([
			{ path: at("a.txt"), before: "a\n", after: "A\n" },
			{ path: at("new/c.txt"), before: null, after: "c\n" },
			{ path: at("b.txt"), before: "b\n", after: null },
		]);
		expect(JSON.parse(JSON.stringify(data))).toEqual(data);
		expect(treeOf(task.cwd)).toEqual(before);
	});

	it("has the effects of each: a move writes both ends and deletes one", async () => {
		const { effects } = await planOf(task, [
			{ path: "a.txt", text: "A\n", to: "moved.txt" },
			{ path: "b.txt", text: null },
			{ path: "c.txt", text: "c" },
		]);
		expect(effects).toEqual([
			{ kind: "read", path: "a.txt" },
			{ kind: "write", path: "a.txt" },
			{ kind: "delete", path: "a.txt" },
			{ kind: "write", path: "moved.txt" },
			{ kind: "read", path: "b.txt" },
			{ kind: "delete", path: "b.txt" },
			{ kind: "read", path: "c.txt" },
			{ kind: "write", path: "c.txt" },
		]);
	});

	it.each([
		[[{ path: "a.txt", text: "x" }], "Edit a.txt", "edit"],
		[[{ path: "c.txt", text: "x" }], "Create c.txt", "new-file"],
		[[{ path: "a.txt", text: null }], "Delete a.txt", "trash"],
		[[{ path: "a.txt", text: "a\n", to: "c.txt" }], "Move c.txt", "edit"],
		[
			[
				{ path: "a.txt", text: "x" },
				{ path: "b.txt", text: "x" },
			],
			"Edit 2 files",
			"edit",
		],
		[
			[
				{ path: "c.txt", text: "x" },
				{ path: "d.txt", text: "x" },
			],
			"Create 2 files",
			"new-file",
		],
	])("is one plain sentence (%#)", async (wanted, title, icon) => {
		expect((await planOf(task, wanted)).row).toMatchObject({ title, icon });
	});

	it("tells where a file comes from, and what it takes the place of", async () => {
		const { row } = await planOf(task, [{ path: "a.txt", text: "a\n", to: "b.txt" }]);
		const note = "moved from a.txt, in place of the file there";
		expect(row.body).toMatchObject({ files: [{ path: "b.txt", note }] });
	});

	it("gives every change at least one hunk, so that it can be chosen", async () => {
		const { row } = await planOf(task, [
			{ path: "a.txt", text: "a\n", to: "c.txt" },
			{ path: "d.txt", text: "" },
			{ path: "empty.txt", text: null },
		]);
		const head = "@@ -0,0 +0,0 @@";
		expect(row.body).toMatchObject({ files: [{ diff: head }, { diff: head }, { diff: head }] });
	});

	it("keeps all diffs together within a row", async () => {
		const long = "some text of a line\n".repeat(3000);
		const wanted = Array.from({ length: 30 }, (_, index) => ({ path: `n${index}.txt`, text: long }));
		const { row } = await planOf(task, wanted);
		const files = row.body.kind === "diff" ? row.body.files : [];
		expect(files).toHaveLength(30);
		const total = files.reduce((sum, { diff }) => sum + diff.length, 0);
		expect(total).toBeLessThanOrEqual(maxRowTextChars);
		expect(files.every(({ diff, added }) => diff.startsWith("@@ ") && added === 3000)).toBe(true);
	});

	it("leaves out files that stay as they are; when all do, it only reads", async () => {
		const some = await planOf(task, [
			{ path: "a.txt", text: "a\n" },
			{ path: "b.txt", text: "B\n" },
		]);
		expect(some.row.title).toBe("Edit b.txt");
		const none = await planOf(task, [
			{ path: "a.txt", text: "a\n" },
			{ path: "b.txt", text: "b\n" },
		]);
		expect(none.row).toEqual({ icon: "edit", title: "No change", body: { kind: "none" } });
		expect(none.effects).toEqual([
			{ kind: "read", path: "a.txt" },
			{ kind: "read", path: "b.txt" },
		]);
		expect(none.edits).toBeUndefined();
	});

	it("refuses a file that is named twice, also by another name or as a move's end", async () => {
		symlinkSync("a.txt", at("link.txt"));
		const twice = { code: "edit_malformed", message: expect.stringContaining("named twice") };
		const first = { path: "a.txt", text: "1" };
		await expect(planOf(task, [first, { path: "./a.txt", text: "2" }])).rejects.toMatchObject(twice);
		await expect(planOf(task, [first, { path: "link.txt", text: "2" }])).rejects.toMatchObject(twice);
		await expect(planOf(task, [first, { path: "b.txt", text: "2", to: "a.txt" }])).rejects.toMatchObject(
			twice,
		);
		await expect(planOf(task, [{ path: "a.txt", text: "x", to: "a.txt" }])).rejects.toMatchObject(twice);
	});

	it("edits through a link, but does not delete or move one", async () => {
		symlinkSync("a.txt", at("link.txt"));
		expect((await planOf(task, [{ path: "link.txt", text: "x" }])).row.title).toBe("Edit link.txt");
		const refused = { code: "path_refused" };
		await expect(planOf(task, [{ path: "link.txt", text: null }])).rejects.toMatchObject(refused);
		await expect(planOf(task, [{ path: "link.txt", text: "x", to: "c.txt" }])).rejects.toMatchObject(refused);
	});

	it("refuses a text that no later edit could read", async () => {
		const text = "a".repeat(maxEditBytes + 1);
		await expect(planOf(task, [{ path: "a.txt", text }])).rejects.toMatchObject({
			code: "file_too_large",
			message: "a.txt would grow too large to be edited.",
		});
	});

	it("asks nobody about a text that could not be written", async () => {
		writeFileSync(at("a.txt"), encode("中文测试，你好世界\n", "gbk"));
		await expect(planOf(task, [{ path: "a.txt", text: "🎉" }])).rejects.toMatchObject({
			code: "edit_malformed",
			message: expect.stringContaining('"🎉" (U+1F389)'),
		});
	});
});
