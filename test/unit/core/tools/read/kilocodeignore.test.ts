import { symlinkSync } from "node:fs";
import { join } from "node:path";
import type { ProjectFiles } from "@core/instructions/ProjectFiles";
import { ListFilesTool } from "@core/tools/read/ListFilesTool";
import { listWorkspaceFiles } from "@core/tools/read/listWorkspaceFiles";
import { SearchFilesTool } from "@core/tools/read/SearchFilesTool";
import { beforeEach, describe, expect, it } from "vitest";
import { createTempDir, writeTree } from "../../../support/tempDir";
import { createTestProject } from "../../instructions/support";
import { createTestTask, runTool, type TestTask } from "../support/testTask";

let cwd: string;
let project: ProjectFiles;
let task: TestTask;

beforeEach(async () => {
	cwd = createTempDir();
	project = createTestProject({ roots: () => [cwd] }).files;
	writeTree(cwd, {
		".kilocodeignore": "secret/\n*.key\n/anchored\n!public.key\n",
		"a.ts": "needle",
		"b.key": "needle",
		"public.key2": "needle",
		anchored: "needle",
		"sub/anchored": "needle",
		"sub/c.key": "needle",
		"secret/d.ts": "needle",
		"secret/deep/e.ts": "needle",
	});
	await project.refresh();
	task = createTestTask({
		cwd,
		project: { isIgnored: (path) => project.isIgnored(path), ignoreFiles: () => project.ignoreFiles() },
	});
});

describe("list_files", () => {
	const list = async (params: Readonly<Record<string, unknown>>) =>
		(await runTool(new ListFilesTool(), { path: ".", ...params }, task)).text;

	it("does not name what is ignored", async () => {
		expect(await list({})).toBe(".kilocodeignore\na.ts\npublic.key2\nsub/");
		expect(await list({ recursive: "true" })).toBe(".kilocodeignore\na.ts\npublic.key2\nsub/\nsub/anchored");
	});

	it("does not count it, either", async () => {
		for (let index = 0; index < 600; index++) writeTree(cwd, { [`many/${1000 + index}.key`]: "" });
		writeTree(cwd, { "many/x.ts": "" });
		expect(await list({ path: "many" })).toBe("x.ts");
	});

	it("reads ignore files that it does not name", async () => {
		writeTree(cwd, { ".kilocodeignore": ".gitignore", "sub/.gitignore": "c.key" });
		await project.refresh();
		expect(await list({ path: "sub" })).toBe("anchored\nc.key (ignored)");
	});

	it("does not name a link that leads to it", async () => {
		symlinkSync("../secret", join(cwd, "sub/innocent"));
		expect(await list({ path: "sub" })).toBe("anchored");
	});
});

describe("search_files", () => {
	const search = async (params: Readonly<Record<string, unknown>>) => {
		const { text } = await runTool(new SearchFilesTool(), { path: ".", regex: "needle", ...params }, task);
		return [...text.matchAll(/(?:a\.ts|\w+\.key2?|anchored|d\.ts|e\.ts)/g)].map(([name]) => name);
	};

	it.each(["content", "files_with_matches", "count"])(
		"finds nothing in what is ignored (%s)",
		async (mode) => {
			expect(new Set(await search({ output_mode: mode }))).toEqual(
				new Set(["a.ts", "public.key2", "anchored"]),
			);
		},
	);

	it("takes patterns as relative to the root, wherever it searches", async () => {
		expect(await search({ path: "sub" })).toEqual(["anchored"]);
	});

	it("is not overruled by a glob or another ignore file", async () => {
		writeTree(cwd, { ".ignore": "!*.key\n!secret\n" });
		expect(await search({ file_pattern: "**/*.key" })).toEqual([]);
		expect(await search({ file_pattern: "secret/**" })).toEqual([]);
		expect(await search({ file_pattern: "*.key" })).toEqual([]);
	});
});

it("the workspace's list of files leaves it out", async () => {
	const { files } = await listWorkspaceFiles(cwd, 100, undefined, (path) => project.isIgnored(path));
	expect(files).toEqual([".kilocodeignore", "a.ts", "public.key2", "sub/anchored"]);
});
