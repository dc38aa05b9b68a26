import { decide } from "@core/approval/ApprovalPolicy";
import { ExecuteCommandTool } from "@core/tools/command/ExecuteCommandTool";
import { isOffered } from "@core/tools/parameters";
import type { ResolvedEffect } from "@shared/effects";
import { settingsSchema } from "@shared/settings";
import { describe, expect, it } from "vitest";
import { parseParams, runTool } from "../support/testTask";
import { createCommandTask } from "./support";

const tool = new ExecuteCommandTool();

/** What the policy says with commands allowed, but for `rm`. */
function decideOn(command: string, requires_approval?: string) {
	const { autoApprove } = settingsSchema.parse({
		autoApprove: { kinds: { execute: { inside: true } }, allowCommands: ["ls"], denyCommands: ["rm"] },
	});
	const task = createCommandTask();
	const params = parseParams(tool, { command, ...(requires_approval && { requires_approval }) });
	const { cwd } = task;
	const target = {
		given: cwd,
		absolute: cwd,
		display: ".",
		real: cwd,
		realDisplay: ".",
		isInsideWorkspace: true,
	};
	const resolved = tool
		.targets(params, task)
		.map((effect): ResolvedEffect => (effect.kind === "execute" ? { effect, target } : { effect }));
	return decide(resolved, autoApprove).answer;
}

describe("requires_approval", () => {
	it.each([
		["ls", undefined, "allow"],
		["ls", "false", "allow"],
		["ls", "true", "ask"],
		["make", undefined, "ask"],
		["make", "false", "ask"],
		["make", "true", "ask"],
		["rm a", undefined, "deny"],
		["rm a", "false", "deny"],
		["rm a", "true", "deny"],
	])("raises and never lowers what is asked: %s with %s", (command, flag, want) => {
		expect(decideOn(command, flag)).toBe(want);
	});

	it("changes nothing of the run", async () => {
		for (const requires_approval of ["true", "false"]) {
			const { text, operation } = await runTool(
				tool,
				{ command: "echo hi", requires_approval },
				createCommandTask(),
			);
			expect(text).toMatch(/\nOutput:\nhi$/);
			expect(operation.effects).toHaveLength(requires_approval === "true" ? 2 : 1);
		}
	});

	it("is offered to Cline's models only", () => {
		const schema = tool.parameters.shape.requires_approval;
		expect(isOffered(schema, { format: "xml", vocabulary: "cline", variant: "full" })).toBe(true);
		expect(isOffered(schema, { format: "xml", vocabulary: "kilo", variant: "full" })).toBe(false);
		expect(isOffered(schema, { format: "native", vocabulary: "go-code", variant: "full" })).toBe(false);
	});
});
