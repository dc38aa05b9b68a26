import { join } from "node:path";
import { GlobTool } from "@core/tools/go-code/GlobTool";
import { beforeEach, describe, expect, it } from "vitest";
import { createTempDir, writeTree } from "../../../support/tempDir";
import { createTestHost } from "../../../support/testHost";
import { createTestTask, parseParams, runTool, type TestTask } from "../support/testTask";

const tool = new GlobTool();
let task: TestTask;

async function glob(params: Record<string, unknown>): Promise<string[]> {
	return (await runTool(tool, params, task)).text.split("\n").sort();
}

beforeEach(() => {
	task = createTestTask();
	writeTree(task.cwd, { "main.go": "", "src/a.go": "", "src/deep/b.go": "", "src/c.ts": "", "doc/d.go": "" });
});

describe("Glob", () => {
	it.each([
		["a pattern", { pattern: "src/**/*.go" }, ["src/a.go", "src/deep/b.go"]],
		["the glob as path", { path: "src/**/*.go" }, ["src/a.go", "src/deep/b.go"]],
		["a pattern in a directory", { pattern: "*.go", path: "src" }, ["src/a.go", "src/deep/b.go"]],
		["names at any depth", { pattern: "b.*" }, ["src/deep/b.go"]],
		["alternatives", { pattern: "{doc,src}/*.go" }, ["doc/d.go", "src/a.go"]],
	])("takes %s", async (_, params, want) => {
		expect(await glob(params)).toEqual(want);
	});

	it("takes an absolute glob under either name", async () => {
		for (const name of ["pattern", "path"]) {
			expect(await glob({ [name]: `${task.cwd}/src/*.go` })).toEqual(
				["src/a.go", "src/deep/b.go"].slice(0, 2),
			);
		}
	});

	it("looks where an absolute glob leads, and says so before", async () => {
		const other = createTempDir("kiln-other");
		writeTree(other, { "x/far.go": "" });
		const pattern = `${other}/x/*.go`;
		expect(tool.targets(parseParams(tool, { pattern }), task)).toEqual([
			{ kind: "read", path: join(other, "x") },
		]);
		expect(await glob({ pattern })).toEqual([join(other, "x/far.go")]);
		expect(tool.targets({ pattern: "../y/*.go" }, task)).toEqual([{ kind: "read", path: "../y" }]);
	});

	it("reads Windows paths on Windows", () => {
		const host = createTestHost({ roots: [task.cwd] });
		const environment = { ...host.environment, platform: "win32" as const };
		const windows = createTestTask({ cwd: task.cwd, host: { ...host, environment } });
		expect(tool.targets({ pattern: "C:\\repo\\src\\*.go" }, windows)).toEqual([
			{ kind: "read", path: "C:/repo/src" },
		]);
	});

	it.each([
		["no glob at all", {}, "Glob: Missing value for required parameter 'pattern'."],
		["a broken one", { pattern: "src/[a" }, "The glob src/[a is not valid"],
	])("refuses %s in its own name", async (_, params, message) => {
		await expect(runTool(tool, params, task)).rejects.toMatchObject({
			code: "invalid_parameters",
			message: expect.stringContaining(message),
		});
	});

	it("has a card before it is complete", () => {
		expect(tool.label({}, "streaming").title).toBe("Find files");
		expect(tool.label({ path: "src/*.go" }, "streaming").title).toBe("Find src/*.go");
	});
});
