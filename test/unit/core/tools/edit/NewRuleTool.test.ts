import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NewRuleTool, slugOf } from "@core/tools/edit/NewRuleTool";
import { beforeEach, describe, expect, it } from "vitest";
import { writeTree } from "../../../support/tempDir";
import { createTestTask, parseParams, runTool, type TestTask } from "../support/testTask";
import { treeOf } from "./treeOf";

const tool = new NewRuleTool();
let task: TestTask;
const pathOf = (path: string) => join(task.cwd, path);
const contentOf = (path: string) => readFileSync(pathOf(path), "utf8");
const write = (params: Record<string, string>) => runTool(tool, params, task);

beforeEach(() => {
	task = createTestTask();
});

describe("new_rule", () => {
	it("writes a rule by its name", async () => {
		const { text, operation } = await write({ name: "Commit Messages!", content: "# Commits" });
		expect(contentOf(".kilocode/rules/commit-messages.md")).toBe("# Commits\n");
		expect(text).toContain("Created the rule .kilocode/rules/commit-messages.md.");
		const effects = [{ kind: "write", path: ".kilocode/rules/commit-messages.md" }];
		expect(operation.effects).toEqual(effects);
		expect(tool.targets({ name: "Commit Messages!", content: "x" }, task)).toEqual(effects);
	});

	it.each([
		".kilocode/rules/a.md",
		"./.kilocode/rules/deep/a.md",
		".kilocode/rules-code/a.md",
		"x/../.kilocode/rules/a.md",
	])("writes a rule at %s", async (path) => {
		await write({ path, content: "r\n" });
		expect(contentOf(path)).toBe("r\n");
	});

	it("shows an existing rule as changed, and keeps its line ends", async () => {
		writeTree(task.cwd, { ".kilocode/rules/a.md": "old\r\n" });
		const { operation, text } = await write({ name: "a", content: "new\nmore" });
		expect(operation.row).toMatchObject({ body: { kind: "diff", files: [{ operation: "modify" }] } });
		expect(contentOf(".kilocode/rules/a.md")).toBe("new\r\nmore\r\n");
		expect(text).toContain("Replaced the rule");
		expect((await write({ name: "a", content: "new\nmore" })).text).toContain("Nothing changed");
	});

	it("touches nothing before it is executed, and writes what the person made of it", async () => {
		const operation = await tool.plan(parseParams(tool, { name: "a", content: "r" }), task);
		expect(treeOf(task.cwd)).toEqual({});
		await tool.execute(tool.amend(operation, { kind: "text", text: "mine\n" }, task), task);
		expect(contentOf(".kilocode/rules/a.md")).toBe("mine\n");
	});

	it.each<[string, Record<string, string>, string]>([
		["neither name nor path", { content: "r" }, "invalid_parameters"],
		["both name and path", { name: "a", path: ".kilocode/rules/a.md", content: "r" }, "invalid_parameters"],
		["a name without letters", { name: "…!", content: "r" }, "invalid_parameters"],
		["a name that leads elsewhere", { name: "..", content: "r" }, "invalid_parameters"],
		["a device's name", { name: "CON", content: "r" }, "invalid_parameters"],
		["an empty rule", { name: "a", content: " \n" }, "invalid_parameters"],
		["a path elsewhere", { path: "src/a.md", content: "r" }, "path_refused"],
		["a path that climbs out", { path: ".kilocode/rules/../../a.md", content: "r" }, "path_refused"],
		["a path outside", { path: "/tmp/.kilocode/rules/a.md", content: "r" }, "path_refused"],
		["another ending", { path: ".kilocode/rules/a.txt", content: "r" }, "path_refused"],
		["an ending without a name", { path: ".kilocode/rules/.md", content: "r" }, "path_refused"],
		["the directory itself", { path: ".kilocode/rules", content: "r" }, "path_refused"],
		["a name beside the directory", { path: ".kilocode/rulesx/a.md", content: "r" }, "path_refused"],
		["an unknown mode", { path: ".kilocode/rules-nobody/a.md", content: "r" }, "unknown_mode"],
	])("refuses %s", async (_name, params, code) => {
		await expect(write(params)).rejects.toMatchObject({ code });
		expect(existsSync(pathOf(".kilocode"))).toBe(false);
	});

	it("writes nothing over a rule that appeared since the approval", async () => {
		const operation = await tool.plan(parseParams(tool, { name: "a", content: "r" }), task);
		writeTree(task.cwd, { ".kilocode/rules/a.md": "" });
		writeFileSync(pathOf(".kilocode/rules/a.md"), "theirs");
		await expect(tool.execute(operation, task)).rejects.toMatchObject({ code: "file_changed" });
		expect(contentOf(".kilocode/rules/a.md")).toBe("theirs");
	});

	it.each([
		["Commit Messages", "commit-messages"],
		["  a//b\\c: d.md ", "a-b-c-d"],
		["Größe & Maß", "größe-maß"],
		["日本語の規則", "日本語の規則"],
		["../../etc/passwd", "etc-passwd"],
		["x".repeat(200), "x".repeat(60)],
		[`${"x".repeat(59)} y`, "x".repeat(59)],
	])("makes %j the file %j", (name, slug) => {
		expect(slugOf(name)).toBe(slug);
	});

	it("has a title while it streams", () => {
		expect(tool.label({ name: "a", content: "x\ny" }, "streaming")).toMatchObject({
			title: "Rule: a",
			detail: "2 lines so far",
		});
		expect(tool.label({}, "streaming").title).toBe("Write a rule");
	});
});
