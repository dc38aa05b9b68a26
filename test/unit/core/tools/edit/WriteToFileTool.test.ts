import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { WriteToFileTool } from "@core/tools/edit/WriteToFileTool";
import { beforeEach, describe, expect, it } from "vitest";
import { writeTree } from "../../../support/tempDir";
import { createTestTask, parseParams, runTool, type TestTask } from "../support/testTask";
import { treeOf } from "./treeOf";

const tool = new WriteToFileTool();
let task: TestTask;
const contentOf = (path: string) => readFileSync(join(task.cwd, path), "utf8");
const write = (path: string, content: string, rest: Record<string, unknown> = {}) =>
	runTool(tool, { path, content, ...rest }, task);

beforeEach(() => {
	task = createTestTask();
});

describe("write_to_file", () => {
	it("creates a file with its directories", async () => {
		const { text, result } = await write("src/deep/a.ts", "one\ntwo\n");
		expect(contentOf("src/deep/a.ts")).toBe("one\ntwo\n");
		expect(text).toContain("Created src/deep/a.ts (2 lines).");
		expect(result.row).toMatchObject({ icon: "new-file", title: "Create src/deep/a.ts", detail: "+2 −0" });
		expect(task.editedPaths).toEqual([join(task.cwd, "src/deep/a.ts")]);
	});

	it("replaces a file", async () => {
		writeTree(task.cwd, { "a.ts": "one\ntwo\n" });
		const { result, text } = await write("a.ts", "one\n2\n");
		expect(contentOf("a.ts")).toBe("one\n2\n");
		expect(text).toContain("Replaced the content of a.ts (2 lines).");
		expect(result.row).toMatchObject({ icon: "edit", title: "Rewrite a.ts", detail: "+1 −1" });
		expect(result.row.body).toMatchObject({ kind: "diff", files: [{ path: "a.ts", operation: "modify" }] });
	});

	it("changes nothing on disk and in the editor until it is executed", async () => {
		writeTree(task.cwd, { "a.ts": "one\n" });
		const before = treeOf(task.cwd);
		for (const path of ["a.ts", "new/b.ts"]) {
			const params = parseParams(tool, { path, content: "two\n" });
			tool.label({ path, content: "tw" }, "streaming");
			expect(tool.targets(params)).toEqual([{ kind: "write", path }]);
			await tool.plan(params, task);
		}
		expect(treeOf(task.cwd)).toEqual(before);
		expect(task.host.documents.saved).toEqual([]);
		expect(task.editedPaths).toEqual([]);
	});

	it("plans the exact text before and after as plain JSON", async () => {
		writeTree(task.cwd, { "a.ts": "one\n" });
		const operation = await tool.plan({ path: "a.ts", content: "two\n" }, task);
		expect(operation.effects).toEqual([{ kind: "write", path: "a.ts" }]);
		expect(operation.edits).toEqual([{ path: join(task.cwd, "a.ts"), before: "one\n", after: "two\n" }]);
		expect(JSON.parse(JSON.stringify(operation.data))).toEqual(operation.data);
	});

	it.each([
		["entities and fences", "```ts\na &lt; b &amp;&amp; c\n```\n"],
		["white space", "  \n\n\tx  \n \n"],
		["line ends", "a\r\nb\nc\r\n"],
		["non-ASCII", "grüße 🎉\u2028日本\n"],
		["no final newline", "a\nb"],
		["a BOM of its own", "\uFEFFa\n"],
	])("writes %s as they are", async (_, content) => {
		await write("a.txt", content);
		expect(contentOf("a.txt")).toBe(content);
	});

	it("writes an empty file", async () => {
		await write("empty.txt", "");
		expect(statSync(join(task.cwd, "empty.txt")).size).toBe(0);
		writeTree(task.cwd, { "full.txt": "a\n" });
		await write("full.txt", "");
		expect(contentOf("full.txt")).toBe("");
	});

	it.each([
		["CRLF", "a\r\nb\r\n", "x\ny\n", "x\r\ny\r\n"],
		["CRLF and the final newline", "a\r\nb\r\n", "x\ny", "x\r\ny\r\n"],
		["the final newline", "a\n", "x\ny", "x\ny\n"],
		["the missing final newline", "a", "x\ny", "x\ny"],
		["a BOM", "\uFEFFa\n", "x\n", "\uFEFFx\n"],
		["mixed ends at the lines that are still there", "a\r\nb\nc\n", "a\nb\nc\nnew\n", "a\r\nb\nc\nnew\n"],
		["nothing of mixed ends where no line is left", "a\r\nb\n", "x\ny\n", "x\ny\n"],
		["CRLF that the model sends itself", "a\r\nb\r\n", "x\r\ny\r\n", "x\r\ny\r\n"],
	])("keeps %s", async (_, before, content, want) => {
		writeTree(task.cwd, { "a.txt": before });
		await write("a.txt", content);
		expect(contentOf("a.txt")).toBe(want);
	});

	it("neither asks nor writes when nothing changed", async () => {
		writeTree(task.cwd, { "a.txt": "a\r\nb\r\n" });
		const { inode, mtime } = stamp();
		const { operation, text } = await write("a.txt", "a\nb\n");
		expect(text).toBe("Nothing changed: a.txt already has exactly this content.");
		expect(operation.effects).toEqual([{ kind: "read", path: "a.txt" }]);
		expect(operation.edits).toBeUndefined();
		expect(stamp()).toEqual({ inode, mtime });
		expect(task.editedPaths).toEqual([]);
	});

	function stamp() {
		const { ino, mtimeMs } = statSync(join(task.cwd, "a.txt"));
		return { inode: ino, mtime: mtimeMs };
	}

	it("takes off line numbers only when every line has its own", async () => {
		const { text } = await write("a.txt", "1 | a\n2 |   b\n3 |\n");
		expect(contentOf("a.txt")).toBe("a\n  b\n\n");
		expect(text).toContain("Line numbers in front of every line were taken off.");
	});

	it.each(["1 | a\nb\n", "1 | a\n3 | b\n", "1 | a\n", "4 | a\n5 | b\n", "1 || a\n2 || b\n"])(
		"keeps %j, which only looks like numbers",
		async (content) => {
			await write("a.txt", content);
			expect(contentOf("a.txt")).toBe(content);
		},
	);

	it("refuses a directory", async () => {
		writeTree(task.cwd, { "src/": "" });
		await expect(write("src", "x")).rejects.toMatchObject({ code: "path_is_directory" });
	});

	it("says that unsaved changes are part of it", async () => {
		writeTree(task.cwd, { "a.txt": "disk\n" });
		task.host.documents.put(join(task.cwd, "a.txt"), "typed\n", { isDirty: true });
		const { result } = await write("a.txt", "typed\nmore\n");
		expect(result.row).toMatchObject({
			detail: "+1 −0",
			body: { files: [{ note: "includes unsaved changes" }] },
		});
		expect(contentOf("a.txt")).toBe("typed\nmore\n");
	});

	it("refuses to execute over a file that changed after the plan", async () => {
		writeTree(task.cwd, { "a.txt": "one\n" });
		const operation = await tool.plan({ path: "a.txt", content: "two\n" }, task);
		writeFileSync(join(task.cwd, "a.txt"), "user\n");
		await expect(tool.execute(operation, task)).rejects.toMatchObject({ code: "file_changed" });
		expect(contentOf("a.txt")).toBe("user\n");
	});

	it("shows its path and its growth while it streams", () => {
		expect(tool.label({}, "streaming").title).toBe("Write a file");
		const row = tool.label({ path: "a.ts", content: "a\nb\nc" }, "streaming");
		expect(row).toMatchObject({ title: "Write a.ts", detail: "3 lines so far" });
		expect(tool.label({ path: "a.ts", content: "a" }, "ready").detail).toBeUndefined();
	});
});

describe("write_to_file guards against lost content", () => {
	const long = Array.from({ length: 30 }, (_, index) => `const value${index} = ${index};`);

	it.each([
		["far below", 20, { line_count: 30 }, false],
		["just enough", 24, { line_count: 30 }, true],
		["more lines than said", 30, { line_count: 20 }, true],
		["a short file", 5, { line_count: 19 }, true],
		["a count in XML", 10, { line_count: "30" }, false],
		["no count", 5, {}, true],
	])("by line_count: %s", async (_, lines, rest, isWritten) => {
		const attempt = write("a.ts", `${long.slice(0, lines).join("\n")}\n`, rest);
		if (isWritten) await attempt;
		else await expect(attempt).rejects.toMatchObject({ code: "edit_malformed" });
		expect(existsSync(join(task.cwd, "a.ts"))).toBe(isWritten);
	});

	it.each([
		"// ... rest of code unchanged ...",
		"    // ... existing code ...",
		"# ... existing code ...",
		"# rest of the file remains the same",
		"<!-- rest unchanged -->",
		"<!-- ... remaining content ... -->",
		"/* … existing styles … */",
		"{/* ... existing components ... */}",
		"-- rest of the code",
		"// The rest of the file stays unchanged",
		"// existing imports",
		"// previous code here",
		"// code remains unchanged",
	])("by placeholder: %s", async (line) => {
		writeTree(task.cwd, { "a.ts": `${long.join("\n")}\n` });
		const attempt = write("a.ts", `const value0 = 1;\n${line}\n`);
		await expect(attempt).rejects.toMatchObject({
			code: "edit_malformed",
			hint: expect.stringContaining("apply_diff"),
		});
		expect(contentOf("a.ts")).toBe(`${long.join("\n")}\n`);
	});

	it.each([
		"// keeps the rest of the arguments for later",
		"// the existing value wins",
		"// ...",
		"// loads, parses, etc...",
		"const rest = [...existing];",
		"return { ...rest };",
		"# unchanged since 2019, see the remaining notes below",
		"// Remaining time in milliseconds",
		"## Previous releases",
		"The rest of the file is unchanged.",
	])("but not by ordinary text: %s", async (line) => {
		writeTree(task.cwd, { "a.ts": `${long.join("\n")}\n` });
		await write("a.ts", `${line}\n`);
		expect(contentOf("a.ts")).toBe(`${line}\n`);
	});

	it("accepts a placeholder that the file holds already", async () => {
		writeTree(task.cwd, { "a.md": "// ... existing code ...\nold\n" });
		await write("a.md", "  // ... existing code ...\nnew\n");
		expect(contentOf("a.md")).toBe("  // ... existing code ...\nnew\n");
	});

	it("accepts one in a new file, where nothing can be lost", async () => {
		await write("a.md", "// ... existing code ...\n");
		expect(contentOf("a.md")).toBe("// ... existing code ...\n");
	});
});
