import {
	chmodSync,
	existsSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { executeEdits } from "@core/tools/edit/executeEdits";
import { readTextFile } from "@core/tools/edit/TextFile";
import { encode, type TextEncodingName, textEncodings } from "@services/files/encoding";
import fc from "fast-check";
import iconv from "iconv-lite";
import { beforeEach, describe, expect, it } from "vitest";
import { createTempDir, writeTree } from "../../../support/tempDir";
import { createTestTask, type TestTask, textOf } from "../support/testTask";
import { planOf, type WantedChange } from "./edits";
import { treeOf } from "./treeOf";

let task: TestTask;
const at = (path: string) => join(task.cwd, path);
const contentOf = (path: string) => readFileSync(at(path), "utf8");

/** Plans, lets `meanwhile` happen, executes. */
async function run(wanted: readonly WantedChange[], meanwhile: () => void = () => {}) {
	const operation = await planOf(task, wanted);
	meanwhile();
	return textOf(await executeEdits(operation, task));
}

/** The next write through the editor is refused: what came before it must be put back. */
function refuseSaving(path: string) {
	const { documents } = task.host;
	documents.put(at(path), contentOf(path));
	documents.applyAndSave = async () => false;
}

beforeEach(() => {
	task = createTestTask();
	writeTree(task.cwd, { "a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n" });
});

describe("writing several files", () => {
	it("modifies, creates, deletes and moves in one go", async () => {
		chmodSync(at("c.txt"), 0o755);
		const text = await run([
			{ path: "a.txt", text: "A\n" },
			{ path: "b.txt", text: null },
			{ path: "c.txt", text: "C\n", to: "deep/er/c.sh" },
			{ path: "new.txt", text: "new" },
		]);
		expect(Object.keys(treeOf(task.cwd)).sort()).toEqual([
			"a.txt",
			"deep",
			"deep/er",
			"deep/er/c.sh",
			"new.txt",
		]);
		expect([contentOf("a.txt"), contentOf("deep/er/c.sh"), contentOf("new.txt")]).toEqual([
			"A\n",
			"C\n",
			"new",
		]);
		expect(statSync(at("deep/er/c.sh")).mode & 0o777).toBe(0o755);
		expect(text).toBe("Done.\nThe files now hold exactly this; there is no need to read them again.");
	});

	it("notes what it writes before it does, null for what it deletes", async () => {
		await run([
			{ path: "a.txt", text: "A\n" },
			{ path: "b.txt", text: null },
			{ path: "c.txt", text: "c\n", to: "d.txt" },
		]);
		expect([...task.editedTexts]).toEqual([
			[at("a.txt"), "A\n"],
			[at("d.txt"), "c\n"],
			[at("b.txt"), null],
			[at("c.txt"), null],
		]);
	});

	it("says nothing more of a file that it deleted", async () => {
		expect(await run([{ path: "a.txt", text: null }])).toBe("Done.");
	});

	it.each<[string, () => void]>([
		["the last one changed", () => writeFileSync(at("c.txt"), "user")],
		["the one to delete changed", () => writeFileSync(at("b.txt"), "user")],
		["the one to create is there", () => writeFileSync(at("new.txt"), "user")],
		[
			"one is a link by now",
			() => {
				rmSync(at("b.txt"));
				symlinkSync("a.txt", at("b.txt"));
			},
		],
		["one was deleted", () => rmSync(at("c.txt"))],
		["a person typed into one", () => task.host.documents.type(at("c.txt"), "typed")],
	])("writes none of them when %s", async (_, meanwhile) => {
		let before: Record<string, string> = {};
		const attempt = run(
			[
				{ path: "a.txt", text: "A\n" },
				{ path: "b.txt", text: null },
				{ path: "c.txt", text: "C\n" },
				{ path: "new.txt", text: "new" },
			],
			() => {
				meanwhile();
				before = treeOf(task.cwd);
			},
		);
		await expect(attempt).rejects.toMatchObject({ code: "file_changed" });
		expect(treeOf(task.cwd)).toEqual(before);
		expect(task.editedPaths).toEqual([]);
	});

	it("deletes no file that has changed on disk, unnoticed by the editor that shows it", async () => {
		task.host.documents.put(at("b.txt"), "b\n");
		const wanted = [{ path: "b.txt", text: null }];
		await expect(run(wanted, () => writeFileSync(at("b.txt"), "b\nmore\n"))).rejects.toMatchObject({
			code: "file_changed",
			message: expect.stringContaining("b.txt was not written: it was changed on disk"),
		});
		expect(contentOf("b.txt")).toBe("b\nmore\n");
		writeFileSync(at("b.txt"), "\uFEFFb\r\n");
		await run(wanted);
		expect(existsSync(at("b.txt"))).toBe(false);
	});

	it("moves over a file that is there, when it is still the one that was read", async () => {
		await run([{ path: "a.txt", text: "a\n", to: "b.txt" }]);
		expect(contentOf("b.txt")).toBe("a\n");
		expect(existsSync(at("a.txt"))).toBe(false);
		const attempt = run([{ path: "b.txt", text: "a\n", to: "c.txt" }], () =>
			writeFileSync(at("c.txt"), "user"),
		);
		await expect(attempt).rejects.toMatchObject({ code: "file_changed" });
		expect([contentOf("b.txt"), contentOf("c.txt")]).toEqual(["a\n", "user"]);
	});

	it("stops before the first byte when the turn is over", async () => {
		const before = treeOf(task.cwd);
		const attempt = run(
			[
				{ path: "a.txt", text: "A" },
				{ path: "b.txt", text: "B" },
			],
			() => task.abort(),
		);
		await expect(attempt).rejects.toMatchObject({ name: "AbortError" });
		expect(treeOf(task.cwd)).toEqual(before);
	});
});

describe("a write that fails midway", () => {
	it("puts back all that was written: changed, created with folders, moved", async () => {
		chmodSync(at("a.txt"), 0o640);
		chmodSync(at("b.txt"), 0o755);
		const before = treeOf(task.cwd);
		const attempt = run(
			[
				{ path: "a.txt", text: "A\n" },
				{ path: "new/deep/d.txt", text: "d" },
				{ path: "b.txt", text: "B\n", to: "moved.txt" },
				{ path: "c.txt", text: "C\n" },
			],
			() => refuseSaving("c.txt"),
		);
		await expect(attempt).rejects.toMatchObject({
			code: "file_changed",
			message: expect.stringContaining("Nothing was changed: the files written before it were put back."),
		});
		expect(treeOf(task.cwd)).toEqual(before);
		expect(statSync(at("a.txt")).mode & 0o777).toBe(0o640);
		expect(task.editedTexts.get(at("a.txt"))).toBe("a\n");
		expect(task.editedTexts.get(at("new/deep/d.txt"))).toBeNull();
	});

	it("puts back the editor's text and a file that was moved over, mode included", async () => {
		const { documents } = task.host;
		chmodSync(at("b.txt"), 0o600);
		documents.put(at("a.txt"), "a\n");
		const save = documents.applyAndSave.bind(documents);
		documents.applyAndSave = async (path, text, version) => path !== at("z.txt") && save(path, text, version);
		writeTree(task.cwd, { "z.txt": "z\n" });
		documents.put(at("z.txt"), "z\n");
		const before = treeOf(task.cwd);
		const attempt = run([
			{ path: "a.txt", text: "A\n" },
			{ path: "c.txt", text: "C\n", to: "b.txt" },
			{ path: "z.txt", text: "Z\n" },
		]);
		await expect(attempt).rejects.toMatchObject({ code: "file_changed" });
		expect(treeOf(task.cwd)).toEqual(before);
		expect(documents.open(at("a.txt"))?.text).toBe("a\n");
		expect(statSync(at("b.txt")).mode & 0o777).toBe(0o600);
	});

	it("puts back what was written when the turn ends between two files", async () => {
		const before = treeOf(task.cwd);
		const operation = await planOf(task, [
			{ path: "a.txt", text: "A\n" },
			{ path: "new/b.txt", text: "B\n" },
		]);
		const handle = { ...task, noteEdit: () => task.abort() };
		await expect(executeEdits(operation, handle)).rejects.toMatchObject({ code: "aborted" });
		expect(treeOf(task.cwd)).toEqual(before);
	});

	it("leaves no folder behind where a link suddenly leads", async () => {
		const elsewhere = createTempDir();
		const operation = await planOf(task, [{ path: "new/deep/b.txt", text: "B\n" }]);
		const handle = {
			...task,
			noteEdit: (_: string, text: string | null) => void (text && symlinkSync(elsewhere, at("new"))),
		};
		await expect(executeEdits(operation, handle)).rejects.toMatchObject({ code: "file_changed" });
		expect(readdirSync(elsewhere)).toEqual([]);
	});

	it("says which files it could not put back", async () => {
		const { documents } = task.host;
		const attempt = run(
			[
				{ path: "a.txt", text: "A\n" },
				{ path: "b.txt", text: "B\n" },
				{ path: "c.txt", text: "C\n" },
			],
			() => {
				documents.put(at("c.txt"), "c\n");
				documents.applyAndSave = async () => {
					writeFileSync(at("a.txt"), "somebody else's");
					return false;
				};
			},
		);
		await expect(attempt).rejects.toThrow(
			"These files stay changed, they could not be put back: a.txt (it was changed on disk since).",
		);
		expect([contentOf("a.txt"), contentOf("b.txt")]).toEqual(["somebody else's", "b\n"]);
	});
});

describe("encodings", () => {
	const samples: readonly (readonly [TextEncodingName, string, string])[] = [
		["utf8", "\uFEFFgrüße\r\n", "\uFEFFGRÜSSE 🎉\r\n"],
		["utf16le", "\uFEFFgrüße 日本\n", "\uFEFFneu 🎉\n"],
		["utf16be", "\uFEFFgrüße 日本\n", "\uFEFFneu 🎉\n"],
		["utf16le", "mostly ASCII text without BOM\n", "neu 日本\n"],
		["windows-1252", "Grüße – café\r\n", "Größe – naïve\r\n"],
		["gbk", "中文测试，你好世界。\n", "世界，你好\n"],
		["shift_jis", "日本語のテキストです。\n", "テキスト日本\n"],
		["euc-kr", "안녕하세요 한국어\n", "한국어 안녕\n"],
		["big5", "繁體中文測試，這是一個測試\n", "測試中文\n"],
	];

	it.each(samples)("keeps %s (%j)", async (name, before, after) => {
		writeFileSync(at("a.txt"), encode(before, name));
		await run([{ path: "a.txt", text: after.replace("\uFEFF", "") }]);
		expect(readFileSync(at("a.txt"))).toEqual(encode(after, name));
	});

	it("keeps the encoding of a file that is moved", async () => {
		writeFileSync(at("a.txt"), encode("中文测试，你好世界。\n", "gbk"));
		await run([{ path: "a.txt", text: "世界\n", to: "moved.txt" }]);
		expect(readFileSync(at("moved.txt"))).toEqual(encode("世界\n", "gbk"));
	});

	it("writes new files in UTF-8", async () => {
		await run([{ path: "new.txt", text: "grüße 🎉" }]);
		expect(contentOf("new.txt")).toBe("grüße 🎉");
	});

	it("does not save a buffer that the editor read in the wrong encoding", async () => {
		const bytes = encode("中文测试，你好世界。\n", "gbk");
		writeFileSync(at("a.txt"), bytes);
		task.host.documents.put(at("a.txt"), bytes.toString("utf8"));
		await expect(planOf(task, [{ path: "a.txt", text: "x" }])).rejects.toMatchObject({
			code: "file_binary",
			message: expect.stringContaining("which the editor has opened in another encoding"),
		});
		expect(readFileSync(at("a.txt"))).toEqual(bytes);
	});

	it("does not save a buffer over bytes that are no characters, though the encoding is right", async () => {
		const bytes = Buffer.concat([Buffer.from("größer, kürzer, später, naïve\n"), Buffer.from([0xe9, 0x0a])]);
		writeFileSync(at("a.txt"), bytes);
		const attempt = () => planOf(task, [{ path: "a.txt", text: "x" }]);
		await expect(attempt()).rejects.toMatchObject({ code: "file_binary" });
		task.host.documents.put(at("a.txt"), bytes.toString("utf8"));
		await expect(attempt()).rejects.toMatchObject({
			code: "file_binary",
			message: expect.stringContaining("looks like UTF-8 but is not valid in it"),
		});
	});

	it("keeps every byte of what it leaves alone, whatever the file holds, or refuses it", async () => {
		const line = fc
			.uint8Array({ maxLength: 12 })
			.map((bytes) => Buffer.from(bytes.filter((one) => one !== 0)));
		const texts = fc
			.constantFrom("é", "中文", "日本", "한국", "Привет", "\u0085", "ÿ")
			.chain((text) => fc.constantFrom(...textEncodings).map((name) => iconv.encode(`// ${text}`, name)));
		const lines = fc.array(fc.oneof(line, texts, fc.constant(Buffer.from("int x;"))), { minLength: 1 });
		const property = fc.asyncProperty(lines, async (parts) => {
			const bytes = Buffer.concat(parts.flatMap((part) => [part, Buffer.from("\n")]));
			writeFileSync(at("a.txt"), bytes);
			const file = await readTextFile("a.txt", task).catch(() => undefined);
			if (file === undefined) return;
			await run([{ path: "a.txt", text: `// one more\n${file.text}int y;\n` }]);
			const bom = file.hasBom ? encode("\uFEFF", file.encoding) : Buffer.alloc(0);
			const [head, tail] = ["// one more\n", "int y;\n"].map((text) => encode(text, file.encoding));
			const want = Buffer.concat([bom, head ?? bom, bytes.subarray(bom.length), tail ?? bom]);
			expect(readFileSync(at("a.txt"))).toEqual(want);
		});
		await fc.assert(property, { numRuns: 150 });
	});
});
