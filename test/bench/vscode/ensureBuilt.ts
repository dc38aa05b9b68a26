import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const root = process.env.KILN_BENCH_ROOT ?? process.cwd();
const sources = ["src", "webview-ui/src", "package.json", "esbuild.mjs"];

/** Builds dist/kiln.vsix when it is missing or older than what it is made of, and sees that VS Code is there. */
export async function ensureBuilt(): Promise<void> {
	if (isOutdated(join(root, "dist/kiln.vsix"))) {
		const script = join(root, "scripts/package.mjs");
		const { status } = spawnSync(process.execPath, [script], { cwd: root, stdio: ["ignore", 2, 2] });
		if (status !== 0) throw new Error("`npm run package` failed: there is nothing to measure.");
	}
	// Loaded from its place, not bundled: an installation takes files that lie beside it.
	const prerequisites = pathToFileURL(join(root, "scripts/lib/prerequisites.mjs")).href;
	await (await import(prerequisites)).ensureCodeServer();
}

function isOutdated(vsix: string): boolean {
	if (!existsSync(vsix)) return true;
	const builtAt = statSync(vsix).mtimeMs;
	return sources.some((source) => newestIn(join(root, source)) > builtAt);
}

function newestIn(path: string): number {
	if (statSync(path).isFile()) return statSync(path).mtimeMs;
	const files = readdirSync(path, { recursive: true, withFileTypes: true });
	return Math.max(...files.map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs));
}
