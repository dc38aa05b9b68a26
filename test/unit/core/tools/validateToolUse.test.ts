import { ExecuteCommandTool } from "@core/tools/command/ExecuteCommandTool";
import { WriteToFileTool } from "@core/tools/edit/WriteToFileTool";
import { toMatchedName, validateEffects, validateToolUse } from "@core/tools/validateToolUse";
import type { Effect, ResolvedEffect } from "@shared/effects";
import { toErrorInfo } from "@shared/errors";
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

describe("a refusal", () => {
	const refusalOf = (changes: Partial<ModeConfig>) => {
		try {
			validateEffects([write("a.ts")], { ...mode("ask"), ...changes });
		} catch (error) {
			return toErrorInfo(error).hint;
		}
		return undefined;
	};

	it("points to other modes, but not where no mode can do more", () => {
		expect(refusalOf({})).toMatch(/Use switch_mode/);
		expect(refusalOf({ isRestricted: true })).toMatch(/not trusted this workspace/);
		expect(refusalOf({ isRestricted: true })).not.toMatch(/switch_mode/);
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

	const restricted = (fileRegex: string, ...more: ModeConfig["groups"]): ModeConfig => ({
		...mode("architect"),
		groups: [["edit", { fileRegex }], ...more],
	});

	it("holds for both ends of a move and for a delete", () => {
		const remove = (path: string) => at({ kind: "delete", path }, path);
		const move = (from: string, to: string) => [remove(from), write(to)];
		expect(() => validateEffects(move("a.md", "b.md"), mode("architect"))).not.toThrow();
		expect(() => validateEffects(move("a.ts", "b.md"), mode("architect"))).toThrow(/Got: a\.ts/);
		expect(() => validateEffects(move("a.md", "b.ts"), mode("architect"))).toThrow(/Got: b\.ts/);
		expect(() => validateEffects([remove("a.ts")], mode("architect"))).toThrow(/Got: a\.ts/);
	});

	it("names the real file where it is another one", () => {
		expect(() => validateEffects([write("link.md", "a.ts")], mode("architect"))).toThrow(
			/Got: link\.md, which is a\.ts$/,
		);
	});

	it("edits nothing by a pattern that takes forever", () => {
		const slow = restricted("(a|aa)+$");
		expect(() => validateEffects([write(`${"a".repeat(60)}!`)], slow)).toThrow(/took more than 1000 ms/);
	});

	it("takes each of several restrictions as binding", () => {
		const both = restricted("\\.md$", ["edit", { fileRegex: "^docs/" }]);
		expect(() => validateEffects([write("docs/a.md")], both)).not.toThrow();
		expect(() => validateEffects([write("a.md")], both)).toThrow();
		expect(() => validateEffects([write("docs/a.ts")], both)).toThrow();
	});

	it.each(["/second/docs/a.md", "second/docs/a.md"])(
		"matches %s below its root, a second one, unless a link is on the way",
		(display) => {
			const second = (real: string): ResolvedEffect => ({
				effect: { kind: "write", path: display },
				target: {
					given: display,
					absolute: "/second/docs/a.md",
					real,
					display,
					realDisplay: "docs/a.md",
					isInsideWorkspace: true,
				},
			});
			expect(() => validateEffects([second("/second/docs/a.md")], restricted("^docs/"))).not.toThrow();
			expect(() => validateEffects([second("/elsewhere/docs/a.md")], restricted("^docs/"))).toThrow();
		},
	);
});

describe("toMatchedName", () => {
	it.each([
		["docs/a.md", "C:\\w\\docs\\a.md", "docs/a.md"],
		["docs\\a.md", "C:\\w\\docs\\a.md", "docs/a.md"],
		["D:\\x\\a.md", "D:\\x\\a.md", "D:/x/a.md"],
		["a.ts:b.md", "C:\\w\\a.ts:b.md", "a.ts"],
		["a.ts::$DATA", "C:\\w\\a.ts", "a.ts"],
		["a.md. .", "C:\\w\\a.md", "a.md"],
		["../a.md", "C:\\w\\a.md", "../a.md"],
		["a.md", "\\\\server\\share\\a.md", "a.md"],
		// Elsewhere these are names like any other.
		["docs\\a.md", "/w/docs\\a.md", "docs\\a.md"],
		["a.ts:b.md", "/w/a.ts:b.md", "a.ts:b.md"],
		["a.md.", "/w/a.md.", "a.md."],
	])("matches %s of %s as %s", (name, real, matched) => {
		expect(toMatchedName(name, real)).toBe(matched);
	});
});
