import { execFileSync } from "node:child_process";
import { closeSync, ftruncateSync, openSync, symlinkSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { capResult } from "@core/tools/capResult";
import { ReadFileTool } from "@core/tools/read/ReadFileTool";
import iconv from "iconv-lite";
import { beforeEach, describe, expect, it } from "vitest";
import { writeTree } from "../../../support/tempDir";
import { createTestTask, parseParams, runTool, type TestTask } from "../support/testTask";

const tool = new ReadFileTool();
let task: TestTask;

beforeEach(() => {
	task = createTestTask();
});

function write(files: Readonly<Record<string, string | Uint8Array>>): void {
	writeTree(task.cwd, files);
}

async function read(params: Readonly<Record<string, unknown>>, inTask = task): Promise<string> {
	return (await runTool(tool, params, inTask)).text;
}

async function failure(params: Readonly<Record<string, unknown>>, inTask = task): Promise<unknown> {
	return runTool(tool, params, inTask).catch((error: unknown) => error);
}

function numbered(count: number): string {
	return Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");
}

describe("what the model sees", () => {
	it("shows a file with right-aligned line numbers", async () => {
		write({ "src/a.ts": numbered(10) });
		const text = await read({ path: "./src/a.ts" });
		expect(text).toMatch(
			/^<files>\n<file><path>src\/a\.ts<\/path>\n<content lines="1-10">\n {1}1 \| line 1\n/,
		);
		expect(text).toMatch(/\n10 \| line 10\n<\/content>\n<\/file>\n<\/files>$/);
	});

	it("reads several files and ranges of XML args, in the order asked for", async () => {
		write({ "a.ts": numbered(30), "b.ts": "b\n" });
		const args =
			"<file><path>a.ts</path><line_range>20-21</line_range><line_range>2-3</line_range></file>\n<file><path>b.ts</path></file>";
		expect(await read({ args })).toBe(
			[
				"<files>",
				"<file><path>a.ts</path>",
				'<content lines="2-3">\n2 | line 2\n3 | line 3\n</content>',
				'<content lines="20-21">\n20 | line 20\n21 | line 21\n</content>',
				"</file>",
				"<file><path>b.ts</path>",
				'<content lines="1-1">\n1 | b\n</content>',
				"</file>",
				"</files>",
			].join("\n"),
		);
	});

	it.each([
		["pairs", [{ path: "a.ts", line_ranges: [[2, 3]] }]],
		["text ranges", [{ path: "a.ts", line_ranges: ["2-3"] }]],
		["JSON text", '[{"path":"a.ts","line_ranges":[[2,3]]}]'],
	])("reads native files given as %s", async (_name, files) => {
		write({ "a.ts": numbered(5) });
		expect(await read({ files })).toContain('<content lines="2-3">\n2 | line 2\n3 | line 3\n</content>');
	});

	it("reads native files given as bare paths", async () => {
		write({ "a.ts": "a\n" });
		expect(await read({ files: ["a.ts"] })).toContain("1 | a");
	});

	it.each([
		[{ start_line: "4", end_line: "5" }, "4-5"],
		[{ start_line: 4 }, "4-6"],
		[{ end_line: 2 }, "1-2"],
		[{ start_line: 6, end_line: 6 }, "6-6"],
	])("reads path with %o", async (range, shown) => {
		write({ "a.ts": numbered(6) });
		expect(await read({ path: "a.ts", ...range })).toContain(`<content lines="${shown}">`);
	});

	it("gives a file that is named twice once, with the ranges of both", async () => {
		write({ "a.ts": numbered(9) });
		const text = await read({
			args: "<file><path>a.ts</path><line_range>1-2</line_range></file><file><path>./a.ts</path><line_range>2-4</line_range></file>",
		});
		expect(text.match(/<file>/g)).toHaveLength(1);
		expect(text).toContain('<content lines="1-4">');
	});

	it("says that a file is empty", async () => {
		write({ "a.ts": "" });
		expect(await read({ path: "a.ts" })).toContain("<content/><notice>File is empty</notice>");
	});

	it("shows no carriage returns and no byte order mark", async () => {
		write({ "a.ts": "\ufeffone\r\ntwo\r\n" });
		expect(await read({ path: "a.ts" })).toContain('<content lines="1-2">\n1 | one\n2 | two\n</content>');
	});

	it("counts a last line without line end", async () => {
		write({ "a.ts": "one\ntwo" });
		expect(await read({ path: "a.ts" })).toContain('lines="1-2"');
	});

	it.each([
		["UTF-16 LE", Buffer.from("\ufeffgrüße\nzwei\n", "utf16le")],
		["UTF-16 BE", Buffer.from("\ufeffgrüße\nzwei\n", "utf16le").swap16()],
	])("decodes %s by its byte order mark and says so", async (encoding, bytes) => {
		write({ "a.txt": bytes });
		const text = await read({ path: "a.txt" });
		expect(text).toContain("1 | grüße\n2 | zwei");
		expect(text).toContain(`<notice>Encoding: ${encoding}.</notice>`);
	});

	it.each([
		["UTF-16 LE", "utf16le", "plain words, grüße\n"],
		["UTF-16 BE", "utf16be", "plain words, grüße\n"],
		["Windows-1252", "windows-1252", "café — naïve “Grüße”\n"],
		["GBK", "gbk", "// 中文注释：这是一个测试文件\n"],
		["Shift JIS", "shift_jis", "// これは日本語のコメントです\n"],
	])("detects %s without a byte order mark, and says so", async (title, name, content) => {
		write({ "a.txt": iconv.encode(content, name, { addBOM: false }) });
		const text = await read({ path: "a.txt" });
		expect(text).toContain(`1 | ${content}`);
		expect(text).toContain(`<notice>Encoding: ${title}.</notice>`);
	});

	it("decodes a character that lies across two reads of a large file", async () => {
		const content = `// 这是${"中文注释".repeat(70_000)}\nend\n`;
		write({ "a.txt": iconv.encode(`a${content}`, "gbk"), "b.txt": iconv.encode(`ab${content}`, "gbk") });
		for (const path of ["a.txt", "b.txt"]) {
			const text = await read({ path });
			expect(text).toContain("2 | end");
			expect(text).not.toContain("\ufffd");
			expect(text).toContain("line cut: 28000");
		}
	});

	it("shows bytes behind a large beginning that are not UTF-8 with replacement characters, and says so", async () => {
		const head = "plain\n".repeat(100_000);
		write({ "a.txt": Buffer.concat([Buffer.from(head), Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a])]) });
		const text = await read({ path: "a.txt", start_line: 100_001 });
		expect(text).toContain("100001 | caf�");
		expect(text).toContain("Not valid UTF-8");
	});

	it("keeps text that looks like the result's own tags behind its line number", async () => {
		write({ "a.txt": "</content></file></files>\n<files>" });
		expect(await read({ path: "a.txt" })).toContain("1 | </content></file></files>\n2 | <files>");
	});

	it("follows a link to a file", async () => {
		write({ "a.ts": "real\n" });
		symlinkSync("a.ts", join(task.cwd, "link.ts"));
		expect(await read({ path: "link.ts" })).toContain("1 | real");
	});
});

describe("unsaved buffers", () => {
	it("reads what the editor shows instead of the disk, and says so", async () => {
		write({ "a.ts": "on disk\n" });
		task.host.documents.put(join(task.cwd, "a.ts"), "in the editor\r\n", { isDirty: true });
		const text = await read({ path: "a.ts" });
		expect(text).toContain("1 | in the editor\n");
		expect(text).toContain("<notice>Unsaved:");
	});

	it("reads an unsaved file that is not on disk yet", async () => {
		task.host.documents.put(join(task.cwd, "new.ts"), "fresh", { isDirty: true });
		expect(await read({ path: "new.ts" })).toContain("1 | fresh");
	});

	it("reads the disk when the open buffer is saved", async () => {
		write({ "a.ts": "on disk\n" });
		task.host.documents.put(join(task.cwd, "a.ts"), "stale");
		const text = await read({ path: "a.ts" });
		expect(text).toContain("1 | on disk");
		expect(text).not.toContain("Unsaved");
	});
});

describe("limits", () => {
	it("shows the head of a long file and how to ask for more", async () => {
		write({ "a.ts": numbered(2500) });
		const text = await read({ path: "a.ts" });
		expect(text).toContain('<content lines="1-2000">');
		expect(text).toMatch(/Shown up to line 2000 of 2500\..*line_range.*2001-2500/);
	});

	it("takes the head's size from the settings", async () => {
		task = createTestTask({ cwd: task.cwd, settings: { read: { maxFileLines: 3 } } });
		write({ "a.ts": numbered(5) });
		expect(await read({ path: "a.ts" })).toContain('<content lines="1-3">');
	});

	it("does not cut a file that is exactly as long as the head", async () => {
		write({ "a.ts": numbered(2000) });
		const text = await read({ path: "a.ts" });
		expect(text).toContain('lines="1-2000"');
		expect(text).not.toContain("notice");
	});

	it("gives a range that is longer than the head", async () => {
		write({ "a.ts": numbered(2500) });
		expect(await read({ path: "a.ts", start_line: 1, end_line: 2500 })).toContain('lines="1-2500"');
	});

	it("stops at the token budget: 60 % of the free context", async () => {
		task = createTestTask({ cwd: task.cwd, freeContextTokens: 10_000 });
		write({ "a.txt": `${"x".repeat(99)}\n`.repeat(1000) });
		const text = await read({ path: "a.txt" });
		expect(text).toContain('<content lines="1-185">');
		expect(text).toMatch(/Shown up to line 185 of 1000\. The context window has no room for more\./);
	});

	it("shares the budget so that small files stay whole", async () => {
		task = createTestTask({ cwd: task.cwd, freeContextTokens: 10_000 });
		const big = `${"x".repeat(99)}\n`.repeat(1000);
		write({ "big1.txt": big, "small.ts": "small\n", "big2.txt": big });
		const text = await read({ files: ["big1.txt", "small.ts", "big2.txt"] });
		expect(text).toContain("1 | small\n");
		expect(text.match(/lines="1-87"/g)).toHaveLength(2);
	});

	it.each([0, 5_000, 100_000, 1_000_000])(
		"stays below what the runner would cut with %d free tokens",
		async (free) => {
			task = createTestTask({ cwd: task.cwd, freeContextTokens: free });
			write({ "a.ts": "x\n".repeat(100_000), "b.ts": `${"é".repeat(300)}\n`.repeat(2000), "c.ts": "c\n" });
			const ranges = ["1-99999"];
			const { result } = await runTool(
				tool,
				{ files: ["a.ts", "b.ts", "c.ts"].map((path) => ({ path, line_ranges: ranges })) },
				task,
			);
			expect(capResult(result.parts, free)).toEqual(result.parts);
		},
	);

	it("shows something even when the window is full", async () => {
		task = createTestTask({ cwd: task.cwd, freeContextTokens: 0 });
		write({ "a.ts": numbered(5) });
		expect(await read({ path: "a.ts" })).toContain("5 | line 5");
	});

	it("cuts a long line and says how long it was", async () => {
		write({ "a.ts": `${"é".repeat(5000)}\nshort\n` });
		const text = await read({ path: "a.ts" });
		expect(text).toContain(`1 | ${"é".repeat(2000)}… [line cut: 5000 characters long]\n2 | short\n`);
		expect(text).not.toContain("UTF-8");
	});

	it("reads up to 20 files a call and refuses more, naming the limit", async () => {
		const names = Array.from({ length: 21 }, (_, index) => `f${index}.ts`);
		write(Object.fromEntries(names.map((name) => [name, `${name}\n`])));
		expect(await read({ files: names.slice(0, 20) })).toContain("f19.ts");
		expect(await failure({ files: names })).toMatchObject({
			code: "invalid_parameters",
			message: expect.stringMatching(/21 files.*20 are the limit/),
		});
	});

	it("streams a file larger than any string may be: a range at its end, in bounded memory", {
		timeout: 30_000,
	}, async () => {
		const path = join(task.cwd, "huge.log");
		const file = openSync(path, "w");
		writeSync(file, "first\n");
		// a hole of zero bytes: no space on disk, one line of 600 MB
		const size = 600 * 1024 ** 2;
		ftruncateSync(file, size);
		// the head must not look binary
		writeSync(file, "x".repeat(10_000), 6);
		writeSync(file, "\nlast line\n", size);
		closeSync(file);
		const before = process.memoryUsage().rss;
		const text = await read({ path: "huge.log", start_line: 3 });
		expect(text).toContain('<content lines="3-3">\n3 | last line\n</content>');
		expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 ** 2);
	});

	it("stops within 100 ms when the task is aborted", async () => {
		const path = join(task.cwd, "huge.log");
		writeFileSync(path, "x".repeat(10_000));
		const file = openSync(path, "a");
		ftruncateSync(file, 8 * 1024 ** 3);
		closeSync(file);
		const reading = failure({ path: "huge.log", start_line: 2 });
		await new Promise((resolve) => setImmediate(resolve));
		const since = performance.now();
		task.abort();
		expect(await reading).toMatchObject({ name: "AbortError" });
		expect(performance.now() - since).toBeLessThan(100);
	});
});

describe("errors", () => {
	it("says what is missing and how to find it", async () => {
		expect(await failure({ path: "src/nope.ts" })).toMatchObject({
			code: "path_not_found",
			message: "src/nope.ts does not exist.",
			hint: expect.stringContaining("list_files"),
		});
	});

	it("lets one missing file fail alone", async () => {
		write({ "a.ts": "a\n" });
		const { text, result } = await runTool(tool, { files: ["nope.ts", "a.ts"] }, task);
		expect(text).toContain("<file><path>nope.ts</path>\n<error>nope.ts does not exist.");
		expect(text).toContain("1 | a");
		expect(result.error).toBeUndefined();
		expect(result.row.body).toMatchObject({
			files: [{ detail: "nope.ts does not exist." }, { detail: "1 line" }],
		});
	});

	it("names every file when all fail", async () => {
		write({ "dir/": "" });
		expect(await failure({ files: ["nope.ts", "dir"] })).toMatchObject({
			code: "path_not_found",
			message: expect.stringMatching(
				/None of the 2 files.*\n- nope\.ts does not exist.*\n- dir is a directory/,
			),
		});
	});

	it.each([
		["a directory", "dir", "path_is_directory", /dir is a directory.*/],
		["a path through a file", "a.ts/b.ts", "path_not_found", /a part of the path/],
		["a circle of links", "loop", "path_refused", /circle/],
		["a NUL in the name", "a\0b", "invalid_parameters", /NUL/],
		["an endless name", "x".repeat(5000), "invalid_parameters", /longer than/],
		["a device", "/dev/zero", "path_refused", /is a device.*not opened/],
		["live data of the system", "/proc/self/environ", "path_refused", /\/proc/],
	])("refuses %s", async (_name, path, code, message) => {
		write({ "dir/": "", "a.ts": "a\n" });
		symlinkSync("loop", join(task.cwd, "loop"));
		expect(await failure({ path })).toMatchObject({ code, message: expect.stringMatching(message) });
	});

	it("points at list_files for a directory", async () => {
		write({ "dir/": "" });
		expect(await failure({ path: "dir" })).toMatchObject({ hint: expect.stringContaining("list_files") });
	});

	it("refuses a FIFO without opening it", async () => {
		execFileSync("mkfifo", [join(task.cwd, "pipe")]);
		expect(await failure({ path: "pipe" })).toMatchObject({
			code: "path_refused",
			message: expect.stringContaining("named pipe"),
		});
	});

	it("names type and size of a binary file", async () => {
		write({ "logo.png": Buffer.concat([Buffer.from("\x7fELF", "latin1"), Buffer.alloc(2044)]) });
		expect(await failure({ path: "logo.png" })).toMatchObject({
			code: "file_binary",
			message: "logo.png is an ELF program or library, 2.0 KB: not text, so it was not shown.",
		});
	});

	it("names the total when a range starts behind the end", async () => {
		write({ "a.ts": numbered(3) });
		expect(await failure({ path: "a.ts", start_line: 4, end_line: 9 })).toMatchObject({
			code: "invalid_parameters",
			message: "a.ts has 3 lines; line 4 does not exist.",
		});
	});

	it("shows the good range and the error of the one behind the end", async () => {
		write({ "a.ts": numbered(3) });
		const text = await read({ files: [{ path: "a.ts", line_ranges: ["1-2", "7-8"] }] });
		expect(text).toContain('<content lines="1-2">');
		expect(text).toContain("<error>a.ts has 3 lines; line 7 does not exist.");
	});

	it("says where the file ends when a range goes on behind it", async () => {
		write({ "a.ts": numbered(3) });
		const text = await read({ path: "a.ts", start_line: 2, end_line: 99 });
		expect(text).toContain('<content lines="2-3">');
		expect(text).toContain("<notice>The file ends at line 3.</notice>");
	});
});

describe("hostile parameters", () => {
	it.each([
		["nothing", {}, /names no file/],
		["empty values", { path: "", args: "" }, /names no file/],
		["an empty list", { files: [] }, /names no file/],
		["start_line alone", { start_line: 3 }, /start_line was given without path/],
		["end_line alone", { end_line: 3 }, /end_line was given without path/],
		[
			"an end before the start",
			{ path: "a.ts", start_line: 9, end_line: 3 },
			/end_line.*line 3.*before.*line 9/,
		],
		["line 0", { path: "a.ts", start_line: 0 }, /start_line/],
		["a word for a line", { path: "a.ts", start_line: "first" }, /start_line/],
		["a number for a path", { path: 7 }, /path/],
		["text for args", { args: "src/a.ts" }, /args holds no <file>/],
		["a number for args", { args: 7 }, /args/],
		["a file without path", { args: "<file><line_range>1-2</line_range></file>" }, /exactly one <path>/],
		["two paths", { args: "<file><path>a</path><path>b</path></file>" }, /exactly one <path>/],
		["a stray tag", { args: "<file><path>a</path><lines>1-2</lines></file>" }, /<lines>/],
		["text between files", { args: "x <file><path>a</path></file>" }, /text outside of a tag: "x"/],
		[
			"an odd range",
			{ args: "<file><path>a</path><line_range>one</line_range></file>" },
			/line_range of a is "one"/,
		],
		["a reserved tag", { args: "<file><__proto__>1</__proto__></file>" }, /args/],
		["an odd pair", { files: [{ path: "a", line_ranges: [[1]] }] }, /files\[0\]\.line_ranges/],
		["an empty path in files", { files: [{ path: " " }] }, /files\[0\]\.path is empty/],
		["files as text", { files: "a.ts, b.ts" }, /files/],
	])("names what is wrong with %s", async (_name, params, message) => {
		expect(await failure(params)).toMatchObject({
			code: "invalid_parameters",
			message: expect.stringMatching(message),
		});
	});

	it("does not decode entities", async () => {
		write({ "R&D.txt": "raw\n", "a&amp;b.txt": "escaped\n" });
		expect(await read({ args: "<file><path>R&D.txt</path></file>" })).toContain("1 | raw");
		expect(await read({ args: "<file><path>a&amp;b.txt</path></file>" })).toContain("1 | escaped");
	});

	it("ignores parameters that it does not have", async () => {
		write({ "a.ts": "a\n" });
		expect(await read({ path: "a.ts", encoding: "klingon" })).toContain("1 | a");
	});
});

describe("effects and cards", () => {
	it("has one read effect a path, and plans without looking", async () => {
		const params = parseParams(tool, { files: ["nope.ts", "../outside.ts"] });
		const effects = [
			{ kind: "read", path: "nope.ts" },
			{ kind: "read", path: "../outside.ts" },
		];
		expect(tool.targets(params, task)).toEqual(effects);
		const operation = await tool.plan(params, task);
		expect(operation.effects).toEqual(effects);
		expect(JSON.parse(JSON.stringify(operation.data))).toEqual(operation.data);
	});

	it("keeps an open range when the operation has been through JSON", async () => {
		write({ "a.ts": numbered(5) });
		const operation = await tool.plan(parseParams(tool, { path: "a.ts", start_line: 4 }), task);
		const restored = JSON.parse(JSON.stringify(operation));
		const result = await tool.execute(restored, task);
		expect(result.parts).toMatchObject([{ text: expect.stringContaining('lines="4-5"') }]);
	});

	it.each([
		[{}, "Read file", "file-code"],
		[{ path: "src/app.ts" }, "Read src/app.ts", "file-code"],
		[{ args: "<file><path>a.ts</path></file><file><path>b" }, "Read a.ts", "file-code"],
		[{ args: "<file><path>a</path></file><file><path>b</path></file>" }, "Read 2 files", "files"],
		[{ args: "<file><pa" }, "Read file", "file-code"],
	])("labels %o", (params, title, icon) => {
		expect(tool.label(params, "streaming")).toMatchObject({ title, icon });
	});

	it("shows the ranges on the card", () => {
		const row = tool.label({ files: [{ path: "a.ts", line_ranges: ["1-5", "9-"] }] }, "ready");
		expect(row.body).toEqual({ kind: "files", files: [{ path: "a.ts", line: 1, detail: "1-5, 9-" }] });
	});

	it("describes itself with the limits of the settings, briefly", () => {
		expect(tool.describe(task)).toMatch(/up to 20 .*first 2000 lines/);
		expect(tool.describe(task).length).toBeLessThan(400);
		expect(() => parseParams(tool, tool.example)).not.toThrow();
	});
});
