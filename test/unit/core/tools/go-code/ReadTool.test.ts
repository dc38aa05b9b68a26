import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ReadTool } from "@core/tools/go-code/ReadTool";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestTask, parseParams, runTool, type TestTask } from "../support/testTask";

const tool = new ReadTool();
let task: TestTask;
const put = (name: string, content: string | Uint8Array) => writeFileSync(join(task.cwd, name), content);
const read = async (params: Record<string, unknown>) =>
	(await runTool(tool, { file_path: "a.txt", ...params }, task)).text;

beforeEach(() => {
	task = createTestTask();
});

describe("Read", () => {
	it.each([
		["all of it", {}, "1: a\n2: b\n3: c\n4: d"],
		["past an offset, counted from 0", { offset: 2 }, "3: c\n4: d"],
		["from the start at offset 0", { offset: "0", limit: "1" }, "1: a\n(3 more lines: offset 1)"],
		["a window, and where it goes on", { offset: 1, limit: 2 }, "2: b\n3: c\n(1 more lines: offset 3)"],
		["no more than there is", { offset: 3, limit: 50 }, "4: d"],
	])("shows %s", async (_, params, want) => {
		put("a.txt", "a\nb\r\nc\nd\n");
		expect(await read(params)).toBe(want);
	});

	it("stops after 2000 lines unless told otherwise", async () => {
		put("a.txt", "x\n".repeat(2500));
		const lines = (await read({})).split("\n");
		expect(lines).toHaveLength(2001);
		expect(lines.slice(-2)).toEqual(["2000: x", "(500 more lines: offset 2000)"]);
		expect((await read({ limit: 2500 })).split("\n")).toHaveLength(2500);
		expect(await read({ offset: 2000 })).toMatch(/^2001: x\n/);
	});

	it("says what the file's text is, whatever it looks like", async () => {
		put("a.txt", "\n  12: x\n\t\n");
		expect(await read({})).toBe("1: \n2:   12: x\n3: \t");
	});

	it("reads the editor's text where it is unsaved, and else the disk, whatever the editor made of its encoding", async () => {
		put("a.txt", Buffer.from("Straße\n", "latin1"));
		task.host.documents.put(join(task.cwd, "a.txt"), "Stra\ufffde\n");
		expect(await read({})).toBe("1: Straße");
		task.host.documents.put(join(task.cwd, "a.txt"), "typed\n", { isDirty: true });
		expect(await read({})).toBe("1: typed");
	});

	it("takes a file of 200 KB and refuses one byte more", async () => {
		put("a.txt", `${"x".repeat(99)}\n`.repeat(2048));
		expect(await read({ limit: 1 })).toContain("1: xxx");
		put("a.txt", ["x".repeat(99), "\n"].join("").repeat(2048).concat("y"));
		await expect(read({ limit: 1 })).rejects.toMatchObject({
			code: "file_too_large",
			message: expect.stringMatching(/^a\.txt has .*; files over 200(\.0)? KB are refused\.$/),
			hint: expect.stringContaining("Grep"),
		});
	});

	it("shows all of a file of 200 KB of short lines", async () => {
		put("a.txt", "\n".repeat(200 * 1024));
		const lines = (await read({ limit: 300_000 })).split("\n");
		expect(lines).toHaveLength(200 * 1024);
		expect(lines.at(-1)).toBe("204800: ");
	});

	it("shows what the editor has, and judges its size", async () => {
		put("a.txt", "on the disk\n");
		const path = join(task.cwd, "a.txt");
		task.host.documents.put(path, "in the editor\n", { isDirty: true });
		expect(await read({})).toBe("1: in the editor");
		task.host.documents.put(path, "é".repeat(150_000), { isDirty: true });
		await expect(read({})).rejects.toMatchObject({ code: "file_too_large" });
	});

	it("says that a file is empty", async () => {
		put("a.txt", "");
		expect(await read({})).toBe("(the file is empty)");
	});

	it.each([
		[
			"an offset behind the end",
			"a\n",
			{ offset: 7 },
			"invalid_parameters",
			"offset is 7, but a.txt has 1 lines",
		],
		["a missing file", undefined, {}, "path_not_found", "a.txt"],
		["a directory", undefined, { file_path: "." }, "path_is_directory", "is a directory"],
		["a binary file", new Uint8Array([0, 1, 2, 0]), {}, "file_binary", "a.txt"],
		["a dangling link", undefined, { file_path: "link" }, "path_not_found", "link"],
	])("refuses %s", async (_, content, params, code, message) => {
		symlinkSync(join(task.cwd, "nowhere"), join(task.cwd, "link"));
		if (content !== undefined) put("a.txt", content);
		await expect(read(params)).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
	});

	it.each([{ offset: -1 }, { limit: 0 }, { offset: "two" }])("refuses the parameters %j", async (params) => {
		await expect(read(params)).rejects.toMatchObject({ code: "invalid_parameters" });
	});

	it("wants to read the file and nothing else", () => {
		mkdirSync(join(task.cwd, "src"));
		const params = parseParams(tool, tool.example);
		expect(params).toEqual({ file_path: "src/main.go", offset: 0, limit: 100 });
		expect(tool.targets(params)).toEqual([{ kind: "read", path: "src/main.go" }]);
	});
});
