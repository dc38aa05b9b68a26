import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EditWatch } from "@core/context/EditWatch";
import { encode } from "@services/files/encoding";
import type { Diagnostic } from "@shared/host";
import { beforeEach, describe, expect, it } from "vitest";
import { createTempDir } from "../../support/tempDir";
import { createTestHost, type TestHost } from "../../support/testHost";

let root: string;
let host: TestHost;
let watch: EditWatch;
const at = (path: string) => join(root, path);
const display = (path: string) => path.slice(root.length + 1);

/** What a tool does. */
function edit(path: string, text: string) {
	watch.noteEdit(at(path), text);
	writeFileSync(at(path), text);
}

function report(...problems: (Partial<Diagnostic> & { readonly message: string })[]) {
	host.reported.splice(0);
	for (const problem of problems) {
		host.reported.push({ path: at("a.ts"), line: 1, column: 1, severity: "error", ...problem });
	}
}

const sections = async () => (await watch.take(display)).sections;

beforeEach(() => {
	root = createTempDir("kiln-watch");
	host = createTestHost({ roots: [root] });
	watch = new EditWatch(host);
	writeFileSync(at("a.ts"), "old\n");
});

describe("the paths that Kiln wrote", () => {
	it("are all of them, also of an edit of very many files, until they are told", async () => {
		const names = Array.from({ length: 250 }, (_, index) => `f${index}.ts`);
		for (const name of names) watch.noteEdit(at(name), null);
		expect([...(await watch.take(display)).ownPaths]).toEqual(names.map(at));
		expect((await watch.take(display)).ownPaths.size).toBe(0);
	});
});

describe("the problems that are told after an edit", () => {
	it("are those that were not there before, errors first", async () => {
		report({ message: "old one" });
		edit("a.ts", "new\n");
		report(
			{ message: "careful", severity: "warning", line: 3, source: "eslint" },
			{ message: "old one" },
			{ message: "bad\n  thing", line: 7, source: "ts 2304" },
		);
		expect(await sections()).toEqual([
			[
				"# New problems in files that you edited",
				"a.ts:7 error (ts 2304): bad thing",
				"a.ts:3 warning (eslint): careful",
			].join("\n"),
		]);
	});

	it("are none when the lines of old ones have shifted", async () => {
		report({ message: "old one", line: 3 }, { message: "old one", line: 5 });
		edit("a.ts", "new\n");
		report({ message: "old one", line: 13 }, { message: "old one", line: 15 });
		expect(await sections()).toEqual([]);
	});

	it("count: one more of the same kind is new", async () => {
		report({ message: "same", line: 1 });
		edit("a.ts", "new\n");
		report({ message: "same", line: 1 }, { message: "same", line: 9 });
		expect(await sections()).toEqual(["# New problems in files that you edited\na.ts:9 error: same"]);
	});

	it("are told once, and later when the language takes its time", async () => {
		edit("a.ts", "new\n");
		expect(await sections()).toEqual([]);
		report({ message: "late" });
		expect(await sections()).toEqual(["# New problems in files that you edited\na.ts:1 error: late"]);
		expect(await sections()).toEqual([]);
		// the language starts anew: for a moment it knows nothing
		report();
		expect(await sections()).toEqual([]);
		report({ message: "late" });
		expect(await sections()).toEqual([]);
	});

	it("are compared with those before the first of several edits", async () => {
		edit("a.ts", "1\n");
		report({ message: "by the first edit" });
		edit("a.ts", "2\n");
		expect(await sections()).toHaveLength(1);
	});

	it("are told again when a later edit brings back what was mended", async () => {
		edit("a.ts", "1\n");
		report({ message: "broken" });
		await sections();
		report();
		edit("a.ts", "2\n");
		report({ message: "broken" });
		expect(await sections()).toHaveLength(1);
	});

	it("leave out hints, and files that Kiln did not edit", async () => {
		edit("a.ts", "new\n");
		report(
			{ message: "hint", severity: "hint" },
			{ message: "info", severity: "info" },
			{ message: "elsewhere", path: at("b.ts") },
		);
		expect(await sections()).toEqual([]);
	});

	it("are at most fifty", async () => {
		edit("a.ts", "new\n");
		report(...Array.from({ length: 80 }, (_, index) => ({ message: `problem ${index}` })));
		const [section = ""] = await sections();
		expect(section.split("\n")).toHaveLength(52);
		expect(section).toMatch(/\n… 30 more$/);
	});
});

describe("what has become of a written text", () => {
	it("is nothing to tell when the file holds it", async () => {
		edit("a.ts", "new\n");
		expect(await watch.take(display)).toEqual({ ownPaths: new Set([at("a.ts")]), sections: [] });
	});

	it("is told as a diff when a formatter changed the file", async () => {
		edit("a.ts", "let a=1\n");
		writeFileSync(at("a.ts"), "let a = 1;\n");
		expect(await sections()).toEqual([
			"# a.ts was changed by the editor after your edit\n@@ -1,1 +1,1 @@\n-let a=1\n+let a = 1;",
		]);
		expect(await sections()).toEqual([]);
	});

	it("is read from the editor's buffer when there is one", async () => {
		edit("a.ts", "new\n");
		host.documents.put(at("a.ts"), "\uFEFFnew\n");
		expect(await sections()).toEqual([]);
		edit("a.ts", "new\n");
		host.documents.type(at("a.ts"), "new;\n");
		expect(await sections()).toHaveLength(1);
	});

	it("does not mind the BOM, the encoding and the editor's line ends", async () => {
		edit("a.ts", "中文测试，你好世界\n");
		writeFileSync(at("a.ts"), encode("中文测试，你好世界\n", "gbk"));
		expect(await sections()).toEqual([]);
		edit("a.ts", "a\r\nb\n");
		host.documents.put(at("a.ts"), "a\r\nb\r\n");
		expect(await sections()).toEqual([]);
	});

	it("is compared with the last of several edits", async () => {
		edit("a.ts", "1\n");
		edit("a.ts", "2\n");
		expect(await sections()).toEqual([]);
	});

	it("is capped at forty lines", async () => {
		edit("a.ts", "x\n".repeat(100));
		writeFileSync(at("a.ts"), "y\n".repeat(100));
		const [section = ""] = await sections();
		expect(section.split("\n")).toHaveLength(42);
		expect(section).toMatch(/\n… 161 more lines$/);
	});

	it("is told when the file is gone, unless Kiln deleted it", async () => {
		edit("a.ts", "new\n");
		rmSync(at("a.ts"));
		expect(await sections()).toEqual(["# a.ts was deleted after your edit"]);
		watch.noteEdit(at("a.ts"), null);
		expect(await sections()).toEqual([]);
	});

	it("is nothing to tell when the file cannot be read as text", async () => {
		edit("a.ts", "new\n");
		writeFileSync(at("a.ts"), Buffer.from([0, 1, 2]));
		edit("b.ts", "new\n");
		rmSync(at("b.ts"));
		mkdirSync(at("b.ts"));
		expect(await sections()).toEqual([]);
	});
});

describe("own edits", () => {
	it("are those since the last environment details", async () => {
		edit("a.ts", "new\n");
		edit("b.ts", "new\n");
		expect((await watch.take(display)).ownPaths).toEqual(new Set([at("a.ts"), at("b.ts")]));
		edit("b.ts", "again\n");
		expect((await watch.take(display)).ownPaths).toEqual(new Set([at("b.ts")]));
	});

	it("are watched for problems up to a hundred files", async () => {
		for (let index = 0; index < 100; index++) edit(`f${index}.ts`, "new\n");
		await sections();
		edit("f100.ts", "new\n");
		report({ message: "first", path: at("f0.ts") }, { message: "second", path: at("f1.ts") });
		expect(await sections()).toEqual(["# New problems in files that you edited\nf1.ts:1 error: second"]);
	});

	it("change nothing on disk", async () => {
		edit("a.ts", "new\n");
		chmodSync(at("a.ts"), 0o444);
		await sections();
		expect(readFileSync(at("a.ts"), "utf8")).toBe("new\n");
	});
});
