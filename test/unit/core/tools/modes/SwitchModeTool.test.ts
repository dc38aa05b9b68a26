import { SwitchModeTool } from "@core/tools/modes/SwitchModeTool";
import { describe, expect, it } from "vitest";
import { createTestTask, parseParams, runTool } from "../support/testTask";

const tool = new SwitchModeTool();

describe("switch_mode", () => {
	it("switches, with the reason", async () => {
		const { operation, result, text } = await runTool(
			tool,
			{ mode_slug: "architect", reason: "a plan is needed" },
			createTestTask(),
		);
		expect(operation.effects).toEqual([{ kind: "mode", slug: "architect" }]);
		expect(text).toBe("Switched from Code mode to Architect mode because: a plan is needed");
		expect(result.next).toEqual({ kind: "switch_mode", slug: "architect", reason: "a plan is needed" });
		expect(result.row).toMatchObject({
			title: "Switched to architect mode",
			body: { kind: "text", text: "a plan is needed" },
		});
	});

	it("does nothing, and asks nobody, when the mode is on already", async () => {
		const { operation, result, text } = await runTool(tool, { mode_slug: "code" }, createTestTask());
		expect(operation.effects).toEqual([]);
		expect(text).toBe("Already in Code mode.");
		expect(result.error).toBeUndefined();
		expect(result.next).toBeUndefined();
	});

	it.each(["nonsense", "Code", "__proto__", "constructor", "../code"])(
		"refuses %j with the list",
		async (slug) => {
			await expect(runTool(tool, { mode_slug: slug }, createTestTask())).rejects.toMatchObject({
				code: "unknown_mode",
				message: expect.stringContaining(slug),
				hint: expect.stringMatching(/architect \(Architect\), code \(Code\).*review/),
			});
		},
	);

	it("is possible from a mode without groups", async () => {
		const { result } = await runTool(tool, { mode_slug: "code" }, createTestTask({ mode: "orchestrator" }));
		expect(tool.group).toBe("always");
		expect(result.next).toMatchObject({ kind: "switch_mode", slug: "code" });
	});

	it("has a card at every stage", () => {
		expect(tool.label({}, "streaming").title).toBe("Switch mode");
		expect(tool.label({ mode_slug: "ask" }, "ready").title).toBe("Switch to ask mode");
	});

	it("names the modes that exist", () => {
		expect(tool.describe(createTestTask())).toContain("architect, code, ask, debug, orchestrator, review");
		expect(parseParams(tool, tool.example).mode_slug).toBe("code");
	});
});
