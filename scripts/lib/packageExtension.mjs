// The VSIX: the whole extension in one file, as the marketplace and `--install-extension` take it.
import { mkdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { ensureNode24, node24Env } from "./ensureNode24.mjs";
import { ScriptError, say, seconds } from "./progress.mjs";
import { projectRoot, vsixPath } from "./project.mjs";
import { runOrFail } from "./run.mjs";

const maxMegabytes = 5;

/** Builds `dist/`. */
export async function buildExtension() {
	say("building …");
	const startedAt = Date.now();
	await runOrFail(ensureNode24(), ["esbuild.mjs"], { cwd: projectRoot, env: node24Env(), capture: true });
	say(`built in ${seconds(startedAt)}`);
}

/** Packs `dist/` into dist/kiln.vsix and returns its path. Everything is bundled, so no node_modules go in. */
export async function packageExtension() {
	mkdirSync(dirname(vsixPath), { recursive: true });
	rmSync(vsixPath, { force: true });
	const vsce = join(projectRoot, "node_modules", "@vscode", "vsce", "vsce");
	const options = [
		"--no-dependencies",
		"--allow-missing-repository",
		"--no-rewrite-relative-links",
		"--out",
		vsixPath,
	];
	await runOrFail(ensureNode24(), [vsce, "package", ...options], {
		cwd: projectRoot,
		env: node24Env(),
		capture: true,
	});
	const megabytes = statSync(vsixPath).size / 1024 / 1024;
	say(`packaged dist/kiln.vsix, ${megabytes.toFixed(2)} MB`);
	if (megabytes > maxMegabytes) {
		throw new ScriptError(
			`The VSIX is larger than ${maxMegabytes} MB.`,
			"`node esbuild.mjs --meta` and `npx vsce ls --tree --no-dependencies` show what is in it.",
		);
	}
	return vsixPath;
}
