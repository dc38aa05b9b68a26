import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ApplyDiffTool } from "@core/tools/edit/ApplyDiffTool";
import { isFreeText, isOffered } from "@core/tools/parameters";
import { beforeEach, describe, expect, it } from "vitest";
import { writeTree } from "../../../support/tempDir";
import { createTestTask, parseParams, runTool, type TestTask } from "../support/testTask";
import { block } from "./apply-diff/applyText";
import { treeOf } from "./treeOf";

const tool = new ApplyDiffTool();
let task: TestTask;
const contentOf = (path: string) => readFileSync(join(task.cwd, path), "utf8");
const file = (path: string, ...contents: string[]) =>
	`<file><path>${path}</path>${contents.map((text) => `<diff><content>\n${text}\n</content></diff>`).join("")}</file>`;
const apply = (...files: string[]) => runTool(tool, { args: files.join("\n") }, task);

beforeEach(() => {
	task = createTestTask();
	writeTree(task.cwd, { "a.ts": "one\ntwo\n", "b.ts": "1\r\n2\r\n", "c.ts": "x\ny\nx\n" });
});

describe("apply_diff on several files", () => {
	it("edits all of them in one approval, each in its own line ends", async () => {
		const { text, operation } = await apply(file("a.ts", block("two", "2")), file("b.ts", block("1", "one")));
		expect([contentOf("a.ts"), contentOf("b.ts")]).toEqual(["one\n2\n", "one\r\n2\r\n"]);
		expect(operation.row.title).toBe("Edit 2 files");
		expect(operation.effects.map(({ kind }) => kind)).toEqual(["read", "write", "read", "write"]);
		expect(text).toBe(
			[
				"Edited 2 of 2 files.",
				"Applied 1 of 1 block to a.ts.",
				"Applied 1 of 1 block to b.ts.\nThe files now hold exactly this; there is no need to read them again.",
			].join("\n\n"),
		);
	});

	it("takes a list in native calls, also as JSON text", async () => {
		const files = [
			{ path: "a.ts", diff: block("two", "2") },
			{ path: "b.ts", diff: block("1", "one") },
		];
		await runTool(tool, { files }, task);
		expect(contentOf("a.ts")).toBe("one\n2\n");
		const again = [{ path: "a.ts", diff: block("2", "zwei") }];
		await runTool(tool, { files: JSON.stringify(again) }, task);
		expect(contentOf("a.ts")).toBe("one\nzwei\n");
	});

	it("targets every file with reading and writing", () => {
		const args = file("a.ts", block("two", "2")) + file("b.ts", block("1", "one"));
		expect(tool.targets(parseParams(tool, { args }))).toEqual([
			{ kind: "read", path: "a.ts" },
			{ kind: "write", path: "a.ts" },
			{ kind: "read", path: "b.ts" },
			{ kind: "write", path: "b.ts" },
		]);
	});

	it("lets each file and each block succeed or fail by itself", async () => {
		const { text, result } = await apply(
			file("a.ts", block("two", "2"), block("nope", "n")),
			file("missing.ts", block("a", "b")),
			file("c.ts", block("x", "z")),
			file("b.ts", "<<<<<<< SEARCH\n1"),
		);
		expect([contentOf("a.ts"), contentOf("b.ts"), contentOf("c.ts")]).toEqual([
			"one\n2\n",
			"1\r\n2\r\n",
			"x\ny\nx\n",
		]);
		expect(text).toContain("Edited 1 of 4 files.");
		expect(text).toContain("Applied 1 of 2 blocks to a.ts.");
		expect(text).toContain("Block 2 failed:");
		expect(text).toContain("missing.ts failed: missing.ts does not exist. Create it with write_to_file.");
		expect(text).toContain(
			"c.ts failed: c.ts was not changed.\nBlock 1 failed: its SEARCH fits at lines 1, 3.",
		);
		expect(text).toContain("b.ts failed: Block 1: the diff ends before =======.");
		expect(text).toContain("Send only the failed files again, corrected.");
		expect(result.row.body).toMatchObject({
			files: [{ note: "1 of 2 blocks failed; failed: missing.ts, c.ts, b.ts" }],
		});
	});

	it("changes nothing and names every reason when all fail", async () => {
		const before = treeOf(task.cwd);
		const attempt = apply(file("missing.ts", block("a", "b")), file("c.ts", block("x", "z")));
		await expect(attempt).rejects.toMatchObject({
			code: "path_not_found",
			message: expect.stringMatching(
				/^No file was changed\.\n\nmissing\.ts failed: [\s\S]*\n\nc\.ts failed: /,
			),
		});
		expect(treeOf(task.cwd)).toEqual(before);
	});

	it("puts the diffs of one file together, however it is named", async () => {
		const { text } = await apply(file("c.ts", block("y", "Y")), file("./c.ts", block("x", "X", 3)));
		expect(contentOf("c.ts")).toBe("x\nY\nX\n");
		expect(text).toContain("Applied 2 of 2 blocks to c.ts.");
	});

	it("takes the line hint of a diff for its first block", async () => {
		const diff = `${block("x", "X")}\n${block("y", "Y")}`;
		const args = `<file><path>c.ts</path><diff><content>${diff}</content><start_line>3</start_line></diff></file>`;
		await runTool(tool, { args }, task);
		expect(contentOf("c.ts")).toBe("x\nY\nX\n");
	});

	it("writes none of them when one has changed since it was approved", async () => {
		const params = parseParams(tool, {
			args: file("a.ts", block("two", "2")) + file("c.ts", block("y", "Y")),
		});
		const operation = await tool.plan(params, task);
		writeFileSync(join(task.cwd, "c.ts"), "user\n");
		await expect(tool.execute(operation, task)).rejects.toMatchObject({ code: "file_changed" });
		expect(contentOf("a.ts")).toBe("one\ntwo\n");
	});

	it.each([
		[{}, "no file"],
		[{ path: "a.ts" }, "no diff for its path"],
		[{ diff: block("a", "b") }, "no path for its diff"],
		[{ path: "a.ts", diff: "x", args: "y" }, "files in two ways"],
	])("needs one form of the call (%#)", (params, reason) => {
		expect(() => tool.targets(parseParams(tool, params))).toThrow(
			expect.objectContaining({ code: "invalid_parameters", message: `apply_diff was given ${reason}.` }),
		);
	});

	it("offers args to text formats and files to native ones; both diffs are free text", () => {
		const { args, files, diff } = tool.parameters.shape;
		expect(isOffered(args, { format: "xml", vocabulary: "kilo", variant: "full" })).toBe(true);
		expect(isOffered(args, { format: "native", vocabulary: "kilo", variant: "full" })).toBe(false);
		expect(isOffered(files, { format: "native", vocabulary: "kilo", variant: "full" })).toBe(true);
		expect(isOffered(files, { format: "xml", vocabulary: "kilo", variant: "full" })).toBe(false);
		expect([isFreeText(args), isFreeText(diff)]).toEqual([true, true]);
	});

	it.each([
		[{ args: "<file><path>a.ts</path><diff><cont" }, "Edit a.ts"],
		[{ args: file("a.ts", "x") + file("b.ts", "y") }, "Edit 2 files"],
		[{ args: "<fil" }, "Edit a file"],
		[
			{
				files: [
					{ path: "a.ts", diff: "" },
					{ path: "b.ts", diff: "" },
				],
			},
			"Edit 2 files",
		],
	])("says while it streams what it is about, without a look at the disk (%#)", (params, title) => {
		const before = treeOf(task.cwd);
		expect(tool.label(params, "streaming").title).toBe(title);
		expect(treeOf(task.cwd)).toEqual(before);
	});
});
