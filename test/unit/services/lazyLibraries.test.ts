import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = new URL("../../../src", import.meta.url).pathname;

async function sources(): Promise<readonly { readonly name: string; readonly text: string }[]> {
	const names = (await readdir(root, { recursive: true })).filter((name) => name.endsWith(".ts"));
	return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(root, name), "utf8") })));
}

/** `import type` costs nothing; anything else loads the library with the file. */
function importsOf(library: string): RegExp {
	return new RegExp(`^import (?!type )[^;]*from "[^";]*${library}";`, "m");
}

it.each([
	["unpdf", ["services/extract-text/pdfText.ts"]],
	["mammoth", ["services/extract-text/docxText.ts"]],
	["read-excel-file/universal", ["services/extract-text/xlsxText.ts"]],
	["web-tree-sitter", ["services/tree-sitter/definitionsOf.ts", "services/tree-sitter/loadGrammar.ts"]],
])("loads %s on first use only", async (library, files) => {
	const all = await sources();
	const loading = all.filter(({ text }) => importsOf(library).test(text)).map(({ name }) => name);
	expect(loading.sort()).toEqual(files);
	const modules = files.map((file) => (file.split("/").at(-1) ?? "").replace(/\.ts$/, ""));
	for (const module of modules) {
		const eager = all.filter(({ name, text }) => importsOf(`/${module}`).test(text) && !files.includes(name));
		expect(eager.map(({ name }) => name)).toEqual([]);
	}
});
