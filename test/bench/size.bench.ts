import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { BenchFigure } from "./BenchFigure";

const root = process.env.KILN_BENCH_ROOT ?? process.cwd();

/** Sizes of what is shipped; run `npm run package` before. */
export function run(): Promise<BenchFigure[]> {
	const vsix = join(root, "dist/kiln.vsix");
	if (!existsSync(vsix)) throw new Error("dist/kiln.vsix is missing: run `npm run package` first.");
	const size = (path: string) => statSync(join(root, path)).size / 1024;
	const mib = statSync(vsix).size / 1024 ** 2;
	return Promise.resolve([
		{ name: "VSIX", value: mib, unit: "MB", target: "≤ 5 MB", ok: mib <= 5 },
		plain("dist/extension.js (loaded on activation)", size("dist/extension.js")),
		plain("dist/cli.js", size("dist/cli.js")),
		plain("dist/chunks in all", sum("dist/chunks")),
		plain("dist/webview/main.js", size("dist/webview/main.js")),
	]);
}

function plain(name: string, value: number): BenchFigure {
	return { name, value, unit: "KB", target: "–", ok: true };
}

function sum(folder: string): number {
	const path = join(root, folder);
	if (!existsSync(path)) return 0;
	return readdirSync(path).reduce((total, name) => total + statSync(join(path, name)).size / 1024, 0);
}
