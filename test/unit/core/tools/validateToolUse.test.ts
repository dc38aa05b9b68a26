import { ExecuteCommandTool } from "@core/tools/command/ExecuteCommandTool";
import { WriteToFileTool } from "@core/tools/edit/WriteToFileTool";
import { validateEffects, validateToolUse } from "@core/tools/validateToolUse";
import type { Effect, ResolvedEffect } from "@shared/effects";
import { builtInModes, type ModeConfig } from "@shared/modes";
import { describe, expect, it } from "vitest";
import { createTestTask } from "./support/testTask";

function mode(slug: string): ModeConfig {
	const found = builtInModes.find((each) => each.slug === slug);
	if (found === undefined) throw new Error(slug);
	return found;
}

const at = (effect: Effect, display: string, realDisplay = display): ResolvedEffect => ({
	effect,
	target: {
		given: display,
		absolute: `/w/${display}`,
		real: `/w/${realDisplay}`,
		display,
		realDisplay,
		isInsideWorkspace: true,
	},
});
const write = (display: string, realDisplay?: string) =>
	at({ kind: "write", path: display }, display, realDisplay);

describe("validateToolUse", () => {
	it.each([
		["code", true, true],
		["debug", true, true],
		["architect", true, false],
		["ask", false, false],
		["review", false, true],
		["orchestrator", false, false],
	])("gates %s mode", (slug, mayWrite, mayRun) => {
		const task = createTestTask({ mode: slug });
		const check = (allowed: boolean, act: () => void) =>
			allowed
				? expect(act).not.toThrow()
				: expect(act).toThrow(expect.objectContaining({ code: "tool_not_allowed" }));
		check(mayWrite, () => validateToolUse(new WriteToFileTool(), task));
		check(mayRun, () => validateToolUse(new ExecuteCommandTool(), task));
	});
});

describe("validateEffects", () => {
	it("binds effects, not names: whatever tool it comes from", () => {
		const run = at({ kind: "execute", command: "ls", cwd: "." }, ".");
		expect(() => validateEffects([run], mode("architect"))).toThrow(/may not run commands/);
		expect(() => validateEffects([write("a.ts")], mode("ask"))).toThrow(/may not change files/);
		expect(() => validateEffects([at({ kind: "delete", path: "a.md" }, "a.md")], mode("review"))).toThrow();
	});

	it("holds the fileRegex for the shown path and for the real file", () => {
		expect(() => validateEffects([write("plan.md")], mode("architect"))).not.toThrow();
		expect(() => validateEffects([write("a.ts")], mode("architect"))).toThrow(/Markdown files only.*a\.ts/);
		expect(() => validateEffects([write("link.md", "a.ts")], mode("architect"))).toThrow();
		expect(() => validateEffects([write("plan.md"), write("a.ts")], mode("architect"))).toThrow();
		const anchored: ModeConfig = { ...mode("architect"), groups: [["edit", { fileRegex: "^docs/" }]] };
		expect(() => validateEffects([write("docs/a.md")], anchored)).not.toThrow();
		expect(() => validateEffects([write("docs/a.md", "src/a.md")], anchored)).toThrow();
	});

	it("names a fileRegex that is none, and edits nothing by it", () => {
		const broken: ModeConfig = { ...mode("architect"), groups: [["edit", { fileRegex: "(" }]] };
		expect(() => validateEffects([write("a.md")], broken)).toThrow(
			expect.objectContaining({ code: "invalid_settings" }),
		);
	});
});
