import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { type Definition, definitionsOf } from "@services/tree-sitter/definitionsOf";
import grammarFiles from "@services/tree-sitter/grammars.json";
import { type Language, languageOf, languages } from "@services/tree-sitter/languages";
import { maxParsedSize } from "@services/tree-sitter/maxParsedSize";
import { describe, expect, it } from "vitest";
import { languageSamples } from "./languageSamples";

const never = new AbortController().signal;

function languageFor(path: string): Language {
	const language = languageOf(path);
	if (!language) throw new Error(`No language for ${path}.`);
	return language;
}

async function definitions(file: string, text: string): Promise<readonly Definition[]> {
	return (await definitionsOf(text, languageFor(file), never)) ?? [];
}

function shown(found: readonly Definition[]): string[] {
	return found.map(({ start, end, line }) => `${start}--${end} | ${line}`);
}

describe("languages", () => {
	it.each(languageSamples)("knows the definitions of $file", async ({ file, source, wanted }) => {
		expect(shown(await definitions(file, source))).toEqual(wanted);
	});

	it("has a sample for every language", () => {
		const sampled = languageSamples.map(({ file }) => languageFor(file).name);
		expect([...new Set(sampled)].sort()).toEqual(languages.map(({ name }) => name).sort());
	});

	it.each(Object.entries(grammarFiles))("finds the grammar file of %s", (_name, file) => {
		expect(existsSync(createRequire(import.meta.url).resolve(file))).toBe(true);
	});

	it.each([
		["src/a.TS", "TypeScript"],
		["C:\\work\\a.d.ts", "TypeScript"],
		["include/a.h", "C++"],
		["a.jsx", "JavaScript"],
		["README.md", undefined],
		["Makefile", undefined],
		["a.ts/b", undefined],
		[".ts", "TypeScript"],
	])("takes %s for %s", (path, name) => {
		expect(languageOf(path)?.name).toBe(name);
	});
});

describe("texts of any kind", () => {
	it("gives what it understands of a text with errors", async () => {
		const found = await definitions("a.ts", "class Good {}\nconst a = ;\nif (x {\n}\nfunction after() {}\n");
		expect(shown(found)).toContain("1--1 | class Good {}");
		expect(shown(found)).toContain("5--5 | function after() {}");
	});

	it.each([
		["empty", ""],
		["without definitions", "1 + 1;\n"],
		["not this language", "\0\x01\ufffd<<<>>>"],
	])("finds nothing in a text that is %s", async (_name, text) => {
		expect(await definitions("a.ts", text)).toEqual([]);
	});

	it("counts lines with carriage returns alike and shows them without", async () => {
		expect(shown(await definitions("a.py", "x = 1\r\ndef f():\r\n    pass\r\n"))).toEqual([
			"2--3 | def f():",
		]);
	});

	it("counts lines behind characters outside of the basic plane", async () => {
		expect(shown(await definitions("a.ts", "// 😀😀\nconst a = '😀'; function f() {}\n"))).toEqual([
			"2--2 | const a = '😀'; function f() {}",
		]);
	});

	it("does not parse a text of more than a megabyte", async () => {
		const text = "x".repeat(maxParsedSize + 1);
		expect(await definitionsOf(text, languageFor("a.ts"), never)).toBeUndefined();
	});

	it("parses a large text in slices: others get their turn, and the result is whole", async () => {
		const text = "export function f(a: number): number {\n\treturn [a, { b: a }].length;\n}\n".repeat(4000);
		let turns = 0;
		const ticking = setInterval(() => turns++, 0);
		const found = await definitions("a.ts", text);
		clearInterval(ticking);
		expect(found).toHaveLength(4000);
		expect(found.at(-1)).toMatchObject({ start: 11_998, end: 12_000 });
		expect(turns).toBeGreaterThan(0);
	});

	it("gives up on a text in whose tree nothing can be found in time", { timeout: 30_000 }, async () => {
		expect(await definitionsOf("(".repeat(100_000), languageFor("a.ts"), never)).toBeUndefined();
	});

	it("parses several texts at once without mixing them up", async () => {
		const texts = Array.from({ length: 4 }, (_, index) => `function f${index}() {}\n`.repeat(2000));
		const all = await Promise.all(texts.map((text) => definitions("a.ts", text)));
		for (const [index, found] of all.entries()) {
			expect(found).toHaveLength(2000);
			expect(new Set(found.map(({ line }) => line))).toEqual(new Set([`function f${index}() {}`]));
		}
	});

	it("stops when it is aborted", async () => {
		const controller = new AbortController();
		const text = "function f() { return [1, 2, 3]; }\n".repeat(10_000);
		await definitions("a.ts", "");
		const parsing = definitionsOf(text, languageFor("a.ts"), controller.signal);
		controller.abort();
		await expect(parsing).rejects.toMatchObject({ name: "AbortError" });
	});
});
