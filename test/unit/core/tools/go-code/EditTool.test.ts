import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EditTool } from "@core/tools/go-code/EditTool";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestTask, parseParams, runTool, type TestTask } from "../support/testTask";

const tool = new EditTool();
let task: TestTask;
const pathOf = (name: string) => join(task.cwd, name);

async function edit(old_string: string, new_string: string, more: Record<string, unknown> = {}) {
	await runTool(tool, { file_path: "a.ts", old_string, new_string, ...more }, task);
	return readFileSync(pathOf("a.ts"), "utf8");
}

beforeEach(() => {
	task = createTestTask();
});

describe("Edit", () => {
	it("replaces the one occurrence, or all of them", async () => {
		writeFileSync(pathOf("a.ts"), "a b a\n");
		expect(await edit("b", "c")).toBe("a c a\n");
		expect(await edit("a", "x", { replace_all: "true" })).toBe("x c x\n");
		expect(await edit(" c", "")).toBe("x x\n");
	});

	it.each([
		["two occurrences", "a", "edit_ambiguous"],
		["none", "z", "edit_no_match"],
		["an empty old_string for a file with text", "", "edit_malformed"],
	])("refuses %s", async (_, old_string, code) => {
		writeFileSync(pathOf("a.ts"), "a b a\n");
		await expect(edit(old_string, "new")).rejects.toMatchObject({ code });
		expect(readFileSync(pathOf("a.ts"), "utf8")).toBe("a b a\n");
	});

	it("creates a missing file for an empty old_string, and for no other", async () => {
		await expect(edit("a", "b")).rejects.toMatchObject({ code: "path_not_found" });
		expect(existsSync(pathOf("a.ts"))).toBe(false);
		expect(await edit("", "text\n")).toBe("text\n");
	});

	it("takes a file of 200 KB and refuses one byte more", async () => {
		const filler = "x".repeat(200 * 1024 - 4);
		writeFileSync(pathOf("a.ts"), `one\n${filler}`);
		expect(await edit("one", "two")).toBe(`two\n${filler}`);
		writeFileSync(pathOf("a.ts"), `one\n${filler}y`);
		await expect(edit("one", "two")).rejects.toMatchObject({ code: "file_too_large" });
		expect(readFileSync(pathOf("a.ts"), "utf8")).toMatch(/^one\n/);
	});

	it("reads and writes the file by its effects, and shows the change before it is made", async () => {
		writeFileSync(pathOf("a.ts"), "one\n");
		const params = parseParams(tool, { file_path: "a.ts", old_string: "one", new_string: "two" });
		const effects = [
			{ kind: "read", path: "a.ts" },
			{ kind: "write", path: "a.ts" },
		];
		expect(tool.targets(params, task)).toEqual(effects);
		const { row, edits } = await tool.plan(params, task);
		expect(row.body).toMatchObject({ kind: "diff", files: [{ path: "a.ts", added: 1, removed: 1 }] });
		expect(edits).toMatchObject([{ after: "two\n" }]);
	});
});
