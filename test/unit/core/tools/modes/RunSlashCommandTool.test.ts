import type { Workflow } from "@core/instructions/ProjectFiles";
import { RunSlashCommandTool } from "@core/tools/modes/RunSlashCommandTool";
import { describe, expect, it } from "vitest";
import { createTestTask, parseParams, runTool } from "../support/testTask";

const tool = new RunSlashCommandTool();
const workflows: readonly Workflow[] = [
	{ name: "release", source: "x", description: "", template: "Release $1 as $ARGUMENTS." },
	{ name: "plan", source: "x", description: "", template: "Plan it.", mode: "architect" },
];
const taskWith = (list: readonly Workflow[] = workflows, more: Parameters<typeof createTestTask>[0] = {}) =>
	createTestTask({ project: { workflows: () => list }, ...more });
const run = (params: Record<string, unknown>, task = taskWith()) => runTool(tool, params, task);

describe("run_slash_command", () => {
	it.each([
		["name and arguments", { command: "release", args: "1.2.0 now" }],
		["a slash", { command: "/release", args: "1.2.0 now" }],
		["arguments behind the name", { command: "/release 1.2.0 now" }],
		["both", { command: "release 1.2.0", args: "now" }],
	])("gives the filled text of %s to the model", async (_, params) => {
		const { text, operation, result } = await run(params);
		expect(text).toBe(
			'Follow this command of the user:\n<workflow name="release">\nRelease 1.2.0 as 1.2.0 now.\n</workflow>',
		);
		expect(operation.effects).toEqual([]);
		expect(result.row.body).toMatchObject({ kind: "text", text: "Release 1.2.0 as 1.2.0 now." });
	});

	it("leaves places empty that nothing was given for", async () => {
		expect((await run({ command: "release" })).text).toContain("Release  as .");
	});

	it("says which mode it is meant for, unless that is on", async () => {
		expect((await run({ command: "plan" })).text).toContain("It is meant for architect mode");
		const task = taskWith(workflows, { mode: "architect" });
		expect((await run({ command: "plan" }, task)).text).not.toContain("meant for");
	});

	it.each([
		["those that exist", workflows, "These exist: release, plan."],
		["that there are none", [], "The user has none: do the work without."],
	])("names %s when the command does not", async (_, list, hint) => {
		await expect(run({ command: "deploy" }, taskWith(list))).rejects.toMatchObject({
			code: "unknown_command",
			message: 'There is no command "/deploy".',
			hint,
		});
	});

	it("is offered with its experiment only", () => {
		expect(tool.isAvailable(createTestTask())).toBe(false);
		expect(tool.isAvailable(createTestTask({ settings: { experiments: { runSlashCommand: true } } }))).toBe(
			true,
		);
	});

	it("has a card at every stage", () => {
		expect(tool.label({}, "streaming").title).toBe("Run a slash command");
		expect(tool.label({ command: "/a", args: "b" }, "ready").title).toBe("Run /a b");
		expect(parseParams(tool, tool.example)).toEqual({ command: "release", args: "1.2.0" });
	});
});
