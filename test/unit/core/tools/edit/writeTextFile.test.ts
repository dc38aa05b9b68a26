import { spawnSync } from "node:child_process";
import {
	chmodSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	rmSync,
	statSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { maxEditBytes, readTextFile, stampOf } from "@core/tools/edit/TextFile";
import { writeTextFile } from "@core/tools/edit/writeTextFile";
import { beforeEach, describe, expect, it } from "vitest";
import { createTempDir, writeTree } from "../../../support/tempDir";
import { createTestTask, type TestTask } from "../support/testTask";
import { treeOf } from "./treeOf";

let task: TestTask;
const at = (path: string) => join(task.cwd, path);

/** Plans a write of "new", lets `meanwhile` happen, writes. */
async function edit(path: string, meanwhile: () => void = () => {}) {
	const file = await readTextFile(path, task);
	const stamp = stampOf(file);
	meanwhile();
	return writeTextFile(stamp, "new", task);
}

/** The write is refused as `file_changed`, and the disk stays as `meanwhile` left it. */
async function expectRefused(path: string, meanwhile: () => void) {
	let before: Record<string, string> = {};
	const attempt = edit(path, () => {
		meanwhile();
		before = treeOf(task.cwd);
	});
	await expect(attempt).rejects.toMatchObject({
		code: "file_changed",
		hint: expect.stringContaining("Read"),
	});
	expect(treeOf(task.cwd)).toEqual(before);
	expect(task.editedPaths).toEqual([]);
}

beforeEach(() => {
	task = createTestTask();
	writeTree(task.cwd, { "a.txt": "old" });
});

describe("writing a closed file", () => {
	it("replaces its content, notes the edit and leaves no other file behind", async () => {
		await edit("a.txt");
		expect(readFileSync(at("a.txt"), "utf8")).toBe("new");
		expect(readdirSync(task.cwd)).toEqual(["a.txt"]);
		expect(task.editedPaths).toEqual([at("a.txt")]);
	});

	it.each([0o755, 0o640, 0o600])("keeps mode %o", async (mode) => {
		chmodSync(at("a.txt"), mode);
		await edit("a.txt");
		expect(statSync(at("a.txt")).mode & 0o7777).toBe(mode);
	});

	it("keeps a BOM", async () => {
		writeFileSync(at("a.txt"), "\uFEFFold");
		expect((await readTextFile("a.txt", task)).text).toBe("old");
		await edit("a.txt");
		expect(readFileSync(at("a.txt"), "utf8")).toBe("\uFEFFnew");
	});

	it("refuses when the content changed", async () => {
		await expectRefused("a.txt", () => writeFileSync(at("a.txt"), "user"));
	});

	it("refuses when it has grown beyond what can be edited, without reading that", async () => {
		const attempt = edit("a.txt", () => truncateSync(at("a.txt"), maxEditBytes + 1));
		await expect(attempt).rejects.toMatchObject({
			code: "file_changed",
			message: "a.txt was not written: it grew since it was read.",
		});
	});

	it("refuses when the file was deleted", async () => {
		await expectRefused("a.txt", () => rmSync(at("a.txt")));
	});

	it("refuses when a person opened it and typed", async () => {
		await expectRefused("a.txt", () => task.host.documents.type(at("a.txt"), "typed"));
	});

	it("writes through the editor when it was merely opened", async () => {
		await edit("a.txt", () => task.host.documents.put(at("a.txt"), "old"));
		expect(task.host.documents.saved).toEqual([at("a.txt")]);
		expect(readFileSync(at("a.txt"), "utf8")).toBe("new");
	});

	it("writes nothing after an abort", async () => {
		await expect(edit("a.txt", () => task.abort())).rejects.toMatchObject({ name: "AbortError" });
		expect(readFileSync(at("a.txt"), "utf8")).toBe("old");
	});

	it("refuses a read-only file, also as root", async () => {
		chmodSync(at("a.txt"), 0o444);
		await expect(readTextFile("a.txt", task)).rejects.toMatchObject({ code: "no_permission" });
	});

	it("refuses a file that became read-only", async () => {
		const attempt = edit("a.txt", () => chmodSync(at("a.txt"), 0o444));
		await expect(attempt).rejects.toMatchObject({ code: "no_permission" });
		expect(readFileSync(at("a.txt"), "utf8")).toBe("old");
	});
});

describe("writing a new file", () => {
	it("creates its directories only when it writes", async () => {
		let before: string[] = [];
		await edit("deep/er/b.txt", () => {
			before = readdirSync(task.cwd);
		});
		expect(before).toEqual(["a.txt"]);
		expect(readFileSync(at("deep/er/b.txt"), "utf8")).toBe("new");
		expect(readdirSync(at("deep/er"))).toEqual(["b.txt"]);
	});

	it("refuses when it was created meanwhile", async () => {
		await expectRefused("b.txt", () => writeFileSync(at("b.txt"), "user"));
	});

	it("refuses when its directory became a link", async () => {
		const elsewhere = createTempDir();
		await expectRefused("sub/b.txt", () => symlinkSync(elsewhere, at("sub")));
		expect(readdirSync(elsewhere)).toEqual([]);
	});

	it.each([
		["a.txt/b.txt", "path_not_directory"],
		["a.txt/deep/b.txt", "path_not_directory"],
		["sub/", "path_is_directory"],
		[".", "path_is_directory"],
	])("cannot be %s", async (path, code) => {
		await expect(readTextFile(path, task)).rejects.toMatchObject({ code });
	});
});

describe("links", () => {
	it("writes the target and leaves the link a link", async () => {
		symlinkSync("a.txt", at("link.txt"));
		await edit("link.txt");
		expect(readlinkSync(at("link.txt"))).toBe("a.txt");
		expect(readFileSync(at("a.txt"), "utf8")).toBe("new");
		expect(task.editedPaths).toEqual([at("link.txt")]);
	});

	it("refuses a link that leads elsewhere by now", async () => {
		writeTree(task.cwd, { "other.txt": "old" });
		symlinkSync("a.txt", at("link.txt"));
		await expectRefused("link.txt", () => {
			rmSync(at("link.txt"));
			symlinkSync("other.txt", at("link.txt"));
		});
	});

	it("refuses a file that became a link", async () => {
		writeTree(task.cwd, { "other.txt": "old" });
		await expectRefused("a.txt", () => {
			rmSync(at("a.txt"));
			symlinkSync("other.txt", at("a.txt"));
		});
	});

	it("refuses a dangling link, as file and as directory", async () => {
		symlinkSync("nowhere", at("link"));
		await expect(readTextFile("link", task)).rejects.toMatchObject({ code: "path_refused" });
		await expect(readTextFile("link/b.txt", task)).rejects.toMatchObject({ code: "path_refused" });
		expect(existsSync(at("nowhere"))).toBe(false);
	});

	it("refuses a loop", async () => {
		symlinkSync("loop", at("loop"));
		await expect(readTextFile("loop", task)).rejects.toMatchObject({ code: "io_error" });
	});
});

describe("an open document", () => {
	it("is the base of the edit and is written through the editor", async () => {
		task.host.documents.put(at("a.txt"), "typed", { isDirty: true, version: 7 });
		const file = await readTextFile("a.txt", task);
		expect(file).toMatchObject({ text: "typed", isDirty: true, version: { kind: "buffer", version: 7 } });
		await edit("a.txt");
		expect(task.host.documents.open(at("a.txt"))?.text).toBe("new");
		expect(task.host.documents.saved).toEqual([at("a.txt")]);
		expect(task.editedPaths).toEqual([at("a.txt")]);
	});

	it("refuses when the person went on typing", async () => {
		task.host.documents.put(at("a.txt"), "old");
		await expectRefused("a.txt", () => task.host.documents.type(at("a.txt"), "typed"));
	});

	it("does not mind a change that was undone", async () => {
		task.host.documents.put(at("a.txt"), "old");
		await edit("a.txt", () => {
			task.host.documents.type(at("a.txt"), "typed");
			task.host.documents.type(at("a.txt"), "old");
		});
		expect(readFileSync(at("a.txt"), "utf8")).toBe("new");
	});

	it("is written to disk when the editor closed it meanwhile, BOM included", async () => {
		writeFileSync(at("a.txt"), "\uFEFFold");
		task.host.documents.put(at("a.txt"), "old");
		await edit("a.txt", () => task.host.documents.close(at("a.txt")));
		expect(readFileSync(at("a.txt"), "utf8")).toBe("\uFEFFnew");
	});

	it("refuses when it was closed and its changes were dropped", async () => {
		task.host.documents.put(at("a.txt"), "typed", { isDirty: true });
		await expectRefused("a.txt", () => task.host.documents.close(at("a.txt")));
	});

	it("is found by the real path of a link", async () => {
		symlinkSync("a.txt", at("link.txt"));
		task.host.documents.put(at("a.txt"), "typed", { isDirty: true });
		await edit("link.txt");
		expect(task.host.documents.saved).toEqual([at("a.txt")]);
		expect(lstatSync(at("link.txt")).isSymbolicLink()).toBe(true);
	});

	it("tells that the editor reformatted the text", async () => {
		const { documents } = task.host;
		documents.put(at("a.txt"), "old");
		expect(await edit("a.txt")).toMatchObject({ isReformatted: false });
		const save = documents.applyAndSave.bind(documents);
		documents.applyAndSave = (path, text, version) => save(path, `${text};\n`, version);
		expect(await edit("a.txt")).toMatchObject({ isReformatted: true });
	});
});

describe("what is no editable text", () => {
	it.each([
		["a NUL byte", Buffer.from([0x61, 0x00, 0x62])],
		["half a UTF-16 unit at the end", Buffer.concat([Buffer.from("\uFEFFabc", "utf16le"), Buffer.from("x")])],
		[
			"UTF-8 with a broken character",
			Buffer.concat([Buffer.from("\uFEFF"), Buffer.from([0x67, 0xfc, 0xdf])]),
		],
	])("is refused: %s", async (_, bytes) => {
		writeFileSync(at("a.txt"), bytes);
		await expect(readTextFile("a.txt", task)).rejects.toMatchObject({ code: "file_binary" });
	});

	it("is a FIFO, which is not even opened", async () => {
		spawnSync("mkfifo", [at("fifo")]);
		await expect(readTextFile("fifo", task)).rejects.toMatchObject({ code: "path_refused" });
	});

	it("is a device", async () => {
		await expect(readTextFile("/dev/null", task)).rejects.toMatchObject({ code: "path_refused" });
	});

	it("is a file that became a FIFO or a directory", async () => {
		const becomeDirectory = () => {
			rmSync(at("a.txt"));
			mkdirSync(at("a.txt"));
		};
		await expect(edit("a.txt", becomeDirectory)).rejects.toMatchObject({ code: "path_is_directory" });
	});
});
