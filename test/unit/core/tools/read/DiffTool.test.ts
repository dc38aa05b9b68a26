import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DiffTool } from "@core/tools/read/DiffTool";
import { maxRowTextChars } from "@shared/tools";
import { applyPatch } from "diff";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { writeTree } from "../../../support/tempDir";
import { createTestTask, parseParams, runTool, type TestTask } from "../support/testTask";

const tool = new DiffTool();
let task: TestTask;

beforeEach(() => {
	task = createTestTask();
});

async function diff(params: Readonly<Record<string, unknown>>): Promise<string> {
	return (await runTool(tool, params, task)).text;
}

/** Two files a and b. */
function files(a: string | Uint8Array, b: string | Uint8Array): Promise<string> {
	writeTree(task.cwd, { a, b });
	return diff({ path_a: "a", path_b: "b" });
}

describe("two texts", () => {
	it("come as a unified diff", async () => {
		expect(await diff({ old_string: "a\nb\nc\n", new_string: "a\nB\nc\n" })).toBe(
			"--- old_string\n+++ new_string\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c",
		);
	});

	it("may be empty", async () => {
		expect(await diff({ old_string: "", new_string: "a\n" })).toContain("\n+a");
		expect(await diff({ old_string: "a\n", new_string: "" })).toContain("\n-a");
	});

	it("that are equal are said to be", async () => {
		expect(await diff({ old_string: "a", new_string: "a" })).toBe("old_string and new_string are equal.");
	});

	it("keep their white space", async () => {
		const text = await diff({ old_string: "  a\n", new_string: "\ta\n" });
		expect(text).toContain("-  a\n+\ta");
	});

	it("give a diff that makes the one of the other", async () => {
		const lines = fc
			.array(fc.constantFrom("a", "b", "c", "  d", ""))
			.map((all) => `${all.join("\n")}\nend\n`);
		await fc.assert(
			fc.asyncProperty(lines, lines, async (old_string, new_string) => {
				const text = await diff({ old_string, new_string });
				if (old_string === new_string) expect(text).toContain("are equal");
				else expect(applyPatch(old_string, text)).toBe(new_string);
			}),
		);
	});
});

describe("two files", () => {
	it("are named in the header", async () => {
		writeTree(task.cwd, { "src/a.ts": "one\n", "src/b.ts": "two\n" });
		const { text, result } = await runTool(tool, { path_a: "src/a.ts", path_b: "src/b.ts" }, task);
		expect(text).toBe("--- src/a.ts\n+++ src/b.ts\n@@ -1,1 +1,1 @@\n-one\n+two");
		expect(result.row).toMatchObject({
			title: "Compare src/a.ts with src/b.ts",
			detail: "+1 −1",
			body: { kind: "text", language: "diff" },
		});
	});

	it("say that the last line has no end", async () => {
		expect(await files("a\n", "a")).toContain("\\ No newline at end of file");
	});

	it.each([
		["the same bytes", "a\r\nb\r\n", "a\r\nb\r\n", /^a and b are equal\.$/],
		["empty files", "", "", /^a and b are equal\.$/],
		[
			"line ends only",
			"a\nb\n",
			"a\r\nb\r\n",
			/^a and b are equal but for .*\n\(Only b has CRLF line ends\.\)$/,
		],
		["a BOM only", "\ufeffa\n", "a\n", /^a and b are equal\.\n\(a has a byte order mark\.\)$/],
		[
			"line ends and a line",
			"a\r\nb\r\n",
			"a\nc\n",
			/^\(Only a has CRLF .*\n--- a\n\+\+\+ b\n@@.*\n a\n-b\n\+c$/,
		],
		["UTF-16", Buffer.from("\ufeffa\n", "utf16le"), "a\n", /^a and b are equal\.\n\(a is UTF-16 LE\.\)$/],
		[
			"an old encoding",
			Buffer.from("gr\u00fc\u00dfe\n", "latin1"),
			"grüße\n",
			/equal\.\n\(a is (Windows|Latin)-\d+\.\)$/,
		],
	])("that differ in %s say so", async (_name, a, b, expected) => {
		expect(await files(a, b)).toMatch(expected);
	});

	it("are read as the editor has them", async () => {
		writeTree(task.cwd, { a: "disk\n", b: "other\n" });
		task.host.documents.put(join(task.cwd, "a"), "buffer\n", { isDirty: true });
		task.host.documents.put(join(task.cwd, "b"), "stale\n");
		const text = await diff({ path_a: "a", path_b: "b" });
		expect(text).toMatch(/^\(a has unsaved changes in the editor, which are included\.\)\n/);
		expect(text).toContain("-buffer\n+other");
	});

	it("that have too much between them are capped", async () => {
		const lines = (word: string) => Array.from({ length: 20_000 }, (_, i) => `${word} ${i}\n`).join("");
		const text = await files(lines("old"), lines("new"));
		expect(text.length).toBeLessThan(maxRowTextChars + 500);
		expect(text).toMatch(/… .*(more lines|too many changes)/);
	});
});

describe("errors", () => {
	it.each([
		[{ path_a: "a", path_b: "nope" }, "path_not_found", /nope does not exist/],
		[{ path_a: "dir", path_b: "a" }, "path_is_directory", /dir is a directory/],
		[{ path_a: "binary", path_b: "a" }, "file_binary", /binary is not text \(binary file, 3 bytes\)/],
		[{ path_a: "a", path_b: "huge" }, "file_too_large", /huge has 11\.0 MB; files of up to 10\.0 MB/],
		[
			{ path_a: "a", path_b: "lines" },
			"file_too_large",
			/lines has 200001 lines; files of up to 200000 lines/,
		],
		[{ path_a: "a" }, "invalid_parameters", /path_b is missing/],
		[{ path_b: "a" }, "invalid_parameters", /path_a is missing/],
		[{}, "invalid_parameters", /path_a and path_b are missing/],
		[{ path_a: "a", new_string: "b" }, "invalid_parameters", /both files and texts/],
	])("refuses %o", async (params, code, message) => {
		writeTree(task.cwd, { a: "a", "dir/": "", binary: Buffer.from([1, 0, 2]), lines: "\n".repeat(200_001) });
		if ("path_b" in params && params.path_b === "huge")
			writeFileSync(join(task.cwd, "huge"), "x".repeat(11 * 1024 * 1024));
		await expect(diff(params)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
	});
});

it("reads the files, and nothing for texts", () => {
	expect(tool.targets(parseParams(tool, { path_a: "a", path_b: "../b" }))).toEqual([
		{ kind: "read", path: "a" },
		{ kind: "read", path: "../b" },
	]);
	expect(tool.targets(parseParams(tool, { old_string: "a", new_string: "b" }))).toEqual([]);
	expect(tool.label({}, "streaming").title).toBe("Compare two texts");
	expect(parseParams(tool, tool.example)).toEqual(tool.example);
	expect(tool.describe().length).toBeLessThan(150);
});
