import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ApplyPatchTool } from "@core/tools/edit/ApplyPatchTool";
import { beforeEach, describe, expect, it } from "vitest";
import { writeTree } from "../../../support/tempDir";
import { createTestTask, parseParams, runTool, type TestTask } from "../support/testTask";
import { treeOf } from "./treeOf";

const tool = new ApplyPatchTool();
let task: TestTask;
const pathOf = (path: string) => join(task.cwd, path);
const contentOf = (path: string) => readFileSync(pathOf(path), "utf8");
const envelope = (...lines: string[]) => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");
const apply = (...lines: string[]) => runTool(tool, { patch: envelope(...lines) }, task);
const planned = (...lines: string[]) => tool.plan(parseParams(tool, { patch: envelope(...lines) }), task);

beforeEach(() => {
	task = createTestTask();
	writeTree(task.cwd, { "a.ts": "one\ntwo\nthree\n", "b.ts": "x\ny\n", "old.ts": "gone\n" });
});

const whole = [
	"*** Update File: a.ts",
	"-two",
	"+2",
	"*** Update File: b.ts",
	"*** Move to: sub/c.ts",
	" x",
	"-y",
	"+Y",
	"*** Add File: new/d.ts",
	"+d",
	"*** Delete File: old.ts",
];

describe("apply_patch", () => {
	it("is offered only when the profile names it", () => {
		expect(tool.isCustom).toBe(true);
	});

	it("changes, moves, adds and deletes, and says so", async () => {
		const { text, operation, result } = await apply(...whole);
		expect(contentOf("a.ts")).toBe("one\n2\nthree\n");
		expect(contentOf("sub/c.ts")).toBe("x\nY\n");
		expect(contentOf("new/d.ts")).toBe("d\n");
		expect([existsSync(pathOf("b.ts")), existsSync(pathOf("old.ts"))]).toEqual([false, false]);
		expect(text.split("\n").slice(0, 4)).toEqual([
			"Changed a.ts.",
			"Moved b.ts to sub/c.ts, changed.",
			"Added new/d.ts.",
			"Deleted old.ts.",
		]);
		expect(operation.effects).toEqual(tool.targets(parseParams(tool, { patch: envelope(...whole) })));
		expect(
			operation.effects.map((effect) => `${effect.kind} ${"path" in effect ? effect.path : ""}`),
		).toEqual([
			"read a.ts",
			"write a.ts",
			"read b.ts",
			"write b.ts",
			"delete b.ts",
			"write sub/c.ts",
			"read new/d.ts",
			"write new/d.ts",
			"read old.ts",
			"delete old.ts",
		]);
		expect(result.error).toBeUndefined();
	});

	it("touches nothing before it is executed", async () => {
		const before = treeOf(task.cwd);
		const operation = await planned(...whole);
		expect(treeOf(task.cwd)).toEqual(before);
		expect(operation.edits?.map(({ after }) => after)).toEqual(["one\n2\nthree\n", "x\nY\n", "d\n", null]);
		expect(operation.row.body).toMatchObject({ kind: "diff", files: [{}, {}, {}, {}] });
		expect(JSON.parse(JSON.stringify(operation.data))).toEqual(operation.data);
	});

	it("writes only the hunks that the person kept", async () => {
		const operation = await planned(
			"*** Update File: a.ts",
			"-one",
			"+1",
			"*** Update File: b.ts",
			"-y",
			"+Y",
		);
		const amended = tool.amend(operation, { kind: "hunks", kept: [1] }, task);
		await tool.execute(amended, task);
		expect([contentOf("a.ts"), contentOf("b.ts")]).toEqual(["one\ntwo\nthree\n", "x\nY\n"]);
		expect(amended.amended).toBeDefined();
	});

	it.each<[string, string, string, string[]]>([
		["adds what exists", "edit_malformed", "a.ts should be added, but exists", ["*** Add File: a.ts", "+x"]],
		[
			"updates what is missing",
			"path_not_found",
			"no.ts should be updated",
			["*** Update File: no.ts", "-x"],
		],
		["deletes what is missing", "path_not_found", "no.ts should be deleted", ["*** Delete File: no.ts"]],
		["moves what is missing", "path_not_found", "no.ts", ["*** Update File: no.ts", "*** Move to: x.ts"]],
		[
			"moves onto a file",
			"edit_malformed",
			"a.ts should be moved to b.ts, which exists",
			["*** Update File: a.ts", "*** Move to: b.ts"],
		],
		[
			"names a file twice",
			"edit_malformed",
			"a.ts is named twice",
			["*** Update File: a.ts", "-one", "*** Update File: ./a.ts", "-two"],
		],
		[
			"deletes what it changes",
			"edit_malformed",
			"a.ts is named twice",
			["*** Update File: a.ts", "-one", "*** Delete File: a.ts"],
		],
		[
			"moves to what it adds",
			"edit_malformed",
			"n.ts is named twice",
			["*** Update File: a.ts", "*** Move to: n.ts", "*** Add File: n.ts", "+x"],
		],
		["updates a directory", "path_is_directory", "dir", ["*** Update File: dir", "-x"]],
		["adds below a file", "path_not_directory", "a.ts", ["*** Add File: a.ts/b", "+x"]],
		[
			"misses",
			"edit_no_match",
			"b.ts, hunk 1 (line 7 of the patch): its lines are not in the file",
			["*** Update File: a.ts", "-one", "*** Update File: b.ts", " x", "-z"],
		],
		["is ambiguous", "edit_ambiguous", "1 | x\n4 | x", ["*** Update File: r.ts", "-x", "+y"]],
		[
			"overlaps itself",
			"edit_malformed",
			"overlaps",
			["*** Update File: a.ts", "-one", "-two", "@@", "-two", "-three"],
		],
		["is malformed", "edit_malformed", "Line 5", ["*** Update File: a.ts", "one"]],
		["changes a binary file", "file_binary", "binary", ["*** Update File: bin", "-x"]],
	])("leaves every file as it was when the patch %s", async (_name, code, message, lines) => {
		mkdirSync(pathOf("dir"));
		writeTree(task.cwd, { "r.ts": "x\na\nb\nx\n", bin: new Uint8Array([0, 1, 2]) });
		const before = treeOf(task.cwd);
		const run = apply("*** Add File: first.ts", "+x", ...lines);
		await expect(run).rejects.toMatchObject({ code });
		await expect(run).rejects.toThrow(message);
		expect(treeOf(task.cwd)).toEqual(before);
	});

	it("shows the nearest lines around a miss, and every hunk that failed", async () => {
		const run = apply(
			"*** Update File: a.ts",
			" one",
			"-twoo",
			"*** Update File: b.ts",
			"-never there at all",
		);
		await expect(run).rejects.toThrow(
			/Lines 1–2 are \d+ % similar; first difference at line 2:\n1 \| one\n2 \| two/,
		);
		await expect(run).rejects.toThrow("b.ts, hunk 1");
	});

	it("tells where a hunk matched loosely", async () => {
		writeFileSync(pathOf("a.ts"), "f {\n\tone  \n\ttwo\n}\n");
		const { text } = await apply("*** Update File: a.ts", " f {", "   one", "-  two", "+  2");
		expect(contentOf("a.ts")).toBe("f {\n\tone  \n\t2\n}\n");
		expect(text).toContain("a.ts, hunk 1: matched at line 1 in another indentation");
	});

	it("says when a file is so already, and changes the others", async () => {
		const { text } = await apply(
			"*** Update File: a.ts",
			"-one",
			"+one",
			"*** Update File: b.ts",
			"-y",
			"+z",
		);
		expect(text).toContain("Nothing changed in a.ts");
		expect(contentOf("b.ts")).toBe("x\nz\n");
	});

	it("keeps BOM and CRLF, also through a move", async () => {
		writeFileSync(pathOf("a.ts"), "\uFEFFone\r\ntwo");
		await apply("*** Update File: a.ts", "*** Move to: m.ts", "-one", "+1");
		expect(contentOf("m.ts")).toBe("\uFEFF1\r\ntwo");
	});

	it("deletes by a unified diff only a file that it holds whole", async () => {
		const patch = (...lines: string[]) =>
			["--- a/old.ts", "+++ /dev/null", `@@ -1,${lines.length} +0,0 @@`, ...lines, ""].join("\n");
		writeFileSync(pathOf("old.ts"), "gone\nand more\n");
		await expect(runTool(tool, { patch: patch("-gone") }, task)).rejects.toMatchObject({
			code: "edit_no_match",
		});
		expect(contentOf("old.ts")).toBe("gone\nand more\n");
		await runTool(tool, { patch: patch("-gone", "-and more") }, task);
		expect(existsSync(pathOf("old.ts"))).toBe(false);
	});

	it("takes a move to the same place as none", async () => {
		await apply("*** Update File: a.ts", "*** Move to: ./a.ts", "-one", "+1");
		expect(contentOf("a.ts")).toBe("1\ntwo\nthree\n");
	});

	it("finds a file that is named by a link and by itself", async () => {
		symlinkSync(pathOf("a.ts"), pathOf("l.ts"));
		const run = apply("*** Update File: a.ts", "-one", "*** Update File: l.ts", "-two");
		await expect(run).rejects.toThrow("named twice");
	});

	it("writes nothing when one of the files changed since the approval", async () => {
		const operation = await planned(
			"*** Update File: a.ts",
			"-one",
			"+1",
			"*** Update File: b.ts",
			"-y",
			"+Y",
		);
		writeFileSync(pathOf("b.ts"), "other\n");
		await expect(tool.execute(operation, task)).rejects.toMatchObject({ code: "file_changed" });
		expect(contentOf("a.ts")).toBe("one\ntwo\nthree\n");
	});

	it("refuses a read-only file", async () => {
		chmodSync(pathOf("a.ts"), 0o444);
		await expect(apply("*** Update File: a.ts", "-one")).rejects.toMatchObject({ code: "no_permission" });
	});

	it("stops when the turn is aborted", async () => {
		task.abort();
		await expect(planned("*** Update File: a.ts", "-one")).rejects.toMatchObject({ name: "AbortError" });
	});

	it.each([
		["*** Begin Patch\n*** Update File: a.ts\n", "Patch a.ts"],
		["*** Begin Patch\n*** Update File: a.ts\n@@\n*** Add File: b.ts", "Patch 2 files"],
		["--- a/x.ts\n+++ b/x.ts\n@@", "Patch x.ts"],
		["", "Apply a patch"],
	])("titles a card while %j streams", (patch, title) => {
		expect(tool.label({ patch }, "streaming")).toMatchObject({
			title,
			detail: expect.stringMatching(/lines? so far/),
		});
	});
});
