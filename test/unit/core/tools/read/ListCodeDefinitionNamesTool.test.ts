import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { ListCodeDefinitionNamesTool } from "@core/tools/read/ListCodeDefinitionNamesTool";
import { renderDefinitions } from "@core/tools/read/renderDefinitions";
import { beforeEach, describe, expect, it } from "vitest";
import { writeTree } from "../../../support/tempDir";
import { createTestTask, parseParams, runTool, type TestTask } from "../support/testTask";

const tool = new ListCodeDefinitionNamesTool();
let task: TestTask;

beforeEach(() => {
	task = createTestTask();
});

function write(files: Readonly<Record<string, string | Uint8Array>>): void {
	writeTree(task.cwd, files);
}

async function list(path: string, inTask = task): Promise<string> {
	return (await runTool(tool, { path }, inTask)).text;
}

async function failure(params: Readonly<Record<string, unknown>>, inTask = task): Promise<unknown> {
	return runTool(tool, params, inTask).catch((error: unknown) => error);
}

describe("a file", () => {
	it("lists its definitions with their lines", async () => {
		write({ "src/a.ts": "export class A {\n\trun() {}\n}\n\nfunction b() {\n}\n" });
		expect(await list("src/a.ts")).toBe(
			"# src/a.ts\n1--3 | export class A {\n2--2 | \trun() {}\n5--6 | function b() {",
		);
	});

	it("lists what the editor shows", async () => {
		write({ "a.ts": "function onDisk() {}\n" });
		task.host.documents.put(join(task.cwd, "a.ts"), "function inEditor() {}\n", { isDirty: true });
		expect(await list("a.ts")).toContain("inEditor");
	});

	it("reads a file in another encoding", async () => {
		write({ "a.py": Buffer.from("\ufeffdef größe():\r\n    pass\r\n", "utf16le") });
		expect(await list("a.py")).toBe("# a.py\n1--2 | def größe():");
	});

	it("says that there are none", async () => {
		write({ "a.ts": "1 + 1;\n", "empty.ts": "" });
		expect(await list("a.ts")).toBe("(No definitions in a.ts.)");
		expect(await list("empty.ts")).toBe("(No definitions in empty.ts.)");
	});

	it("cuts a long line", async () => {
		write({ "a.ts": `function f(${"argument, ".repeat(100)}) {}\n` });
		expect((await list("a.ts")).length).toBeLessThan(250);
	});

	it.each([
		["more than a megabyte", "function f() {}\n".repeat(70_000)],
		["binary content", Buffer.from("\x7fELF\0\0", "latin1")],
	])("does not parse %s, and says so", async (_name, content) => {
		write({ "a.ts": content });
		expect(await list("a.ts")).toBe(
			"(Not parsed, since larger than 1.0 MB, binary, or taking too long: a.ts.)",
		);
	});

	it("keeps within the room of the context", async () => {
		task = createTestTask({ cwd: task.cwd, freeContextTokens: 100 });
		write({ "a.ts": "function f() {}\n".repeat(1000) });
		const text = await list("a.ts");
		expect(text.length).toBeLessThan(3200);
		expect(text).toContain("There are more definitions than are shown");
	});
});

describe("a directory", () => {
	it("lists the files right in it by name, and says what it leaves out", async () => {
		write({
			"src/b.py": "def b(): pass\n",
			"src/a.go": "package a\nfunc A() {}\n",
			"src/none.ts": "",
			"src/README.md": "# Read me\n",
			"src/below/c.ts": "function c() {}\n",
		});
		expect(await list("src")).toBe(
			"# src/a.go\n2--2 | func A() {}\n\n# src/b.py\n1--1 | def b(): pass\n\n(No definitions in src/none.ts.)\n\n(Not listed: 1 file in other languages.)",
		);
	});

	it("stops at 50 source files and says how many are left", async () => {
		const names = Array.from({ length: 53 }, (_, index) => `f${String(index).padStart(2, "0")}.ts`);
		write(Object.fromEntries(names.map((name) => [name, "function f() {}\n"])));
		const text = await list(".");
		expect(text.match(/^# /gm)).toHaveLength(50);
		expect(text).toContain("Only the first 50 source files are listed, 3 are left");
	});

	it("says that a huge directory was not looked at to its end", () => {
		const found = { path: ".", isDirectory: true, files: [], filesLeft: 9, otherFiles: 0, unreadable: [] };
		const shown = renderDefinitions({ ...found, isComplete: false }, task);
		expect(shown).toContain("Only 10000 entries of the directory were looked at; it has more.");
		expect(renderDefinitions({ ...found, isComplete: true }, task)).not.toContain("10000");
	});

	it("leaves out ignored files, files that may hold secrets, and links", async () => {
		const source = "function f() {}\n";
		write({ "a.ts": source, "hidden.ts": source, ".env.ts": source, "elsewhere/b.ts": source });
		symlinkSync("elsewhere/b.ts", join(task.cwd, "link.ts"));
		const hidden = join(task.cwd, "hidden.ts");
		task = createTestTask({ cwd: task.cwd, project: { isIgnored: (path) => path === hidden } });
		expect(await list(".")).toBe("# a.ts\n1--1 | function f() {}");
	});

	it("says that there is no source in it", async () => {
		write({ "empty/": "", "docs/a.md": "x" });
		expect(await list("empty")).toBe("empty holds no source files.");
		expect(await list("docs")).toBe("(Not listed: 1 file in other languages.)");
	});

	it("names what cannot be read and lists the rest", async () => {
		write({ "a.ts": "function f() {}\n", "b.ts": "function g() {}\n" });
		// gone between the listing and its turn
		const isIgnored = (path: string) => {
			if (path.endsWith("b.ts")) rmSync(path);
			return false;
		};
		task = createTestTask({ cwd: task.cwd, project: { isIgnored } });
		expect(await list(".")).toBe("# a.ts\n1--1 | function f() {}\n\n(Not readable: b.ts.)");
	});

	it("stops when the task is aborted", async () => {
		write(Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`${index}.ts`, "function f() {}\n"])));
		const listing = failure({ path: "." });
		task.abort();
		expect(await listing).toMatchObject({ name: "AbortError" });
	});
});

describe("errors", () => {
	it("says which languages it knows", async () => {
		write({ "README.md": "# Read me\n" });
		expect(await failure({ path: "README.md" })).toMatchObject({
			code: "invalid_parameters",
			message: expect.stringMatching(/README\.md is in no language.*TypeScript.*Lua/),
			hint: expect.stringContaining("read_file"),
		});
	});

	it.each([
		["what is missing", "nope.ts", "path_not_found"],
		["a path through a file", "a.ts/b.ts", "path_not_found"],
		["a NUL", "a\0.ts", "invalid_parameters"],
		["a device", "/dev/null", "invalid_parameters"],
	])("refuses %s", async (_name, path, code) => {
		write({ "a.ts": "" });
		expect(await failure({ path })).toMatchObject({ code });
	});

	it.each([[{}], [{ path: "" }], [{ path: 3 }], [{ path: ["a.ts"] }], [{ paths: "a.ts" }]])(
		"refuses the parameters %o",
		async (params) => {
			expect(await failure(params)).toMatchObject({
				code: "invalid_parameters",
				message: expect.stringContaining("path"),
			});
		},
	);
});

describe("effects and cards", () => {
	it("reads the path and plans without looking", async () => {
		const operation = await tool.plan(parseParams(tool, { path: "nope" }));
		expect(operation.effects).toEqual([{ kind: "read", path: "nope" }]);
		expect(tool.targets({ path: "nope" })).toEqual(operation.effects);
	});

	it("counts on its card", async () => {
		write({ "a.ts": "function f() {}\n" });
		const { result } = await runTool(tool, { path: "a.ts" }, task);
		expect(result.row).toMatchObject({ title: "List definitions in a.ts", detail: "1 definition" });
		expect(tool.label({}, "streaming").title).toBe("List definitions");
	});

	it("describes itself briefly", () => {
		expect(tool.describe()).toContain("up to 50");
		expect(tool.describe().length).toBeLessThan(250);
		expect(() => parseParams(tool, tool.example)).not.toThrow();
	});
});
