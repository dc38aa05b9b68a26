import { noProjectFiles } from "@core/instructions/ProjectFiles";
import { modeOf } from "@core/task/modeOf";
import type { TaskDeps } from "@core/task/types";
import { builtInModes, type ModeConfig } from "@shared/modes";
import { describe, expect, it } from "vitest";
import { createTestHost } from "../../support/testHost";

const custom: ModeConfig = {
	slug: "docs",
	name: "Docs",
	roleDefinition: "R",
	groups: ["read", ["edit", { fileRegex: "\\.md$" }], "command", "mcp"],
};

function depsOf(isTrusted: boolean): TaskDeps {
	const project = noProjectFiles(() => [...builtInModes, custom]);
	return { host: createTestHost({ isTrusted }), project } as unknown as TaskDeps;
}

describe("modeOf", () => {
	it("finds the project's modes, as they are, in a trusted workspace", () => {
		expect(modeOf("docs", depsOf(true))).toBe(custom);
	});

	it("leaves nothing but reading in a workspace that is not trusted", () => {
		expect(modeOf("docs", depsOf(false))).toEqual({
			...custom,
			name: "Docs (untrusted workspace)",
			groups: ["read"],
			isRestricted: true,
		});
		expect(modeOf("orchestrator", depsOf(false)).groups).toEqual([]);
	});

	it("names the modes that there are when the task's is gone", () => {
		expect(() => modeOf("gone", depsOf(true))).toThrow(
			expect.objectContaining({
				code: "unknown_mode",
				hint: "These exist: architect, code, ask, debug, orchestrator, review, docs.",
			}),
		);
	});
});
