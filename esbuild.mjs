// Builds dist/extension.js, dist/cli.js (Node, ES modules, shared chunks loaded on first use) and dist/webview/.
// `--watch` rebuilds on change, `--meta` writes dist/meta.json for size analysis.
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { build, context } from "esbuild";

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
	entryPoints: { extension: "src/extension.ts", cli: "src/cli.ts" },
	outdir: "dist",
	platform: "node",
	target: "node20",
	format: "esm",
	splitting: true,
	chunkNames: "chunks/[name]-[hash]",
	external: ["vscode"],
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

rmSync("dist", { recursive: true, force: true });
mkdirSync("dist", { recursive: true });
cpSync("src/assets", "dist/assets", { recursive: true });

if (watch) {
	for (const options of [node, webview]) await (await context(options)).watch();
} else {
	const results = await Promise.all([build(node), build(webview)]);
	if (process.argv.includes("--meta")) {
		writeFileSync("dist/meta.json", JSON.stringify(results.map((result) => result.metafile)));
	}
}
