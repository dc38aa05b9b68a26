import { decide } from "@core/approval/ApprovalPolicy";
import { CondenseTool } from "@core/tools/maintenance/CondenseTool";
import { settingsSchema } from "@shared/settings";
import { maxRowTextChars } from "@shared/tools";
import { describe, expect, it } from "vitest";
import { createTestTask, parseParams, runTool } from "../support/testTask";

const tool = new CondenseTool();
const everyKind = ["read", "write", "delete", "execute", "network", "browser", "mcp", "mode", "subtask"];
const everything = settingsSchema.parse({
	autoApprove: {
		kinds: Object.fromEntries(everyKind.map((kind) => [kind, { inside: true, outside: true }])),
	},
}).autoApprove;

describe("condense", () => {
	it("puts the summary in the conversation's place", async () => {
		const { result, operation } = await runTool(
			tool,
			{ message: "Asked: x.\n  Done: y.\n" },
			createTestTask(),
		);
		expect(operation.row.body).toEqual({ kind: "proposal", text: "Asked: x.\n  Done: y.\n" });
		expect(result.next).toEqual({ kind: "condense", summary: "Asked: x.\n  Done: y.\n" });
		expect(result.row.title).toBe("Conversation condensed");
	});

	it("asks the person whatever is allowed", () => {
		const effects = tool.targets().map((effect) => ({ effect }));
		expect(decide(effects, everything).answer).toBe("ask");
	});

	it("takes what the person made of it and tells the model", async () => {
		const operation = await tool.plan({ message: "Old." });
		const amended = tool.amend(operation, { kind: "text", text: "New." });
		expect(amended.amended).toBe("The user changed the summary.");
		expect((await tool.execute(amended)).next).toEqual({ kind: "condense", summary: "New." });
		expect(() => tool.amend(operation, { kind: "text", text: "\n" })).toThrow("summary is empty");
	});

	it.each([{ message: " \n" }, { message: "" }])("refuses %j", async (params) => {
		await expect(runTool(tool, params, createTestTask())).rejects.toMatchObject({
			code: "invalid_parameters",
		});
	});

	it("shows no more than a card may hold, and keeps all of it", async () => {
		const message = "x".repeat(maxRowTextChars + 10);
		const { operation, result } = await runTool(tool, { message }, createTestTask());
		expect(operation.row.body).toEqual({ kind: "proposal", text: message.slice(0, maxRowTextChars) });
		expect(result.next).toEqual({ kind: "condense", summary: message });
		expect(parseParams(tool, tool.example).message).toContain("README");
	});
});
