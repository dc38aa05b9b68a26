import { execFileSync } from "node:child_process";
import {
	existsSync,
	lstatSync,
	mkdirSync,
	renameSync,
	rmSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { resolveEffects, toAbsolute } from "@core/approval/resolvePath";
import { rootNames } from "@core/approval/rootNames";
import { DeleteFileTool } from "@core/tools/edit/DeleteFileTool";
import { validateEffects } from "@core/tools/validateToolUse";
import type { ModeConfig } from "@shared/modes";
import { beforeEach, describe, expect, it } from "vitest";
import { createTempDir, writeTree } from "../../../support/tempDir";
import { createTestHost } from "../../../support/testHost";
import { createTestTask, parseParams, runTool, type TestTask } from "../support/testTask";
import { treeOf } from "./treeOf";

const tool = new DeleteFileTool();
let task: TestTask;
const pathOf = (path: string) => join(task.cwd, path);
const remove = (path: string, on: TestTask = task) => runTool(tool, { path }, on);
const planned = (path: string, on: TestTask = task) => tool.plan(parseParams(tool, { path }), on);
const markdownMode: ModeConfig = {
	slug: "docs",
	name: "Docs",
	roleDefinition: "x",
	groups: ["read", ["edit", { fileRegex: "\\.md$" }]],
};

beforeEach(() => {
	task = createTestTask();
	writeTree(task.cwd, {
		"a.ts": "one\n",
		"dir/b.md": "1234",
		"dir/sub/c.md": "56",
		"dir/empty/": "",
		"keep.ts": "k",
	});
});

describe("delete_file", () => {
	it("deletes a file", async () => {
		const { text, operation } = await remove("a.ts");
		expect(existsSync(pathOf("a.ts"))).toBe(false);
		expect(text).toBe("Deleted a.ts.");
		expect(operation.effects).toEqual([{ kind: "delete", path: "a.ts" }]);
		expect(operation.effects).toEqual(tool.targets({ path: "a.ts" }, task));
		expect(operation.row).toMatchObject({ title: "Delete a.ts", detail: "4 bytes" });
		expect(task.editedTexts.get(pathOf("a.ts"))).toBeNull();
	});

	it("has each file tested that goes, and not one of the same name in another folder of the workspace", async () => {
		const parent = createTempDir();
		const roots = ["one", "two", "three"].map((name) => join(parent, name));
		const [cwd = ""] = roots;
		writeTree(parent, { "one/three/": "", "two/x": "", "three/sub/secret.ts": "x" });
		const host = createTestHost({ roots });
		const scope = { cwd, roots, rootNames: rootNames(cwd, roots), homeDir: "/h", storageRoot: "/s" };
		const resolvePath = (path: string) => toAbsolute(path, scope);
		const docs = { ...createTestTask({ cwd, host, mode: markdownMode }), resolvePath };
		const { effects } = await planned("two/../three/sub", docs);
		const [resolved] = await resolveEffects(effects, scope);
		expect(resolved?.target?.absolute).toBe(join(parent, "three/sub/secret.ts"));
	});

	it("deletes a directory with everything in it, and shows how much that is", async () => {
		const { text, operation } = await remove("dir/");
		expect(existsSync(pathOf("dir"))).toBe(false);
		expect(existsSync(pathOf("keep.ts"))).toBe(true);
		expect(text).toBe("Deleted dir (2 files, 3 directories, 6 bytes).");
		expect(operation.row).toEqual({
			icon: "trash",
			title: "Delete dir/",
			detail: "2 files, 3 directories, 6 bytes",
			body: { kind: "files", files: [{ path: "dir/b.md" }, { path: "dir/sub/c.md" }] },
		});
		expect([...task.editedTexts.keys()].sort()).toEqual([pathOf("dir/b.md"), pathOf("dir/sub/c.md")]);
	});

	it("touches nothing before it is executed", async () => {
		const before = treeOf(task.cwd);
		const operation = await planned("dir");
		expect(JSON.parse(JSON.stringify(operation.data))).toEqual(operation.data);
		expect(treeOf(task.cwd)).toEqual(before);
	});

	it("removes a link, never what it points to", async () => {
		const outside = createTempDir("outside");
		writeTree(outside, { "precious.txt": "p" });
		symlinkSync(outside, pathOf("link"));
		symlinkSync(join(outside, "precious.txt"), pathOf("dir/file-link"));
		symlinkSync(outside, pathOf("dir/dir-link"));
		symlinkSync(join(outside, "nothing"), pathOf("dangling"));
		const { text, operation } = await remove("link/");
		expect([text, operation.row.title]).toEqual(["Deleted the link link.", "Delete the link link"]);
		await remove("dangling");
		await remove("dir");
		expect(treeOf(outside)).toEqual({ "precious.txt": Buffer.from("p").toString("base64") });
		expect(() => lstatSync(pathOf("link"))).toThrow("ENOENT");
		expect(() => lstatSync(pathOf("dangling"))).toThrow("ENOENT");
	});

	it("removes what is no regular file without opening it", async () => {
		execFileSync("mkfifo", [pathOf("dir/fifo")]);
		await remove("dir");
		expect(existsSync(pathOf("dir"))).toBe(false);
	});

	it.each<[string, string, string]>([
		["the workspace", ".", "path_refused"],
		["what holds the workspace", "..", "path_refused"],
		["the root", "/", "path_refused"],
		["the home directory", "~", "path_refused"],
		["what is outside", "../elsewhere", "path_refused"],
		["what is outside, by an absolute path", "/etc/hosts", "path_refused"],
		["what is outside, through a link", "out/precious.txt", "path_refused"],
		["git's directory", ".git", "path_refused"],
		["a file of git's", "dir/../.GIT/config", "path_refused"],
		["what is missing", "no.ts", "path_not_found"],
		["what is below a file", "a.ts/b", "path_not_directory"],
	])("refuses %s", async (_name, path, code) => {
		const outside = createTempDir("outside");
		writeTree(outside, { "precious.txt": "p" });
		writeTree(task.cwd, { ".git/config": "x" });
		symlinkSync(outside, pathOf("out"));
		const before = [treeOf(task.cwd), treeOf(outside)];
		await expect(remove(path)).rejects.toMatchObject({ code });
		expect([treeOf(task.cwd), treeOf(outside)]).toEqual(before);
	});

	it("refuses a workspace root that is given through a link", async () => {
		symlinkSync(task.cwd, pathOf("self"));
		await expect(remove("self/dir/../../self/.")).resolves.toMatchObject({ text: "Deleted the link self." });
		mkdirSync(pathOf("w"));
		const nested = createTestTask({
			cwd: task.cwd,
			host: createTestHost({ roots: [task.cwd, pathOf("w")] }),
		});
		await expect(remove("w", nested)).rejects.toMatchObject({ code: "path_refused" });
	});

	it("refuses a directory that holds what is protected or ignored, and names it", async () => {
		writeTree(task.cwd, { "dir/.env": "KEY=1", "dir/sub/.git/config": "x", "dir/secret.txt": "s" });
		const guarded = createTestTask({
			cwd: task.cwd,
			project: { isIgnored: (path) => path.endsWith("secret.txt") },
		});
		const before = treeOf(task.cwd);
		await expect(remove("dir", guarded)).rejects.toMatchObject({
			code: "path_refused",
			message: expect.stringMatching(
				/\.env \(protected\).*secret\.txt \(ignored by \.kilocodeignore\).*sub\/\.git \(protected\)/,
			),
		});
		await expect(remove("dir/secret.txt", guarded)).rejects.toMatchObject({ code: "path_ignored" });
		expect(treeOf(task.cwd)).toEqual(before);
	});

	it("knows what is protected also by the real path", async () => {
		writeTree(task.cwd, { ".vscode/tasks/a.json": "{}" });
		symlinkSync(pathOf(".vscode"), pathOf("settings"));
		await expect(remove("settings/tasks")).rejects.toThrow("a.json (protected)");
	});

	it("leaves a protected file to its own approval", async () => {
		writeTree(task.cwd, { ".env": "KEY=1" });
		const { operation } = await remove(".env");
		expect(operation.effects).toEqual([{ kind: "delete", path: ".env" }]);
	});

	it("refuses while a file has unsaved changes, and names it", async () => {
		task.host.documents.put(pathOf("dir/sub/c.md"), "typed", { isDirty: true });
		task.host.documents.put(pathOf("dir/b.md"), "1234");
		await expect(remove("dir")).rejects.toThrow("unsaved changes in dir/sub/c.md");
		await expect(remove("dir/sub/c.md")).rejects.toMatchObject({ code: "path_refused" });
		const operation = await planned("dir/b.md");
		task.host.documents.type(pathOf("dir/b.md"), "x");
		await expect(tool.execute(operation, task)).rejects.toThrow("unsaved changes in dir/b.md");
		expect(existsSync(pathOf("dir/b.md"))).toBe(true);
	});

	it.each<[string, () => void]>([
		["has a new file", () => writeFileSync(pathOf("dir/new"), "")],
		["lost a file", () => rmSync(pathOf("dir/b.md"))],
		["has another size", () => writeFileSync(pathOf("dir/b.md"), "longer than before")],
		["was written again", () => utimesSync(pathOf("dir/b.md"), new Date(), new Date(Date.now() + 60_000))],
		[
			"is a link now",
			() => {
				renameSync(pathOf("dir"), pathOf("moved"));
				symlinkSync(pathOf("moved"), pathOf("dir"));
			},
		],
		[
			"is a file now",
			() => {
				renameSync(pathOf("dir"), pathOf("moved"));
				writeFileSync(pathOf("dir"), "");
			},
		],
	])("deletes nothing when the directory %s since the approval", async (_name, change) => {
		const operation = await planned("dir");
		change();
		const before = treeOf(task.cwd);
		await expect(tool.execute(operation, task)).rejects.toMatchObject({ code: "file_changed" });
		expect(treeOf(task.cwd)).toEqual(before);
	});

	it("deletes nothing when the place leads elsewhere since the approval", async () => {
		const operation = await planned("dir/b.md");
		const outside = createTempDir("outside");
		writeTree(outside, { "b.md": "1234" });
		renameSync(pathOf("dir"), pathOf("moved"));
		symlinkSync(outside, pathOf("dir"));
		await expect(tool.execute(operation, task)).rejects.toMatchObject({ code: "path_refused" });
		expect(existsSync(join(outside, "b.md"))).toBe(true);
	});

	it("counts up to its limit, and then looks at all before it deletes", async () => {
		const small = new DeleteFileTool(20);
		for (let at = 0; at < 30; at++) writeTree(task.cwd, { [`many/${at}/x`]: "" });
		const operation = await small.plan({ path: "many" }, task);
		expect(operation.row.detail).toBe("more than 20 entries, more than 0 bytes");
		writeTree(task.cwd, { "many/9/deep/.env": "KEY=1" });
		await expect(small.execute(operation, task)).rejects.toThrow("9/deep/.env (protected)");
		expect(existsSync(pathOf("many/0/x"))).toBe(true);
		rmSync(pathOf("many/9/deep"), { recursive: true });
		await small.execute(operation, task);
		expect(existsSync(pathOf("many"))).toBe(false);
	});

	it("names each file in a mode that may edit only some, so that the gate tests all of them", async () => {
		const docs = createTestTask({ cwd: task.cwd, mode: markdownMode });
		expect(tool.targets({ path: "dir" }, docs)).toEqual([{ kind: "read", path: "dir" }]);
		expect((await planned("dir", docs)).effects).toEqual([
			{ kind: "delete", path: "dir/b.md" },
			{ kind: "delete", path: "dir/sub/c.md" },
		]);
		expect((await planned("a.ts", docs)).effects).toEqual([{ kind: "delete", path: "a.ts" }]);
		expect((await planned("dir/empty", docs)).effects).toEqual([{ kind: "delete", path: "dir/empty" }]);
		for (let at = 0; at < 1000; at++) writeFileSync(pathOf(`dir/${at}.md`), "");
		await expect(planned("dir", docs)).rejects.toMatchObject({ code: "tool_not_allowed" });
		expect((await planned("dir")).effects).toEqual([{ kind: "delete", path: "dir" }]);
	});

	it("is refused by the gate when one of the files does not match", async () => {
		const docs = createTestTask({ cwd: task.cwd, mode: markdownMode });
		const scope = {
			cwd: task.cwd,
			roots: [task.cwd],
			homeDir: "/home/x",
			storageRoot: createTempDir("storage"),
		};
		const decide = async () => {
			const { effects } = await planned("dir", docs);
			validateEffects(await resolveEffects(effects, scope), docs.mode);
		};
		await expect(decide()).resolves.toBeUndefined();
		writeTree(task.cwd, { "dir/sub/code.ts": "" });
		await expect(decide()).rejects.toThrow("Got: dir/sub/code.ts");
	});

	it("says what could not be deleted and how far it came", async () => {
		const operation = await planned("dir");
		const failing = {
			...task,
			noteEdit: (path: string) => {
				if (path.endsWith("c.md")) throw Object.assign(new Error("locked"), { code: "EACCES" });
			},
		};
		await expect(tool.execute(operation, failing)).rejects.toMatchObject({
			code: "no_permission",
			message: "No permission for dir/sub/c.md (EACCES). 2 entries were deleted before.",
		});
		expect([existsSync(pathOf("dir/b.md")), existsSync(pathOf("dir/sub/c.md"))]).toEqual([false, true]);
	});

	it("stops when the turn is aborted", async () => {
		const operation = await planned("dir");
		task.abort();
		await expect(tool.execute(operation, task)).rejects.toMatchObject({ name: "AbortError" });
		await expect(planned("dir")).rejects.toMatchObject({ name: "AbortError" });
		expect(existsSync(pathOf("dir/b.md"))).toBe(true);
	});

	it("has a title while it streams", () => {
		expect(tool.label({}, "streaming").title).toBe("Delete a file");
		expect(tool.label({ path: "x" }, "ready").title).toBe("Delete x");
	});
});
