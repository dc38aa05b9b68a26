import { decide } from "@core/approval/ApprovalPolicy";
import { NewTaskTool } from "@core/tools/modes/NewTaskTool";
import { settingsSchema } from "@shared/settings";
import { maxRowTextChars } from "@shared/tools";
import { describe, expect, it } from "vitest";
import { createTestTask, parseParams, runTool, textOf } from "../support/testTask";

const tool = new NewTaskTool();
const task = () => createTestTask();
const callbacks = {
	callId: "c1",
	output: () => {},
	row: () => {},
	runSubtask: async () => ({ taskId: "x" }),
};
const subtasks = settingsSchema.parse({ autoApprove: { kinds: { subtask: { inside: true } } } }).autoApprove;

describe("a subtask", () => {
	it("gets mode, message and todos, and its result comes back", async () => {
		let given: unknown;
		const params = { mode: "ask", message: "Find it.", todos: "[x] Look\n[ ] Say" };
		const { operation, text, result } = await runTool(tool, params, task(), {
			runSubtask: async (input) => {
				given = input;
				return { taskId: "child", result: "In src/a.ts." };
			},
		});
		expect(operation.effects).toEqual([{ kind: "subtask", mode: "ask" }]);
		expect(given).toMatchObject({
			mode: "ask",
			message: "Find it.",
			todos: [
				{ content: "Look", status: "completed" },
				{ content: "Say", status: "pending" },
			],
		});
		expect(text).toBe("The subtask in Ask mode is completed. Its result:\nIn src/a.ts.");
		expect(result.next).toEqual({ kind: "end_message" });
		expect(result.row.body).toMatchObject({ kind: "subtask", taskId: "child" });
	});

	it("says so when it ended without a result", async () => {
		const { text, result } = await runTool(tool, { mode: "code", message: "Do it." }, task());
		expect(text).toContain("ended without a result");
		expect(result.row.detail).toBe("stopped");
	});

	it("can be approved by rule", () => {
		const effects = tool.targets(parseParams(tool, tool.example), task());
		expect(
			decide(
				effects.map((effect) => ({ effect })),
				subtasks,
			).answer,
		).toBe("allow");
	});

	it.each([
		[{ message: "Do it." }, "invalid_parameters", "parameter 'mode'"],
		[{ mode: "code" }, "invalid_parameters", "parameter 'message'"],
		[{ mode: "code", message: "  " }, "invalid_parameters", "message is empty"],
		[{ mode: "nobody", message: "Do it." }, "unknown_mode", "nobody"],
		[{ mode: "code", message: "Do it.", todos: "no list" }, "invalid_parameters", "checklist"],
	])("is refused with %j", async (params, code, message) => {
		await expect(runTool(tool, params, task())).rejects.toMatchObject({
			code,
			message: expect.stringContaining(message),
		});
	});
});

describe("a hand-over", () => {
	it("shows the whole text, asks whatever is allowed, and is no child", async () => {
		const { operation, result } = await runTool(tool, { context: "Asked: x. Left: y." }, task(), {
			runSubtask: async () => expect.fail("a child was made"),
		});
		expect(operation.row.body).toEqual({ kind: "proposal", text: "Asked: x. Left: y." });
		const decision = decide(
			operation.effects.map((effect) => ({ effect })),
			subtasks,
		);
		expect(decision).toEqual({
			answer: "ask",
			reasons: ["asks you to end this task and go on in a new one with this context"],
		});
		expect(result.next).toEqual({ kind: "hand_over", message: "Asked: x. Left: y." });
	});

	it("carries what the person made of the text, and no blank one", async () => {
		const operation = await tool.plan({ context: "Old." }, task());
		const amended = tool.amend(operation, { kind: "text", text: "New." });
		expect((await tool.execute(amended, task(), callbacks)).next).toEqual({
			kind: "hand_over",
			message: "New.",
		});
		expect(() => tool.amend(operation, { kind: "text", text: " " })).toThrow("context is empty");
	});

	it("is not meant when a message is there, too", async () => {
		const params = { mode: "code", message: "Do it.", context: "Old." };
		const { result } = await runTool(tool, params, task());
		expect(result.next).toEqual({ kind: "end_message" });
		expect(textOf(result)).toContain("The subtask");
	});

	it("shows no more of a text than a card may hold", () => {
		const { body } = tool.label({ context: "x".repeat(maxRowTextChars + 1) }, "streaming");
		expect(body).toEqual({ kind: "proposal", text: "x".repeat(maxRowTextChars) });
	});
});

describe("the prompt", () => {
	it.each([
		["kilo", "waits for its result", "message"],
		["go-code", "waits for its result", "message"],
		["cline", "may decline", "context"],
	] as const)("tells %s models of their own kind", (toolVocabulary, description, parameter) => {
		const context = createTestTask({ settings: { toolVocabulary } });
		expect(tool.describe(context)).toContain(description);
		expect(Object.keys(tool.exampleIn(context))).toContain(parameter);
	});
});
