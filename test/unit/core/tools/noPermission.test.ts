import { join } from "node:path";
import type { BaseTool } from "@core/tools/BaseTool";
import { ExecuteCommandTool } from "@core/tools/command/ExecuteCommandTool";
import { GlobTool } from "@core/tools/read/GlobTool";
import { SearchFilesTool } from "@core/tools/read/SearchFilesTool";
import { TreeTool } from "@core/tools/read/TreeTool";
import { expect, it, vi } from "vitest";
import { writeTree } from "../../support/tempDir";
import { createTestTask, parseParams } from "./support/testTask";

/** root may read everything, so the refusal must be played */
const fake = vi.hoisted(() => ({ denied: "" }));

vi.mock("node:fs/promises", async (load) => {
	const real = await load<typeof import("node:fs/promises")>();
	const access: typeof real.access = (path, mode) =>
		path === fake.denied
			? Promise.reject(Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" }))
			: real.access(path, mode);
	return { ...real, access };
});

it.each<[BaseTool, Record<string, string>, string]>([
	[new GlobTool(), { pattern: "**", path: "closed" }, "closed"],
	[new TreeTool(), { path: "closed" }, "closed"],
	[new SearchFilesTool(), { path: "closed", regex: "x" }, "closed"],
	[new SearchFilesTool(), { path: "closed/a.ts", regex: "x" }, "closed/a.ts"],
	[new ExecuteCommandTool(), { command: "true", cwd: "closed" }, "closed"],
])("%o names what may not be read: %o", async (tool, params, denied) => {
	const task = createTestTask();
	writeTree(task.cwd, { "closed/a.ts": "x\n" });
	fake.denied = join(task.cwd, denied);
	const run = async () => {
		const operation = await tool.plan(parseParams(tool, params), task);
		return tool.execute(operation, task, {
			callId: "c1",
			output: () => {},
			row: () => {},
			runSubtask: async () => ({ taskId: "child" }),
		});
	};
	await expect(run()).rejects.toMatchObject({
		code: "no_permission",
		message: expect.stringContaining(denied),
	});
});
