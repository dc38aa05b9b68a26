import { join } from "node:path";
import { GrepTool } from "@core/tools/go-code/GrepTool";
import { beforeEach, describe, expect, it } from "vitest";
import { createTempDir, writeTree } from "../../../support/tempDir";
import { createTestHost } from "../../../support/testHost";
import { createTestTask, parseParams, runTool, type TestTask } from "../support/testTask";

const tool = new GrepTool();
let task: TestTask;
const run = async (params: Record<string, unknown>) =>
	(await runTool(tool, { pattern: "needle", ...params }, task)).text;

/** Paths of the files that match. */
async function files(params: Record<string, unknown>): Promise<string[]> {
	const text = await run({ output_mode: "files_with_matches", ...params });
	return text.split("\n").filter((line) => /^[^ ]+\.\w+$/.test(line));
}

beforeEach(() => {
	task = createTestTask();
	const text = "first\nneedle\nneedle\n";
	writeTree(task.cwd, {
		"main.go": text,
		"src/a.go": text,
		"src/a_test.go": text,
		"src/b.ts": text,
		"src/deep/c.go": text,
		"app/[id]/page.tsx": text,
		"app/i/page.tsx": text,
	});
});

describe("Grep", () => {
	it.each([
		["the workspace", {}, 7],
		["a directory", { path: "src/deep" }, ["src/deep/c.go"]],
		["a file", { path: "src/b.ts" }, ["src/b.ts"]],
		["a glob over all depths", { path: "src/**/*.go" }, ["src/a.go", "src/a_test.go", "src/deep/c.go"]],
		["a glob of one directory", { path: "src/*.go" }, ["src/a.go", "src/a_test.go"]],
		["a glob of the workspace's own names", { path: "./*.go" }, ["main.go"]],
		["a glob with directories in it", { path: "s*/deep/*" }, ["src/deep/c.go"]],
		["alternatives", { path: "src/*.{ts,js}" }, ["src/b.ts"]],
		["one character of a set", { path: "src/[ab].*" }, ["src/a.go", "src/b.ts"]],
		["include", { include: "*.ts" }, ["src/b.ts"]],
		["include in a directory", { path: "src", include: "*_test.go" }, ["src/a_test.go"]],
		["include in a glob for directories", { path: "src/**", include: "*_test.go" }, ["src/a_test.go"]],
		["include in one directory", { path: "src/*", include: "*.go" }, ["src/a.go", "src/a_test.go"]],
		["a path with brackets that exists", { path: "app/[id]" }, ["app/[id]/page.tsx"]],
		["a file below one", { path: "app/[id]/page.tsx" }, ["app/[id]/page.tsx"]],
	])("searches %s", async (_, params, want) => {
		const found = await files(params);
		if (typeof want === "number") expect(found).toHaveLength(want);
		else expect(found).toEqual(want);
	});

	it("takes absolute globs, and says where it would look", async () => {
		const other = createTempDir("kiln-other");
		writeTree(other, { "x/far.go": "needle\n" });
		const path = `${other}/x/**/*.go`;
		expect(await files({ path })).toEqual([join(other, "x/far.go")]);
		expect(tool.targets(parseParams(tool, { pattern: "a", path }), task)).toEqual([
			{ kind: "read", path: join(other, "x") },
		]);
		expect(await files({ path: `${task.cwd}/src/*.ts` })).toEqual(["src/b.ts"]);
	});

	it("reads Windows paths on Windows", () => {
		const host = createTestHost({ roots: [task.cwd] });
		const environment = { ...host.environment, platform: "win32" as const };
		const windows = createTestTask({ cwd: task.cwd, host: { ...host, environment } });
		expect(tool.targets({ pattern: "a", path: "src\\deep\\*.go" }, windows)).toEqual([
			{ kind: "read", path: "src/deep" },
		]);
	});

	it("answers with lines, with files or with counts", async () => {
		const where = { path: "src/b.ts" };
		for (const mode of [{}, { output_mode: "content" }]) {
			expect(await run({ ...where, ...mode })).toMatch(
				/# src\/b\.ts\n {2}1 \| first\n> 2 \| needle\n> 3 \| needle/,
			);
		}
		const names = await run({ ...where, output_mode: "files_with_matches" });
		expect(names).toContain("src/b.ts");
		expect(names).not.toContain("needle");
		expect(await run({ ...where, output_mode: "count" })).toContain("src/b.ts: 2");
	});

	it.each([
		["a broken expression", { pattern: "(" }, /^Grep: pattern is not valid/],
		["a broken include", { include: "{a" }, /^Grep: include is not valid/],
		["a mode that does not exist", { output_mode: "lines" }, /output_mode/],
		["two globs for the name", { path: "src/*.go", include: "a*" }, /^Grep: path is src\/\*\.go, a glob/],
		["a missing directory", { path: "nowhere" }, /nowhere/],
	])("refuses %s in its own words", async (_, params, message) => {
		await expect(run(params)).rejects.toThrow(message);
	});

	it("has a card before it is complete", () => {
		expect(tool.label({}, "streaming").title).toContain("Search files");
		expect(tool.label({ pattern: "a", path: "src/*.go", include: "b*" }, "streaming").title).toContain(
			"Search a in src",
		);
	});
});
