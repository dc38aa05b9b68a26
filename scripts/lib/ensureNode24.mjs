// VS Code's extension host and code-server run on Node 24; so does everything the scripts start, whatever Node the
// machine has. The dev dependency `node` brings the binary as an npm package.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { ScriptError, say } from "./progress.mjs";
import { projectRoot } from "./project.mjs";
import { cleanEnv } from "./run.mjs";

const packageDir = join(projectRoot, "node_modules", "node");
const binary = join(packageDir, "bin", process.platform === "win32" ? "node.exe" : "node");

/**
 * The path of a Node 24 (or newer) binary. Call after `ensureDependencies`.
 * The package links its binary in an install script; where npm was told not to run such scripts, it is run here.
 */
export function ensureNode24() {
	if (isNode24(binary)) return binary;
	if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
	const installer = join(packageDir, "installArchSpecificPackage.js");
	if (existsSync(installer)) {
		say("fetching Node 24 …");
		spawnSync(process.execPath, [installer], { cwd: packageDir, env: cleanEnv(), stdio: "inherit" });
	}
	if (isNode24(binary)) return binary;
	throw new ScriptError(
		`Node 24 is needed, and this is Node ${process.versions.node}.`,
		"Run `npm rebuild node`, or install Node 24 and try again.",
	);
}

/** The environment for children: Node 24 first on the PATH, so that `npm` and every `#!/usr/bin/env node` use it. */
export function node24Env(extra = {}) {
	const env = cleanEnv();
	const pathName = Object.keys(env).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
	return { ...env, [pathName]: `${dirname(ensureNode24())}${delimiter}${env[pathName] ?? ""}`, ...extra };
}

let known;
function isNode24(path) {
	if (known === path) return true;
	if (!existsSync(path)) return false;
	const { stdout } = spawnSync(path, ["--version"], { encoding: "utf8" });
	if (!/^v(2[4-9]|[3-9]\d)\./.test(stdout ?? "")) return false;
	known = path;
	return true;
}
