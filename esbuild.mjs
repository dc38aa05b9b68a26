// Builds dist/extension.js, dist/cli.js, dist/documentWorker.js (Node, ES modules, shared chunks loaded on first use),
// dist/webview/ and dist/grammars/ (tree-sitter's, compressed: 33 MB of tables shrink to 2.2 MB), and the notices of
// what is bundled. `--watch` rebuilds on change, `--meta` writes dist/meta.json for size analysis.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { build, context } from "esbuild";
import { thirdPartyNotices } from "./scripts/lib/thirdPartyNotices.mjs";

const watch = process.argv.includes("--watch");
const production = !watch;

/** CommonJS packages inside an ES module bundle still call `require` for Node's own modules. */
const requireBanner =
	'import { createRequire as kilnCreateRequire } from "node:module"; const require = kilnCreateRequire(import.meta.url);';

const common = {
	bundle: true,
	minify: production,
	sourcemap: watch,
	logLevel: "info",
	metafile: true,
	legalComments: "none",
};

const node = {
	...common,
	entryPoints: {
		extension: "src/extension.ts",
		cli: "src/cli.ts",
		documentWorker: "src/services/extract-text/documentWorker.ts",
	},
	outdir: "dist",
	platform: "node",
	target: "node20",
	format: "esm",
	splitting: true,
	chunkNames: "chunks/[name]-[hash]",
	external: ["vscode"],
	// Its CommonJS form asks for its parts in a way that no bundler follows.
	alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
	banner: { js: requireBanner },
	tsconfig: "tsconfig.json",
};

const webview = {
	...common,
	entryPoints: { main: "webview-ui/src/main.tsx" },
	outdir: "dist/webview",
	platform: "browser",
	target: "chrome130",
	format: "esm",
	splitting: true,
	chunkNames: "chunks/[name]-[hash]",
	loader: { ".ttf": "file" },
	define: { "process.env.NODE_ENV": JSON.stringify(production ? "production" : "development") },
	jsx: "automatic",
	tsconfig: "webview-ui/tsconfig.json",
};

/** Better quality takes ten times as long for 4 %. */
const brotliOptions = {
	params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 },
};

async function packGrammars() {
	mkdirSync("dist/grammars", { recursive: true });
	const files = JSON.parse(readFileSync("src/services/tree-sitter/grammars.json", "utf8"));
	const pack = promisify(brotliCompress);
	await Promise.all(
		Object.entries(files).map(async ([name, file]) => {
			const packed = await pack(await readFile(`node_modules/${file}`), brotliOptions);
			await writeFile(`dist/grammars/${name}.wasm.br`, packed);
		}),
	);
}

rmSync("dist", { recursive: true, force: true });
mkdirSync("dist", { recursive: true });
cpSync("src/assets", "dist/assets", { recursive: true });
await packGrammars();

if (watch) {
	for (const options of [node, webview]) await (await context(options)).watch();
} else {
	const results = await Promise.all([build(node), build(webview)]);
	const inputs = results.flatMap(({ metafile }) => Object.keys(metafile.inputs));
	const grammars = Object.values(JSON.parse(readFileSync("src/services/tree-sitter/grammars.json", "utf8")));
	const notices = thirdPartyNotices([...inputs, ...grammars.map((file) => `node_modules/${file}`)]);
	writeFileSync("dist/THIRD-PARTY-NOTICES.txt", notices);
	if (process.argv.includes("--meta")) {
		writeFileSync("dist/meta.json", JSON.stringify(results.map((result) => result.metafile)));
	}
}
