import { fileURLToPath } from "node:url";
import { createDefaultRegistry } from "@core/tools/defaultTools";
import { describeTools, permissionClass } from "@core/tools/describeTools";
import { createForeignTools } from "@core/tools/foreignTools";
import { describe, expect, it } from "vitest";
import { createTestTask, parseParams } from "./support/testTask";

const page = fileURLToPath(new URL("../../../../docs/tools.md", import.meta.url));
const { tools } = createDefaultRegistry();

function describeAll(): string {
	const base = createTestTask({ model: { supportsImages: true } });
	return describeTools(tools, (settings) => ({ ...base, settings: { ...base.settings, ...settings } }));
}

describe("docs/tools.md", () => {
	it("says what the tools' definitions say", async () => {
		const hint = "docs/tools.md is not what the tools' definitions say. Run `npm run docs`, and commit it.";
		await expect(describeAll(), hint).toMatchFileSnapshot(page);
	});

	it("has a row for every tool and a line for every parameter that some prompt offers", () => {
		const text = describeAll();
		for (const { name } of tools) expect(text.split(`\n| \`${name}\` |`)).toHaveLength(2);
		expect(text).toContain("`content` ¶: ");
		expect(text).toContain("`context` ¶ (cline): ");
		expect(text).toContain("`files` (native): ");
		expect(text).not.toContain("needs_more_exploration");
		expect(text).not.toMatch(/`: *(<br>|\|)/);
	});

	it.each([
		["read_file", "by default", "`Read` (go-code)"],
		["search_replace", "when the profile names it (`customTools`)", ""],
		["apply_diff", "by default", "`Edit` (go-code)<br>`replace_in_file` (cline)"],
		["run_slash_command", "experiment `runSlashCommand`", ""],
		["update_todo_list", "with `todoListEnabled`", "`TodoWrite` (go-code)"],
	])("says when %s is offered, and who calls it otherwise", (name, offer, others) => {
		const row = describeAll()
			.split("\n")
			.find((line) => line.startsWith(`| \`${name}\` |`));
		expect(row?.endsWith(`| ${offer} | ${others} |`)).toBe(true);
	});

	it("is a table of as many columns in every row", () => {
		const rows = describeAll()
			.split("\n")
			.filter((line) => line.startsWith("|"));
		for (const row of rows) expect(row.match(/(?<!\\)\|/g)).toHaveLength(7);
	});
});

describe("other agents' tools", () => {
	const foreign = createForeignTools();

	it("show their permission class, where that agent's do", () => {
		for (const tool of foreign.filter(({ vocabulary }) => vocabulary === "go-code")) {
			expect(tool.describe(createTestTask())).toMatch(new RegExp(`Permission: ${permissionClass(tool)}\\.$`));
		}
		expect(permissionClass({ group: "command" })).toBe("WorkspaceWrite");
		expect(permissionClass({ group: "read" })).toBe("ReadOnly");
	});

	it("stand in for tools that exist, and come with an example that they understand", () => {
		const names = new Set(tools.map(({ name }) => name));
		for (const tool of foreign) {
			if (tool.counterpart !== undefined) expect(names).toContain(tool.counterpart);
			expect(tool.vocabulary).toBeDefined();
			expect(parseParams(tool, tool.example)).toBeDefined();
			for (const stage of ["streaming", "ready", "done"] as const) {
				expect(tool.label({}, stage).title).not.toBe("");
			}
		}
	});
});
