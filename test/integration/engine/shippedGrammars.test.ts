import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";
import { afterEach, expect, it } from "vitest";

const root = new URL("../../../", import.meta.url).pathname;
const folders: string[] = [];

afterEach(async () => {
	for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** A bundle far from node_modules, with two grammars packed as the build packs them. */
async function shipped(entryFolder: string): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), "kiln-shipped-"));
	folders.push(folder);
	await mkdir(join(folder, "grammars"));
	const files: Record<string, string> = JSON.parse(
		await readFile(join(root, "src/services/tree-sitter/grammars.json"), "utf8"),
	);
	for (const name of ["web-tree-sitter", "python"]) {
		const bytes = await readFile(join(root, "node_modules", files[name] ?? ""));
		await writeFile(join(folder, "grammars", `${name}.wasm.br`), brotliCompressSync(bytes));
	}
	const outfile = join(folder, entryFolder, "entry.mjs");
	await build({
		stdin: {
			contents: `
				import { definitionsOf } from "@services/tree-sitter/definitionsOf";
				import { languageOf } from "@services/tree-sitter/languages";
				const { signal } = new AbortController();
				console.log(JSON.stringify(await definitionsOf("def f():\\n  pass\\n", languageOf("a.py"), signal)));`,
			resolveDir: root,
		},
		bundle: true,
		minify: true,
		platform: "node",
		target: "node20",
		format: "esm",
		outfile,
		tsconfig: join(root, "tsconfig.json"),
		logLevel: "error",
		banner: {
			js: 'import { createRequire as make } from "node:module"; const require = make(import.meta.url);',
		},
	});
	return outfile;
}

it.each([".", "chunks"])("finds its packed grammars from a bundle in %s", async (entryFolder) => {
	const entry = await shipped(entryFolder);
	const { stdout } = await promisify(execFile)(process.execPath, [entry], { cwd: tmpdir() });
	expect(JSON.parse(stdout)).toEqual([{ start: 1, end: 2, line: "def f():" }]);
});
