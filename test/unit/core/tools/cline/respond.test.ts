import { LoadMcpDocumentationTool } from "@core/tools/cline/LoadMcpDocumentationTool";
import { PlanModeRespondTool } from "@core/tools/cline/PlanModeRespondTool";
import { AskFollowupQuestionTool } from "@core/tools/interactive/AskFollowupQuestionTool";
import { AttemptCompletionTool } from "@core/tools/interactive/AttemptCompletionTool";
import { FetchInstructionsTool } from "@core/tools/read/FetchInstructionsTool";
import { describe, expect, it } from "vitest";
import { createCommandTask } from "../command/support";
import { createTestTask, parseParams, runTool } from "../support/testTask";

describe("plan_mode_respond", () => {
	const tool = new PlanModeRespondTool();

	it("shows the answer and gives the user the word, without asking anybody", async () => {
		const { operation, result } = await runTool(tool, { response: "Three steps." }, createTestTask());
		expect(operation.effects).toEqual([]);
		expect(result.next).toEqual({ kind: "complete", text: "Three steps." });
		expect(result.row.body).toEqual({ kind: "completion", text: "Three steps." });
	});

	it("goes on when the model says that it wants to see more", async () => {
		const params = { response: "I would like to see the tests.", needs_more_exploration: "true" };
		const { result, text } = await runTool(tool, params, createTestTask());
		expect(result.next).toBeUndefined();
		expect(text).toContain("Go on");
	});

	it.each([{ response: " \n" }, {}])("refuses %j", async (params) => {
		await expect(runTool(tool, params, createTestTask())).rejects.toMatchObject({
			code: "invalid_parameters",
		});
	});
});

it("load_mcp_documentation reads what fetch_instructions says of MCP servers", async () => {
	const task = createTestTask();
	const own = await runTool(new FetchInstructionsTool(), { task: "create_mcp_server" }, task);
	const { text, operation } = await runTool(new LoadMcpDocumentationTool(), {}, task);
	expect(text).toBe(own.text);
	expect(text.length).toBeGreaterThan(500);
	expect(operation.effects).toEqual(own.operation.effects);
});

describe("ask_followup_question with options", () => {
	const tool = new AskFollowupQuestionTool();

	it.each([
		["a list", ["SQLite", "A container"]],
		["JSON text", '["SQLite", "A container"]'],
	])("takes %s as suggestions", async (_, options) => {
		const { operation, text } = await runTool(tool, { question: "Which?", options }, createTestTask());
		expect(operation.question?.suggestions).toEqual([{ text: "SQLite" }, { text: "A container" }]);
		expect(text).toContain("SQLite");
	});

	it.each([[["one"]], [["1", "2", "3", "4", "5", "6"]], ["no list"], [[1, 2]]])("refuses %j", (options) => {
		expect(() => parseParams(tool, { question: "Which?", options })).toThrow("options");
	});
});

it("attempt_completion takes a command that shows the result", async () => {
	const params = { result: "Works.", command: "echo shown" };
	const { operation, result } = await runTool(new AttemptCompletionTool(), params, createCommandTask());
	expect(operation.effects).toMatchObject([{ kind: "execute", command: "echo shown" }]);
	expect(result.next).toMatchObject({ kind: "complete" });
});
