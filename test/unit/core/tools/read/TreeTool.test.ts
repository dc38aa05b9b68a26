import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { drawTree } from "@core/tools/read/drawTree";
import { TreeTool } from "@core/tools/read/TreeTool";
import { beforeEach, describe, expect, it } from "vitest";
import { createTempDir, writeTree } from "../../../support/tempDir";
import { createTestHost } from "../../../support/testHost";
import { createTestTask, parseParams, runTool, type TestTask } from "../support/testTask";

const tool = new TreeTool();
let task: TestTask;

beforeEach(() => {
	task = createTestTask();
});

function write(...paths: readonly string[]): void {
	writeTree(task.cwd, Object.fromEntries(paths.map((path) => [path, ""])));
}

async function tree(params: Readonly<Record<string, unknown>> = {}, inTask = task): Promise<string[]> {
	return (await runTool(tool, params, inTask)).text.split("\n");
}

describe("a tree", () => {
	it("shows three levels and counts what is below them", async () => {
		write("a/b/c/1", "a/b/c/2", "a/b/c/d/3", "a/b/x", "a/b/one/1", "z", "a.ts", "empty/");
		symlinkSync("a", join(task.cwd, "link"));
		expect(await tree()).toEqual([
			"a/",
			"  b/",
			"    c/ (3 files)",
			"    one/ (1 file)",
			"    x",
			"a.ts",
			"empty/",
			"link@",
			"z",
		]);
	});

	it("is as deep as was asked for", async () => {
		write("a/b/c/1", "a/2");
		expect(await tree({ depth: "1" })).toEqual(["a/ (2 files)"]);
		expect(await tree({ depth: 2, path: "a" })).toEqual(["2", "b/", "  c/ (1 file)"]);
		expect(await tree({ depth: 10 })).toEqual(["a/", "  2", "  b/", "    c/", "      1"]);
	});

	it("leaves out ignored entries, also from the counts", async () => {
		writeTree(task.cwd, { ".gitignore": "dist/\n*.log\n" });
		write("dist/x", "a.log", "src/b.log", "src/c.ts", "src/dist/x", "node_modules/x/y", ".git/HEAD");
		expect(await tree({ depth: 1 })).toEqual([".gitignore", "src/ (1 file)"]);
		expect(await tree()).toEqual([".gitignore", "src/", "  c.ts"]);
	});

	it("does not tell of what .kilocodeignore names", async () => {
		write("private/a", "private/deep/b", "open/c");
		const isIgnored = (path: string) => path.startsWith(join(task.cwd, "private"));
		const project = { isIgnored, ignoreFiles: () => [join(task.cwd, ".kilocodeignore")] };
		expect(await tree({}, createTestTask({ cwd: task.cwd, project }))).toEqual(["open/", "  c"]);
	});

	it("says how many entries have no room", async () => {
		write(...Array.from({ length: 600 }, (_, index) => `many/${1000 + index}`), "few/a");
		const lines = await tree();
		expect(lines.slice(0, 3)).toEqual(["few/", "  a", "many/"]);
		expect(lines).toHaveLength(501);
		expect(lines.at(-1)).toBe("  … 103 more");
	});

	it("quotes names with control characters, so that each entry is one line", async () => {
		write("a\nb/c.ts");
		expect(await tree()).toEqual(['"a\\nb"/', "  c.ts"]);
	});

	it("says that there is nothing to show", async () => {
		expect(await tree()).toEqual([". holds nothing, or only ignored entries."]);
	});

	it("does without counts where there is no ripgrep", async () => {
		write("a/b");
		const ripgrepPath = join(createTempDir(), "rg");
		writeFileSync(ripgrepPath, "#!/bin/sh\nexit 3\n", { mode: 0o755 });
		const host = createTestHost({ roots: [task.cwd], ripgrepPath });
		expect(await tree({ depth: 1 }, createTestTask({ cwd: task.cwd, host }))).toEqual(["a/"]);
	});
});

describe("drawTree", () => {
	const directory = (path: string) => ({ path, kind: "directory", isIgnored: false }) as const;

	it("marks what is not known to the end, and what could not be read", () => {
		const listing = {
			entries: [directory("a"), directory("b"), { path: "p", kind: "special", isIgnored: false } as const],
			leftOut: [{ path: "", count: 7, isExact: false }],
			unopened: ["a"],
			unreadable: ["b"],
		};
		expect(drawTree(listing, { files: new Map([["a", 2]]), isExact: false })).toBe(
			"a/ (2+ files)\nb/ (not readable)\np (special file)\n… more than 7 more",
		);
	});
});

describe("errors", () => {
	it.each([
		[{ path: "nope" }, "path_not_found"],
		[{ path: "file" }, "path_not_directory"],
		[{ depth: 0 }, "invalid_parameters"],
		[{ depth: 11 }, "invalid_parameters"],
		[{ depth: "deep" }, "invalid_parameters"],
	])("refuses %o", async (params, code) => {
		write("file");
		await expect(tree(params)).rejects.toMatchObject({ code });
	});

	it("stops when the task is aborted", async () => {
		write("a/b");
		const operation = await tool.plan(parseParams(tool, {}), task);
		task.abort();
		await expect(tool.execute(operation, task)).rejects.toMatchObject({ name: "AbortError" });
	});
});

it("reads the path and says so on its card", async () => {
	const outside = createTempDir();
	writeTree(outside, { "a.ts": "" });
	expect(tool.targets(parseParams(tool, {}))).toEqual([{ kind: "read", path: "." }]);
	const { operation, result } = await runTool(tool, { path: outside }, task);
	expect(operation.effects).toEqual([{ kind: "read", path: outside }]);
	expect(result.row).toMatchObject({
		title: `Show the tree of ${outside}`,
		detail: "1 entry",
		body: { kind: "text", text: "a.ts" },
	});
	expect(tool.label({}, "streaming").title).toBe("Show the directory tree");
	expect(parseParams(tool, tool.example)).toEqual({ path: "src", depth: 2 });
	expect(tool.describe().length).toBeLessThan(250);
});
