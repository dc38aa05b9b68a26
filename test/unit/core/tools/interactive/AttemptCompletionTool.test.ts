import { AttemptCompletionTool } from "@core/tools/interactive/AttemptCompletionTool";
import type { TodoItem } from "@shared/tools";
import { describe, expect, it } from "vitest";
import { createCommandTask, untilSleeping } from "../command/support";
import { createTestTask, parseParams, runTool } from "../support/testTask";

const result = "All tests pass.";
const todos: TodoItem[] = [
	{ id: "1", content: "read", status: "completed" },
	{ id: "2", content: "write", status: "in_progress" },
	{ id: "3", content: "check", status: "pending" },
];

describe("attempt_completion", () => {
	it("shows the result and gives the user the word", async () => {
		const run = await runTool(new AttemptCompletionTool(), { result }, createTestTask());
		expect(run.operation.effects).toEqual([]);
		expect(run.text).toBe("The result has been shown to the user.");
		expect(run.result.next).toEqual({ kind: "complete", text: result });
		expect(run.result.row).toMatchObject({
			icon: "check-all",
			title: "Task completed",
			body: { kind: "completion", text: result },
		});
	});

	it.each(["", "  \n "])("refuses an empty result: %j", async (empty) => {
		await expect(
			runTool(new AttemptCompletionTool(), { result: empty }, createTestTask()),
		).rejects.toMatchObject({
			code: "invalid_parameters",
		});
	});

	it("caps what a card holds, not the result", async () => {
		const long = "x".repeat(50_000);
		const run = await runTool(new AttemptCompletionTool(), { result: long }, createTestTask());
		expect(run.result.row.body).toEqual({ kind: "completion", text: long.slice(0, 20_000) });
		expect(run.result.next).toEqual({ kind: "complete", text: long });
	});

	it("has a card while it streams, and an example that is right", () => {
		const tool = new AttemptCompletionTool();
		expect(tool.label({}, "streaming").title).toBe("Completing the task");
		expect(tool.label({ result: "Do" }, "streaming").body).toEqual({ kind: "completion", text: "Do" });
		expect(parseParams(tool, tool.example).result).toContain("All tests pass");
	});
});

describe("open todos", () => {
	it("are a reason to refuse once in a task", async () => {
		const tool = new AttemptCompletionTool();
		const task = createTestTask({ todos });
		await expect(runTool(tool, { result }, task)).rejects.toMatchObject({
			code: "tool_not_allowed",
			message: "2 todos are still open.",
		});
		task.setTodos(todos.slice(0, 2));
		expect((await runTool(tool, { result }, task)).result.next).toMatchObject({ kind: "complete" });
	});

	it("of another task are a reason of their own", async () => {
		const tool = new AttemptCompletionTool();
		await expect(runTool(tool, { result }, createTestTask({ todos }))).rejects.toThrow("still open");
		const other = { ...createTestTask({ todos: todos.slice(1, 2) }), taskId: "task-2" };
		await expect(runTool(tool, { result }, other)).rejects.toThrow("1 todo is still open.");
	});

	it.each([
		["all are done", { todos: todos.slice(0, 1) }],
		["there are none", {}],
		["todo lists are off", { todos, settings: { todoListEnabled: false } }],
	])("are none when %s", async (_name, options) => {
		const run = await runTool(new AttemptCompletionTool(), { result }, createTestTask(options));
		expect(run.result.next).toMatchObject({ kind: "complete" });
	});
});

describe("a command that shows the result", () => {
	it("is an effect, is run, and its output stands in the card", async () => {
		const task = createCommandTask();
		const command = "echo '```'; echo shown";
		const run = await runTool(new AttemptCompletionTool(), { result, command }, task);
		expect(run.operation.effects).toEqual([{ kind: "execute", command, cwd: task.cwd }]);
		expect(run.output).toBe("```\nshown\n");
		expect(run.text).toMatch(
			/^The result has been shown to the user\.\nExit code 0 .*\nOutput:\n```\nshown$/,
		);
		expect(run.result.next).toEqual({ kind: "complete", text: result });
		const { body } = run.result.row;
		if (body.kind !== "completion") throw new Error("no completion");
		expect(body.text).toContain(`${result}\n\n\`\`\`\`\n$ ${command}\n\`\`\`\nshown\n\`\`\`\`\nExit code 0`);
	});

	it("may fail without undoing the completion", async () => {
		const run = await runTool(
			new AttemptCompletionTool(),
			{ result, command: "exit 3" },
			createCommandTask(),
		);
		expect(run.text).toContain("The command failed: exit code 3");
		expect(run.result.next).toMatchObject({ kind: "complete" });
	});

	it("goes on in the background when it takes too long", async () => {
		const task = createCommandTask();
		const running = runTool(new AttemptCompletionTool(), { result, command: "sleep 300" }, task);
		await untilSleeping(task);
		task.host.clock.advance(120_000);
		expect((await running).text).toContain("goes on in the background, id cmd-1");
	});

	it("is shown before it is approved, as it really is", () => {
		const row = new AttemptCompletionTool().label({ result, command: "ls \u202ex" }, "ready");
		expect(row.body).toEqual({ kind: "completion", text: `${result}\n\n\`\`\`\n$ ls ⟨U+202E⟩x\n\`\`\`` });
	});
});
