import { DiffTool } from "@core/tools/go-code/DiffTool";
import { TreeTool } from "@core/tools/go-code/TreeTool";
import { WebFetchTool } from "@core/tools/go-code/WebFetchTool";
import { describe, expect, it } from "vitest";
import { writeTree } from "../../../support/tempDir";
import { createTestHost } from "../../../support/testHost";
import { createTestTask, parseParams, runTool } from "../support/testTask";

describe("Diff", () => {
	const tool = new DiffTool();
	const diff = async (old_string: string, new_string: string) =>
		(await runTool(tool, { old_string, new_string }, createTestTask())).text;

	it("compares two texts", async () => {
		const text = await diff("a\nb\n", "a\nc\n");
		expect(text).toContain("\n-b\n+c");
		expect(text).toContain("--- old_string\n+++ new_string\n");
	});

	it.each([
		["", "", "are equal"],
		["", "x\n", "+x"],
		[" \n", "", "- "],
		[" ", "\t", "+\t"],
	])("takes blank texts as they are: %j and %j", async (before, after, want) => {
		expect(await diff(before, after)).toContain(want);
	});

	it("needs both texts, and looks at no file", async () => {
		await expect(runTool(tool, { old_string: "a" }, createTestTask())).rejects.toMatchObject({
			code: "invalid_parameters",
		});
		expect(tool.targets({ old_string: "a", new_string: "b" }, createTestTask())).toEqual([]);
	});
});

describe("Tree", () => {
	const tool = new TreeTool();

	it("shows three levels unless told otherwise", async () => {
		const task = createTestTask();
		writeTree(task.cwd, { "a/b/c/d/e.txt": "" });
		const tree = async (params: object) => (await runTool(tool, { ...params }, task)).text;
		expect(await tree({})).toContain("c/");
		expect(await tree({})).not.toContain("d/");
		expect(await tree({ limit: "1" })).not.toContain("b/");
		expect(await tree({ path: "a/b", limit: 3 })).toContain("e.txt");
		expect(tool.targets(parseParams(tool, { path: "a" }), task)).toEqual([{ kind: "read", path: "a" }]);
	});

	it("leaves paths in errors as they are", async () => {
		await expect(runTool(tool, { path: "tree/depth" }, createTestTask())).rejects.toMatchObject({
			code: "path_not_found",
			message: expect.stringContaining("tree/depth"),
		});
	});

	it("refuses a file and a limit of nothing", async () => {
		const task = createTestTask();
		writeTree(task.cwd, { "a.txt": "" });
		await expect(runTool(tool, { path: "a.txt" }, task)).rejects.toMatchObject({
			code: "path_not_directory",
		});
		await expect(runTool(tool, { limit: 0 }, task)).rejects.toMatchObject({ code: "invalid_parameters" });
	});
});

describe("WebFetch", () => {
	const tool = new WebFetchTool();

	it("reads up to 50 KB of a page, and has the effects of web_fetch", async () => {
		const fetch = async () => new Response("x".repeat(60_000), { headers: { "content-type": "text/plain" } });
		const task = createTestTask({ host: createTestHost({ fetch }) });
		const { text, operation } = await runTool(tool, { url: "https://example.com/a", goal: "b" }, task);
		expect(operation.effects).toEqual([{ kind: "network", host: "example.com" }]);
		expect(text).toContain("untrusted");
		expect(/x{100,}/.exec(text)?.[0]).toHaveLength(50 * 1024);
		expect(tool.targets({ url: "http://localhost:1/" }, task)).toMatchObject([
			{ kind: "network" },
			{ kind: "consent", to: expect.stringContaining("localhost:1") },
		]);
	});

	it("speaks of itself in errors", async () => {
		await expect(runTool(tool, { url: "ftp://a" }, createTestTask())).rejects.toMatchObject({
			code: "invalid_url",
			message: 'WebFetch: "ftp://a" is no http(s) address.',
		});
	});
});
