import { symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { GlobTool } from "@core/tools/read/GlobTool";
import { beforeEach, describe, expect, it } from "vitest";
import { createTempDir, writeTree } from "../../../support/tempDir";
import { createTestTask, parseParams, runTool, type TestTask } from "../support/testTask";

const tool = new GlobTool();
let task: TestTask;

beforeEach(() => {
	task = createTestTask();
});

/** The first is the newest. */
function write(...paths: readonly string[]): void {
	writeTree(task.cwd, Object.fromEntries(paths.map((path) => [path, ""])));
	for (const [index, path] of paths.entries()) {
		utimesSync(join(task.cwd, path), 1_700_000_000 - index, 1_700_000_000 - index);
	}
}

async function glob(pattern: string, path?: string, inTask: TestTask = task): Promise<string[]> {
	const params = { pattern, ...(path === undefined ? {} : { path }) };
	return (await runTool(tool, params, inTask)).text.split("\n");
}

describe("files by glob", () => {
	it("come newest first, named from the workspace", async () => {
		write("src/old.ts", "z.ts", "a.ts", "src/deep/b.ts", "a.md");
		expect(await glob("*.ts")).toEqual(["src/old.ts", "z.ts", "a.ts", "src/deep/b.ts"]);
		expect(await glob("*.ts", "src")).toEqual(["src/old.ts", "src/deep/b.ts"]);
		expect(await glob("deep/*", "src")).toEqual(["src/deep/b.ts"]);
		expect(await glob("{a,z}.{ts,md}")).toEqual(["z.ts", "a.ts", "a.md"]);
	});

	it("hold hidden files, but not what ignore files name, .git and node_modules", async () => {
		writeTree(task.cwd, { ".gitignore": "dist/\n*.log\n", "src/.ignore": "gen.ts\n" });
		write("dist/a.ts", "a.log", "src/gen.ts", "node_modules/x/a.ts", ".git/a.ts", ".config/a.ts", "a.ts");
		expect(await glob("**/*.ts")).toEqual([".config/a.ts", "a.ts"]);
		expect(await glob("src/gen.ts")).toEqual([expect.stringMatching(/^No file matches src\/gen\.ts in \./)]);
		expect(await glob("dist/**")).toEqual([expect.stringMatching(/^No file matches/)]);
	});

	it("do not tell of files that may hold secrets, by any pattern", async () => {
		write(".env", ".env.local", "server.pem", "a.txt");
		expect(await glob("**")).toEqual(["a.txt"]);
		expect((await glob(".env*"))[0]).toMatch(/^No file matches/);
	});

	it("do not tell of what .kilocodeignore names", async () => {
		write("private/a.ts", "open/a.ts", "open/secret.ts");
		writeTree(task.cwd, { ".kilocodeignore": "/private\nsecret.ts\n" });
		const project = {
			...task.project,
			ignoreFiles: () => [join(task.cwd, ".kilocodeignore")],
			isIgnored: (path: string) => /private|secret/.test(path),
		};
		const inTask = { ...task, project };
		expect(await glob("**/*.ts", ".", inTask)).toEqual(["open/a.ts"]);
		// below the directory of the ignore file its patterns do not count from here: each file is asked about
		expect(await glob("*.ts", "open", inTask)).toEqual(["open/a.ts"]);
	});

	it("may have any name", async () => {
		write("a b/c[1].ts", "-x.ts", "é\n.ts");
		expect(await glob("*/c\\[1\\].ts")).toEqual(["a b/c[1].ts"]);
		expect(await glob("-x.ts")).toEqual(["-x.ts"]);
		expect(await glob("é*.ts")).toEqual(['"é\\n.ts"']);
	});

	it("are not looked for through links, but in a directory that a link names", async () => {
		write("src/a.ts");
		symlinkSync("src", join(task.cwd, "link"));
		expect(await glob("**/a.ts")).toEqual(["src/a.ts"]);
		expect(await glob("a.ts", "link")).toEqual(["link/a.ts"]);
	});

	it("are capped at 500, and what is left out is counted", async () => {
		write(...Array.from({ length: 503 }, (_, index) => `d/f${index}.ts`));
		const lines = await glob("d/*.ts");
		expect(lines.slice(0, 501)).toEqual([...Array.from({ length: 500 }, (_, i) => `d/f${i}.ts`), ""]);
		expect(lines[501]).toMatch(/^\(The 500 newest of 503 files are shown\./);
	});
});

describe("patterns", () => {
	it("may be absolute as long as they stay below the path", async () => {
		write("src/a.ts");
		expect(await glob(`${task.cwd}/src/*.ts`)).toEqual(["src/a.ts"]);
	});

	it.each([
		["/etc/*", undefined, "invalid_parameters", /leads out of \./],
		["../*.ts", undefined, "invalid_parameters", /leads out of \./],
		["a/../../*.ts", undefined, "invalid_parameters", /leads out of/],
		["~/*.ts", undefined, "invalid_parameters", /leads out of/],
		["src/{a", undefined, "invalid_parameters", /glob src\/\{a is not valid: a \{ is not closed/],
		["*.ts", "nope", "path_not_found", /nope does not exist/],
		["*.ts", "file.txt", "path_not_directory", /file\.txt is not a directory/],
		["", undefined, "invalid_parameters", /pattern/],
	])("refuses %s in %s", async (pattern, path, code, message) => {
		write("file.txt");
		await expect(glob(pattern, path)).rejects.toMatchObject({
			code,
			message: expect.stringMatching(message),
		});
	});

	it("refuses Windows paths that lead elsewhere on Windows only", async () => {
		const { environment } = task.host;
		const host = { ...task.host, environment: { ...environment, platform: "win32" as const } };
		await expect(glob("..\\*.ts", undefined, { ...task, host })).rejects.toMatchObject({
			code: "invalid_parameters",
		});
	});
});

it("stops when the task is aborted", async () => {
	write("a.ts");
	const operation = await tool.plan(parseParams(tool, { pattern: "*.ts" }), task);
	task.abort();
	await expect(tool.execute(operation, task)).rejects.toMatchObject({ name: "AbortError" });
});

describe("effects and cards", () => {
	it("reads the path", () => {
		expect(tool.targets(parseParams(tool, { pattern: "*", path: "../x" }))).toEqual([
			{ kind: "read", path: "../x" },
		]);
		expect(tool.targets(parseParams(tool, { pattern: "*" }))).toEqual([{ kind: "read", path: "." }]);
	});

	it.each([
		[{}, "Find files"],
		[{ pattern: "*.ts" }, "Find *.ts"],
		[{ pattern: "*.ts", path: "src" }, "Find *.ts in src"],
	])("labels %o", (params, title) => {
		expect(tool.label(params, "streaming")).toMatchObject({ title, body: { kind: "none" } });
	});

	it("names up to 50 files on the finished card", async () => {
		write(...Array.from({ length: 60 }, (_, index) => `f${index}.ts`));
		const { row } = (await runTool(tool, { pattern: "*.ts" }, task)).result;
		expect(row).toMatchObject({ detail: "60 files", body: { kind: "files", more: 10 } });
		const outside = createTempDir();
		const nothing = await runTool(tool, { pattern: "*.ts", path: outside }, task);
		expect(nothing.result.row).toMatchObject({ detail: "0 files", body: { kind: "none" } });
		expect(nothing.text).toContain(`in ${outside}.`);
	});

	it("describes itself briefly, with an example that is valid", () => {
		expect(tool.describe().length).toBeLessThan(200);
		expect(() => parseParams(tool, tool.example)).not.toThrow();
	});
});
