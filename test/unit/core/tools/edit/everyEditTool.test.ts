import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Operation } from "@core/tools/BaseTool";
import { ReplaceInFileTool } from "@core/tools/cline/ReplaceInFileTool";
import { ApplyDiffTool } from "@core/tools/edit/ApplyDiffTool";
import { ApplyPatchTool } from "@core/tools/edit/ApplyPatchTool";
import type { Edits } from "@core/tools/edit/Edits";
import type { EditTool } from "@core/tools/edit/EditTool";
import { FastEditFileTool } from "@core/tools/edit/FastEditFileTool";
import { InsertContentTool } from "@core/tools/edit/InsertContentTool";
import { NewRuleTool } from "@core/tools/edit/NewRuleTool";
import { SearchAndReplaceTool } from "@core/tools/edit/SearchAndReplaceTool";
import { SearchReplaceTool } from "@core/tools/edit/SearchReplaceTool";
import { WriteToFileTool } from "@core/tools/edit/WriteToFileTool";
import { beforeEach, describe, expect, it } from "vitest";
import type * as z from "zod";
import { writeTree } from "../../../support/tempDir";
import { createTestTask, parseParams, type TestTask } from "../support/testTask";
import { block } from "./apply-diff/applyText";
import { treeOf } from "./treeOf";

const path = ".kilocode/rules/a.md";
const diff = block("two", "2");
const args = `<file><path>${path}</path><diff><content>\n${diff}\n</content></diff></file>`;
const patch = `*** Begin Patch\n*** Update File: ${path}\n-two\n+2\n*** End Patch`;
const umlauts = Buffer.from("größer, kürzer, später, ähnlich, öfter\n");
const dots = "<!-- ... existing code ... -->";

/** Each makes "one\n2\nthree\n" of the file. */
const cases: readonly { readonly tool: EditTool<z.ZodObject>; readonly params: Record<string, string> }[] = [
	{ tool: new ApplyDiffTool(), params: { path, diff } },
	{ tool: new ApplyDiffTool(), params: { args } },
	{ tool: new ApplyPatchTool(), params: { patch } },
	{
		tool: new FastEditFileTool(),
		params: { target_file: path, instructions: "x", code_edit: `${dots}\none\n2\nthree\n${dots}` },
	},
	{ tool: new InsertContentTool(), params: { path, line: "2", content: "2" } },
	{ tool: new NewRuleTool(), params: { path, content: "one\n2\nthree\n" } },
	{ tool: new ReplaceInFileTool(), params: { path, diff } },
	{ tool: new SearchAndReplaceTool(), params: { path, search: "two", replace: "2" } },
	{ tool: new SearchReplaceTool(), params: { file_path: path, old_string: "two", new_string: "2" } },
	{ tool: new WriteToFileTool(), params: { path, content: "one\n2\nthree\n" } },
];
const calls = cases.map((call) => ({ ...call, name: call.tool.name }));

let task: TestTask;
let before: Record<string, string>;
const at = (file: string) => join(task.cwd, file);

function plan({ tool, params }: (typeof calls)[number]): Promise<Operation<Edits>> {
	return tool.plan(parseParams(tool, params), task);
}

beforeEach(() => {
	task = createTestTask();
	writeTree(task.cwd, { [path]: "one\ntwo\nthree\n" });
	before = treeOf(task.cwd);
});

describe.each(calls)("$name", (call) => {
	const { tool, params } = call;

	it("plans without touching disk, editor or notes, and then writes exactly what it showed", async () => {
		const { data, edits, row, effects } = await plan(call);
		expect(treeOf(task.cwd)).toEqual(before);
		expect([task.editedPaths, task.host.documents.saved]).toEqual([[], []]);
		const [edit] = edits ?? [];
		expect(edit).toMatchObject({ path: at(path), before: "one\ntwo\nthree\n" });
		expect(row.body).toMatchObject({ kind: "diff", files: [{ path }] });
		await tool.execute({ data, row, effects }, task);
		expect(readFileSync(at(path), "utf8")).toBe(edit?.after);
		expect(edit?.after).toContain("2\n");
		expect(task.editedPaths).toEqual([at(path)]);
	});

	it("names beforehand every file that it writes", async () => {
		const { effects } = await plan(call);
		const targets = tool.targets(parseParams(tool, params), task);
		for (const effect of effects.filter(({ kind }) => kind !== "read"))
			expect(targets).toContainEqual(effect);
	});

	it("writes nothing when the file is another one by the time it was approved", async () => {
		const operation = await plan(call);
		writeFileSync(at(path), "one\ntwo\nthree\nmine\n");
		await expect(tool.execute(operation, task)).rejects.toMatchObject({ code: "file_changed" });
		expect(readFileSync(at(path), "utf8")).toBe("one\ntwo\nthree\nmine\n");
	});

	it.each<[string, string, () => void]>([
		["read-only", "no_permission", () => chmodSync(at(path), 0o444)],
		["binary", "file_binary", () => writeFileSync(at(path), "one\0two\nthree\n")],
		[
			"damaged UTF-8",
			"file_binary",
			() => writeFileSync(at(path), Buffer.concat([umlauts, Buffer.from([0xff])])),
		],
	])("refuses a file that is %s", async (_, code, change) => {
		change();
		before = treeOf(task.cwd);
		await expect(plan(call)).rejects.toMatchObject({ code });
		expect(treeOf(task.cwd)).toEqual(before);
	});

	it("has a title for any part of its parameters while they stream", () => {
		for (const [name, value] of Object.entries(params)) {
			for (let length = 0; length <= value.length; length += 7) {
				const { title } = tool.label({ [name]: value.slice(0, length) }, "streaming");
				expect(title).not.toContain("undefined");
			}
			const hostile = `${value}${"<file><path>".repeat(3)}${" ".repeat(200_000)}x`;
			expect(tool.label({ [name]: hostile }, "streaming").title).not.toBe("");
		}
	});
});
