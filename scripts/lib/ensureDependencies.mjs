// node_modules as package-lock.json asks for it, whatever state the checkout is in.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ScriptError, say, seconds } from "./progress.mjs";
import { projectRoot } from "./project.mjs";
import { cleanEnv, run, runOrFail } from "./run.mjs";
import { withLock } from "./withLock.mjs";

/** Installs the dependencies if they are missing or not the ones that the lock file names. */
export async function ensureDependencies() {
	if (areInstalled()) return;
	await withLock(join(projectRoot, ".cache", "dependencies.lock"), async () => {
		if (areInstalled()) return;
		say("installing dependencies (about a minute the first time) …");
		const startedAt = Date.now();
		await install();
		say(`dependencies installed in ${seconds(startedAt)}`);
	});
}

/** `npm ci` takes the lock file literally; where it does not fit package.json, `npm install` mends it. */
async function install() {
	const options = { cwd: projectRoot, env: cleanEnv(), capture: true };
	const quiet = ["--no-audit", "--no-fund"];
	if (existsSync(join(projectRoot, "package-lock.json"))) {
		const { code, output } = await run("npm", ["ci", ...quiet], options);
		if (code === 0) return;
		if (!output.includes("EUSAGE")) throw new ScriptError("`npm ci` failed.", output.trim());
		say("package-lock.json does not fit package.json; trying npm install …");
	}
	await runOrFail("npm", ["install", ...quiet], options);
}

/**
 * Compares versions, not times: a checkout or a branch switch touches the lock file without changing it.
 * npm leaves a copy of what it installed in node_modules; packages for other platforms are missing there.
 */
function areInstalled() {
	const installed = readPackages(join(projectRoot, "node_modules", ".package-lock.json"));
	if (!installed) return false;
	const wanted = readPackages(join(projectRoot, "package-lock.json"));
	return Object.entries(wanted ?? {}).every(
		([path, entry]) =>
			path === "" ||
			entry.optional ||
			entry.devOptional ||
			entry.link ||
			installed[path]?.version === entry.version,
	);
}

function readPackages(path) {
	try {
		return JSON.parse(readFileSync(path, "utf8")).packages;
	} catch {
		return undefined; // missing or torn: the caller installs
	}
}
