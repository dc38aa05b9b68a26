import { createDefaultRegistry } from "@core/tools/defaultTools";
import { createForeignTools } from "@core/tools/foreignTools";
import { compactTools, ToolRegistry } from "@core/tools/ToolRegistry";
import { groupsOf } from "@shared/modes";
import type { ToolVocabulary } from "@shared/settings";
import { describe, expect, it } from "vitest";
import { createTestTask, type TestTaskOptions } from "./support/testTask";

const registry = createDefaultRegistry();

function offered(toolVocabulary: ToolVocabulary, options: TestTaskOptions = {}): string[] {
	const task = createTestTask({ ...options, settings: { toolVocabulary } });
	const groups = new Set(groupsOf(task.mode).map(({ group }) => group));
	return registry.offered(groups, task).map(({ name }) => name);
}

const foreignNames = createForeignTools().map(({ name }) => name);

describe("what is offered", () => {
	it("holds each tool's counterpart or the tool itself, never both", () => {
		for (const vocabulary of ["kilo", "go-code", "cline"] as const) {
			const names = offered(vocabulary);
			for (const name of names) {
				const { counterpart } = registry.find(name) ?? {};
				if (counterpart !== undefined) expect(names).not.toContain(counterpart);
			}
			const isOwn = (name: string) => registry.find(name)?.vocabulary === vocabulary;
			expect(names.filter((name) => foreignNames.includes(name))).toEqual(foreignNames.filter(isOwn));
		}
	});

	it("is bound by the mode, under any name", () => {
		const names = offered("go-code", { mode: "ask" });
		expect(names).toEqual(expect.arrayContaining(["Read", "Grep", "TodoWrite"]));
		for (const name of ["Write", "Edit", "Bash"]) expect(names).not.toContain(name);
		expect(offered("cline", { mode: "ask" })).not.toContain("replace_in_file");
	});

	it("is little in the compact prompt, but whole in the words of the vocabulary", () => {
		const compact = offered("kilo", { promptVariant: "compact" });
		expect(compact).toEqual(registry.tools.map(({ name }) => name).filter((name) => compactTools.has(name)));
		const names = offered("go-code", { promptVariant: "compact" });
		expect(names).toEqual(expect.arrayContaining(["Read", "Bash", "attempt_completion"]));
		for (const name of ["read_file", "execute_command", "list_code_definition_names"]) {
			expect(names).not.toContain(name);
		}
	});

	it("holds custom tools when the profile names them", () => {
		expect(offered("kilo")).not.toContain("search_replace");
		expect(offered("kilo", { customTools: ["search_replace"] })).toContain("search_replace");
	});
});

it("knows every tool by its name, whatever is offered, and no name twice", () => {
	for (const name of [...foreignNames, "search_replace", "read_file"])
		expect(registry.find(name)?.name).toBe(name);
	expect(registry.find("toString")).toBeUndefined();
	expect(() => new ToolRegistry([...createForeignTools(), ...createForeignTools()])).toThrow('"Read"');
});
