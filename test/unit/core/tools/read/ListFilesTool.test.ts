import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { ListFilesTool } from "@core/tools/read/ListFilesTool";
import { listWorkspaceFiles } from "@core/tools/read/listWorkspaceFiles";
import { renderTree } from "@core/tools/read/renderTree";
import { beforeEach, describe, expect, it } from "vitest";
import { createTempDir, writeTree } from "../../../support/tempDir";
import { createTestHost } from "../../../support/testHost";
import { createTestTask, parseParams, runTool, type TestTask } from "../support/testTask";

const tool = new ListFilesTool();
let task: TestTask;

beforeEach(() => {
	task = createTestTask();
});

function write(...paths: readonly string[]): void {
	writeTree(task.cwd, Object.fromEntries(paths.map((path) => [path, ""])));
}

async function list(params: Readonly<Record<string, unknown>>): Promise<string> {
	return (await runTool(tool, { path: ".", ...params }, task)).text;
}

async function failure(params: Readonly<Record<string, unknown>>, inTask = task): Promise<unknown> {
	return runTool(tool, { path: ".", ...params }, inTask).catch((error: unknown) => error);
}

describe("one directory", () => {
	it("lists names in order, directories with a slash", async () => {
		write("b.ts", "a.ts", "src/x.ts", ".env", "Z.md");
		expect(await list({})).toBe(".env\nZ.md\na.ts\nb.ts\nsrc/");
	});

	it("marks links and special files and does not follow links", async () => {
		write("src/x.ts");
		symlinkSync("src", join(task.cwd, "link"));
		symlinkSync("nowhere", join(task.cwd, "broken"));
		execFileSync("mkfifo", [join(task.cwd, "pipe")]);
		const expected = "broken@\nlink@\npipe (special file)\nsrc/";
		expect(await list({})).toBe(expected);
		expect(await list({ recursive: "true" })).toBe(`${expected}\nsrc/x.ts`);
	});

	it("quotes names with control characters, so that each entry is one line", async () => {
		writeTree(task.cwd, { "a\nb/": "", "a\nb/c.ts": "", "\u001b[31m": "" });
		expect(await list({ recursive: true })).toBe('"\\u001b[31m"\n"a\\nb"/\n"a\\nb/c.ts"');
	});

	it("lists what a link that is named leads to", async () => {
		write("src/x.ts");
		symlinkSync("src", join(task.cwd, "link"));
		expect(await list({ path: "link" })).toBe("x.ts");
	});

	it("says that a directory is empty", async () => {
		write("empty/");
		expect(await list({ path: "empty" })).toBe("empty is empty.");
	});
});

describe("a tree", () => {
	it("puts what a directory holds right after it", async () => {
		write("a.ts", "src/b.ts", "src/deep/c.ts", "src.ts");
		expect(await list({ recursive: true })).toBe("a.ts\nsrc/\nsrc/b.ts\nsrc/deep/\nsrc/deep/c.ts\nsrc.ts");
	});

	it("names ignored entries but does not enter them", async () => {
		writeTree(task.cwd, {
			".gitignore": "dist/\n*.log\n!keep.log\n",
			".git/config": "",
			"node_modules/x/index.js": "",
			"dist/app.js": "",
			"a.log": "",
			"keep.log": "",
			"src/.gitignore": "/local.ts\n!b.log\n",
			"src/b.log": "",
			"src/local.ts": "",
			"src/deep/local.ts": "",
		});
		expect((await list({ recursive: true })).split("\n")).toEqual([
			".git/ (ignored)",
			".gitignore",
			"a.log (ignored)",
			"dist/ (ignored)",
			"keep.log",
			"node_modules/ (ignored)",
			"src/",
			"src/.gitignore",
			"src/b.log",
			"src/deep/",
			"src/deep/local.ts",
			"src/local.ts (ignored)",
		]);
	});

	it("honours the rules of the directories above, up to the repository's root", async () => {
		writeTree(task.cwd, { ".git/info/exclude": "*.tmp\n", ".gitignore": "/sub/gen\n" });
		write("sub/gen/x.ts", "sub/a.tmp", "sub/b.ts");
		expect(await list({ path: "sub", recursive: true })).toBe("a.tmp (ignored)\nb.ts\ngen/ (ignored)");
	});

	it("lists an ignored directory that is named", async () => {
		write("node_modules/x/index.js");
		expect(await list({ path: "node_modules", recursive: true })).toBe("x/\nx/index.js");
	});

	it("is not held up by an ignore file that is a FIFO", async () => {
		write("src/a.ts");
		execFileSync("mkfifo", [join(task.cwd, ".gitignore")]);
		expect(await list({ recursive: true })).toContain("src/a.ts");
	});
});

describe("the cap of 500", () => {
	it("says how many entries are left out, and only then", async () => {
		const names = Array.from({ length: 500 }, (_, index) => `f${String(index).padStart(4, "0")}.ts`);
		write(...names);
		expect((await list({})).split("\n")).toEqual(names);
		write("g.ts");
		const text = await list({});
		expect(text.split("\n").slice(0, 500)).toEqual(names);
		expect(text).toContain(
			"(Only 500 entries are shown. Left out: 1 right in this directory. List a subdirectory",
		);
	});
});

describe("renderTree", () => {
	const entries = [{ path: "a", kind: "directory", isIgnored: false }] as const;
	const nothingLeftOut = { entries, leftOut: [], unopened: [], unreadable: [] };

	it("names up to ten directories of each kind that are left out", () => {
		const paths = Array.from({ length: 12 }, (_, index) => `d${index}`);
		const leftOut = paths.map((path) => ({ path, count: 3, isExact: path !== "d0" }));
		const text = renderTree({ ...nothingLeftOut, leftOut, unopened: paths }, ".");
		expect(text).toMatch(
			/Left out: more than 3 in d0\/; 3 in d1\/; .*; entries of 2 more directories; what is in d0\//,
		);
		expect(text).toContain("d9/ and 2 more directories.");
	});

	it("names directories that could not be read", () => {
		const text = renderTree({ ...nothingLeftOut, unreadable: ["a"] }, ".");
		expect(text).toBe("a/\n\n(Not readable: a/.)");
	});
});

describe("errors", () => {
	it.each([
		["a missing path", { path: "nope" }, "path_not_found", /nope does not exist/],
		["a file", { path: "a.ts" }, "path_not_directory", /a\.ts is a file/],
		["a path through a file", { path: "a.ts/b" }, "path_not_found", /part of the path/],
		["no path", { path: "" }, "invalid_parameters", /path/],
		["a missing path parameter", { path: undefined }, "invalid_parameters", /path/],
		["a word for recursive", { recursive: "perhaps" }, "invalid_parameters", /recursive/],
		["the root", { path: "/", recursive: true }, "path_refused", /root of the file system/],
		["home", { path: "~", recursive: true }, "path_refused", /home directory/],
		["what holds home", { path: "~/..", recursive: true }, "path_refused", /home directory/],
		["a link to home", { path: "home-link", recursive: true }, "path_refused", /home directory/],
	])("refuses %s", async (_name, params, code, message) => {
		write("a.ts");
		const homeDir = join(createTempDir("kiln-homes"), "me");
		writeTree(homeDir, { "x.txt": "" });
		symlinkSync(homeDir, join(task.cwd, "home-link"));
		const inTask = createTestTask({ cwd: task.cwd, host: createTestHost({ roots: [task.cwd], homeDir }) });
		expect(await failure(params, inTask)).toMatchObject({ code, message: expect.stringMatching(message) });
	});

	it("lists home itself, and a directory below it recursively", async () => {
		const home = createTempDir("kiln-home");
		writeTree(home, { "project/a.ts": "" });
		const inTask = createTestTask({
			cwd: task.cwd,
			host: createTestHost({ roots: [task.cwd], homeDir: home }),
		});
		expect((await runTool(tool, { path: "~" }, inTask)).text).toBe("project/");
		expect((await runTool(tool, { path: "~/project", recursive: true }, inTask)).text).toBe("a.ts");
	});

	it("names the system root as such even when home lies below it", async () => {
		expect(await failure({ path: dirname("/etc"), recursive: "true" })).toMatchObject({
			code: "path_refused",
		});
	});

	it("stops when the task is aborted", async () => {
		write("src/a.ts");
		const operation = await tool.plan(parseParams(tool, { path: ".", recursive: true }), task);
		task.abort();
		await expect(tool.execute(operation, task)).rejects.toMatchObject({ name: "AbortError" });
	});
});

describe("effects and cards", () => {
	it("reads the path", async () => {
		const params = parseParams(tool, { path: "../other", recursive: "false" });
		expect(tool.targets(params)).toEqual([{ kind: "read", path: "../other" }]);
	});

	it.each([
		[{}, "List files"],
		[{ path: "src" }, "List files in src"],
		[{ path: "src", recursive: true }, "List all files below src"],
	])("labels %o", (params, title) => {
		expect(tool.label(params, "streaming")).toMatchObject({ title, body: { kind: "none" } });
	});

	it("shows the list on the finished card", async () => {
		write("a.ts");
		const { result } = await runTool(tool, { path: "." }, task);
		expect(result.row).toMatchObject({ detail: "1 entry", body: { kind: "text", text: "a.ts" } });
	});

	it("describes itself briefly, with an example that is valid", () => {
		expect(tool.describe().length).toBeLessThan(300);
		expect(() => parseParams(tool, tool.example)).not.toThrow();
	});
});

describe("listWorkspaceFiles", () => {
	it("lists files only, without ignored ones", async () => {
		writeTree(task.cwd, { ".gitignore": "dist\n*.log\n" });
		write("a.ts", "b.log", "dist/x.js", "node_modules/y.js", ".git/HEAD", "src/deep/c.ts", "empty/");
		expect(await listWorkspaceFiles(task.cwd, 200)).toEqual({
			files: [".gitignore", "a.ts", "src/deep/c.ts"],
			isTruncated: false,
		});
	});

	it("gives those nearest to the root when there are more than the cap", async () => {
		write("z.ts", "a/b/c.ts", "a/x.ts", "a/y.ts");
		expect(await listWorkspaceFiles(task.cwd, 3)).toEqual({
			files: ["a/x.ts", "a/y.ts", "z.ts"],
			isTruncated: true,
		});
	});

	it("is not truncated when all that is left is ignored", async () => {
		writeTree(task.cwd, { ".gitignore": "*.log\n" });
		write("a.ts", "x.log", "y.log");
		expect(await listWorkspaceFiles(task.cwd, 2)).toEqual({
			files: [".gitignore", "a.ts"],
			isTruncated: false,
		});
	});

	it("has nothing to say of a root that does not exist", async () => {
		expect(await listWorkspaceFiles(join(task.cwd, "nope"), 10)).toEqual({ files: [], isTruncated: false });
	});

	it("stops when the task is aborted", async () => {
		const signal = AbortSignal.abort();
		await expect(listWorkspaceFiles(task.cwd, 10, signal)).rejects.toMatchObject({ name: "AbortError" });
	});
});
