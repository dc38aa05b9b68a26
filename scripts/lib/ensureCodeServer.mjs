// code-server: VS Code's own workbench and extension host, served to a browser, as an npm package. Its install
// scripts would compile native modules for minutes; the lean install skips them and the workbench does without.
// Of the two that are missed, the log writer has a stand-in here, and the watchdog (it ends an extension host whose
// server was killed) is replaced by a poll that VS Code does anyway.
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { ensureNode24, node24Env } from "./ensureNode24.mjs";
import { ScriptError, say, seconds } from "./progress.mjs";
import { cacheDir } from "./project.mjs";
import { runOrFail } from "./run.mjs";
import { withLock } from "./withLock.mjs";

const version = "4.139.1";
const name = `code-server-${version}`;
const home = join(cacheDir, name);
/** Counted up when the steps below change, so that an older install is made again. */
const recipe = "2";
const entry = join("node_modules", "code-server", "out", "node", "entry.js");

/**
 * Installs code-server below `.cache/` unless it is there, and returns how to start it:
 * `node <entry> …` with the Node 24 that goes with it. The folder appears whole or not at all.
 * @returns {Promise<{ node: string, entry: string, vscodeDir: string, version: string }>}
 */
export async function ensureCodeServer() {
	if (process.platform === "win32") {
		throw new ScriptError("code-server does not run on Windows.", "Install VS Code, or work in WSL.");
	}
	if (!isComplete()) {
		await withLock(`${home}.lock`, async () => {
			if (!isComplete()) await install();
		});
	}
	const vscodeDir = join(home, "node_modules", "code-server", "lib", "vscode");
	return { node: ensureNode24(), entry: join(home, entry), vscodeDir, version };
}

function isComplete() {
	const mark = join(home, "complete");
	return existsSync(mark) && readFileSync(mark, "utf8") === recipe && existsSync(join(home, entry));
}

async function install() {
	removeLeftovers();
	const temporary = join(cacheDir, `${name}.tmp-${process.pid}`);
	mkdirSync(temporary, { recursive: true });
	say(`installing code-server ${version}, a VS Code in the browser (about 30 s, 620 MB in .cache) …`);
	const startedAt = Date.now();
	try {
		// A package.json of its own keeps npm from walking up to the project's.
		writeFileSync(join(temporary, "package.json"), '{ "private": true }\n');
		const vscodeDir = join(temporary, "node_modules", "code-server", "lib", "vscode");
		await npmInstall(temporary, "the server", `code-server@${version}`);
		await npmInstall(vscodeDir, "the workbench", "--omit=dev");
		await npmInstall(join(vscodeDir, "extensions"), "the built-in extensions", "--omit=dev");
		const logWriter = join(vscodeDir, "node_modules", "@vscode", "spdlog", "index.js");
		copyFileSync(new URL("spdlog-stand-in.cjs", import.meta.url), logWriter);
		writeFileSync(join(temporary, "complete"), recipe);
		renameSync(temporary, home);
	} finally {
		rmSync(temporary, { recursive: true, force: true });
	}
	say(`code-server installed in ${seconds(startedAt)}`);
}

async function npmInstall(cwd, what, ...args) {
	say(`  ${what} …`);
	const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
	await runOrFail("npm", ["install", ...args, ...quiet], { cwd, env: node24Env(), capture: true });
}

/** What a killed run left: its temporary folder, or a folder without the mark that it is complete. */
function removeLeftovers() {
	if (!existsSync(cacheDir)) return;
	for (const left of readdirSync(cacheDir)) {
		const isOurs = left === name || left.startsWith(`${name}.tmp-`);
		if (isOurs) rmSync(join(cacheDir, left), { recursive: true, force: true });
	}
}
