import { closeSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { capResult } from "@core/tools/capResult";
import { ReadFileTool } from "@core/tools/read/ReadFileTool";
import { ToolRegistry } from "@core/tools/ToolRegistry";
import type { ToolFormatName } from "@shared/settings";
import { beforeEach, describe, expect, it } from "vitest";
import { docxOf, paragraph, pdfOf, sheetRow, xlsxOf } from "../../../services/extract-text/documents";
import { imageOf } from "../../../services/files/images";
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

/** A file of this size without using so much of the disk. */
function writeSparse(name: string, head: Uint8Array, size: number): void {
	const file = openSync(join(task.cwd, name), "w");
	writeSync(file, head);
	ftruncateSync(file, size);
	closeSync(file);
}

async function read(params: Readonly<Record<string, unknown>>, inTask = task): Promise<string> {
	return (await runTool(tool, params, inTask)).text;
}

async function failure(params: Readonly<Record<string, unknown>>, inTask = task): Promise<unknown> {
	return runTool(tool, params, inTask).catch((error: unknown) => error);
}

describe("definitions of a file that is cut", () => {
	const source = `${"// filler\n".repeat(2500)}class Late {\n\trun() {}\n}\nfunction last() {}\n`;

	it("names what the lines that are not shown define", async () => {
		write({ "a.ts": `namespace Whole {\n${source}}\nfunction early() {}\n` });
		const text = await read({ path: "a.ts" });
		expect(text).toContain("Shown up to line 2000 of 2507.");
		expect(text).toContain(
			"</content>\n<definitions>\n1--2506 | namespace Whole {\n2502--2504 | class Late {\n2503--2503 | \trun() {}\n2505--2505 | function last() {}\n2507--2507 | function early() {}\n</definitions>\n</file>",
		);
	});

	it("does not repeat what is shown whole", async () => {
		write({ "a.ts": `function early() {}\n${source}` });
		expect(await read({ path: "a.ts" })).not.toContain("--1 | function early");
	});

	it("takes them from the unsaved buffer", async () => {
		task.host.documents.put(join(task.cwd, "a.ts"), `${source}function unsaved() {}\n`, { isDirty: true });
		expect(await read({ path: "a.ts" })).toContain("2505--2505 | function unsaved() {}");
	});

	it("names them where the window cut the file, too", async () => {
		task = createTestTask({ cwd: task.cwd, freeContextTokens: 2000 });
		write({ "a.ts": `${"// a line of a comment that fills the window\n".repeat(200)}function late() {}\n` });
		const text = await read({ path: "a.ts" });
		expect(text).toContain("The context window has no room for more");
		expect(text).toContain("201--201 | function late() {}");
	});

	it.each([0, 3000, 30_000])("stays below the runner's cut with %d free tokens", async (free) => {
		task = createTestTask({ cwd: task.cwd, freeContextTokens: free });
		const names = Array.from({ length: 8 }, (_, index) => `f${index}.ts`);
		write(Object.fromEntries(names.map((name) => [name, "function aFunctionWithName() {}\n".repeat(9000)])));
		const { result } = await runTool(tool, { files: names }, task);
		expect(capResult(result.parts, free)).toEqual(result.parts);
	});

	it.each([
		["ranges were asked for", "a.ts", { start_line: 1, end_line: 5 }],
		["the file is whole", "small.ts", {}],
		["there is no grammar", "a.txt", {}],
	])("names none when %s", async (_name, path, range) => {
		write({ "a.ts": source, "a.txt": source, "small.ts": "function f() {}\n" });
		expect(await read({ path, ...range })).not.toContain("<definitions>");
	});

	it("shows the head all the same when a file is too large to parse", async () => {
		write({ "a.ts": "function f() {}\n".repeat(70_000) });
		const text = await read({ path: "a.ts" });
		expect(text).toContain('<content lines="1-2000">');
		expect(text).not.toContain("<definitions>");
	});
});

describe("documents", () => {
	const notebook = JSON.stringify({ cells: [{ cell_type: "code", source: ["x = 1\n"] }] });
	const word = docxOf(paragraph("Hello"));
	it.each([
		["PDF document", "a.pdf", pdfOf("Hello"), "2 | Hello"],
		["Word document (DOCX)", "a.docx", word, "1 | Hello"],
		["Word document (DOCX)", "named.bin", word, "1 | Hello"],
		["Excel workbook (XLSX)", "a.xlsx", xlsxOf({ S: sheetRow(1, { A: "x", B: 2 }) }), "2 | x\t2"],
		["Jupyter notebook", "a.ipynb", Buffer.from(notebook), "2 | x = 1"],
	])("shows the text of a %s in %s and says that it was converted", async (title, path, bytes, line) => {
		write({ [path]: bytes });
		const text = await read({ path });
		expect(text).toContain(`<notice>Text converted from a ${title}: not editable as shown.</notice>`);
		expect(text).toContain(line);
	});

	it("gives ranges of the converted text", async () => {
		write({ "a.pdf": pdfOf("one", "two", "three") });
		const text = await read({ path: "a.pdf", start_line: 4, end_line: 5 });
		expect(text).toContain('<content lines="4-5">\n4 | [page 2 of 3]\n5 | two\n</content>');
	});

	it("shows a broken notebook as the text that it is", async () => {
		write({ "a.ipynb": "<<<<<<< HEAD\n{}\n" });
		const text = await read({ path: "a.ipynb" });
		expect(text).toContain("1 | <<<<<<< HEAD");
		expect(text).not.toContain("converted");
	});

	it("converts a large notebook, and shows what only looks like one as it is", async () => {
		const picture = { output_type: "display_data", data: { "image/png": "A".repeat(3_000_000) } };
		const cells = [{ cell_type: "code", source: "plot()", outputs: [picture] }];
		write({ "a.ipynb": JSON.stringify({ cells }), "b.ipynb": "[".repeat(3_000_000) });
		const text = await read({ files: ["a.ipynb", "b.ipynb"] });
		expect(text).toContain("2 | plot()\n3 | [output]\n4 | (picture: image/png)");
		expect(text).toContain("[line cut: 3000000 characters long]");
	});

	it("goes by what a file holds, not by its name", async () => {
		write({ "a.pdf": "plain text\n", "b.png": "also text\n", "c.svg": "<svg/>\n" });
		const text = await read({ files: ["a.pdf", "b.png", "c.svg"] });
		expect(text).toContain("1 | plain text");
		expect(text).toContain("1 | also text");
		expect(text).toContain("1 | <svg/>");
	});

	it("names a damaged document and shows the other files", async () => {
		write({ "a.pdf": "%PDF-1.7 nothing else", "b.txt": "text\n" });
		const text = await read({ files: ["a.pdf", "b.txt"] });
		expect(text).toMatch(/<error>a\.pdf, a PDF document, could not be read.*execute_command/);
		expect(text).toContain("1 | text");
	});

	it.each([
		["a.pdf", "%PDF-1.7\n", 51, "a.pdf, a PDF document, is 51.0 MB; the limit is 50.0 MB."],
		["a.png", "\x89PNG\r\n\x1a\n", 6, "a.png, a PNG image, is 6.0 MB; the limit is 5.0 MB."],
	])("refuses %s when it is too large, without reading it", async (path, head, megabytes, message) => {
		writeSparse(path, Buffer.from(head, "latin1"), megabytes * 1024 ** 2);
		expect(await failure({ path })).toMatchObject({ code: "file_too_large", message });
	});

	it.each([
		["II*\0", "a TIFF image"],
		["BM\x36\0\0\0", "a BMP image"],
		["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an Office document of the old kind, or one with a password"],
		["PK\x03\x04ppt/slides", "a PowerPoint presentation (PPTX)"],
		["\xff\xfe\0\0t\0\0\0", "a binary file (it holds NUL bytes)"],
	])("names %j with its size", async (head, name) => {
		write({ "a.bin": Buffer.from(head, "latin1") });
		expect(await failure({ path: "a.bin" })).toMatchObject({
			code: "file_binary",
			message: `a.bin is ${name}, ${head.length} bytes: not text, so it was not shown.`,
		});
	});
});

describe("images", () => {
	beforeEach(() => {
		task = createTestTask({ model: { supportsImages: true } });
	});

	it.each(["png", "jpeg", "gif", "webp"] as const)("gives a %s image as an image", async (format) => {
		const bytes = imageOf(format, 16, 9);
		write({ "dir/picture.bin": bytes });
		const { result, text } = await runTool(tool, { path: "dir/picture.bin" }, task);
		expect(result.parts[1]).toEqual({
			type: "image",
			mediaType: `image/${format}`,
			data: bytes.toString("base64"),
		});
		expect(text).toMatch(/<notice>\w+ image, 16×9 pixels, .*: image 1 behind this text\.<\/notice>/);
	});

	it("numbers images among other files", async () => {
		write({ "a.png": imageOf("png", 1, 1), "b.txt": "text\n", "c.gif": imageOf("gif", 2, 2) });
		const { result, text } = await runTool(tool, { files: ["a.png", "b.txt", "c.gif"] }, task);
		expect(result.parts.map(({ type }) => type)).toEqual(["text", "image", "image"]);
		expect(text).toMatch(/PNG.*image 1 behind.*1 \| text.*GIF.*image 2 behind/s);
	});

	it("says so when the model takes no images", async () => {
		task = createTestTask({ cwd: task.cwd });
		write({ "a.png": imageOf("png", 1, 1) });
		const { result, text } = await runTool(tool, { path: "a.png" }, task);
		expect(result.parts).toHaveLength(1);
		expect(text).toContain("not shown, this model takes no images");
	});

	it("leaves out what goes past 20 MB a call", async () => {
		const big = imageOf("png", 1, 1, 4.5 * 1024 ** 2);
		const names = ["a.png", "b.png", "c.png", "d.png", "e.png"];
		write(Object.fromEntries(names.map((name) => [name, big])));
		const { result, text } = await runTool(tool, { files: names }, task);
		expect(result.parts.filter(({ type }) => type === "image")).toHaveLength(4);
		expect(text).toContain("<error>e.png was left out: the images of one call may have 20 MB together.");
	});

	it.each(["png", "jpeg", "gif", "webp"] as const)(
		"refuses a %s image that is cut off: a provider would refuse the conversation",
		async (format) => {
			write({ "a.bin": imageOf(format, 16, 9).subarray(0, 18) });
			expect(await failure({ path: "a.bin" })).toMatchObject({
				code: "file_binary",
				message: expect.stringContaining("damaged or cut off"),
			});
		},
	);

	it("refuses an image of more pixels than models take", async () => {
		write({ "a.png": imageOf("png", 8001, 1) });
		expect(await failure({ path: "a.png" })).toMatchObject({
			code: "file_too_large",
			message: "a.png is 8001×1 pixels; models take at most 8000 a side.",
		});
	});
});

describe("what is offered", () => {
	const registry = new ToolRegistry([tool]);
	const offered = (toolFormat: ToolFormatName, promptVariant: "full" | "compact" = "full") => {
		const [definition] = registry.offered(new Set(["read"]), createTestTask({ toolFormat, promptVariant }));
		if (!definition) throw new Error("read_file is not offered");
		return definition;
	};

	it.each<[ToolFormatName, string[]]>([
		["xml", ["args", "path", "start_line", "end_line"]],
		["react", ["path", "start_line", "end_line"]],
		["native", ["files"]],
	])("offers for %s the parameters %j", (format, names) => {
		expect(Object.keys(offered(format).parameters.shape)).toEqual(names);
	});

	it.each<[ToolFormatName, "full" | "compact"]>([
		["xml", "full"],
		["xml", "compact"],
		["native", "full"],
		["native", "compact"],
	])("gives an example that holds for %s, %s", (format, variant) => {
		const { example, parameters } = offered(format, variant);
		expect(Object.keys(parameters.shape)).toEqual(expect.arrayContaining(Object.keys(example)));
		expect(() => parseParams(tool, example)).not.toThrow();
	});

	it("names images only to models that take them", () => {
		expect(tool.describe(createTestTask({ model: { supportsImages: true } }))).toContain("images");
		expect(tool.describe(createTestTask())).not.toContain("images");
	});

	it("is shorter in the compact prompt", () => {
		expect(offered("xml", "compact").description.length).toBeLessThan(150);
	});

	it("tells a native call how to ask for more in its own words", async () => {
		write({ "a.txt": "x\n".repeat(2001) });
		const native = createTestTask({ cwd: task.cwd, toolFormat: "native" });
		expect(await read({ files: [{ path: "a.txt" }] }, native)).toContain("with line_ranges, as in 2001-2001");
	});
});
