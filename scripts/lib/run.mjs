// Starting other programs, the same way on Linux, macOS and Windows.
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { ScriptError } from "./progress.mjs";

const onWindows = process.platform === "win32";

/**
 * The environment for a child, without what `npm run` added for this script alone: npm started in another folder
 * would take it for its own.
 */
export function cleanEnv(env = process.env) {
	const fromNpmRun = /^(npm_package_|npm_lifecycle_|npm_config_local_prefix$|npm_command$|INIT_CWD$)/;
	return Object.fromEntries(Object.entries(env).filter(([name]) => !fromNpmRun.test(name)));
}

/**
 * Runs a program and resolves with its exit code; with `capture` also with what it printed.
 * npm and code are `.cmd` files on Windows, which only a shell can start.
 * @param {string} command @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, capture?: boolean, signal?: AbortSignal }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, options = {}) {
	const shell = onWindows && !command.endsWith(".exe");
	const child = spawn(shell ? quote(command) : command, shell ? args.map(quote) : args, {
		cwd: options.cwd,
		env: options.env ?? cleanEnv(),
		signal: options.signal,
		shell,
		stdio: options.capture ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
	});
	let output = "";
	for (const stream of [child.stdout, child.stderr]) {
		stream?.setEncoding("utf8").on("data", (text) => {
			output += text;
		});
	}
	return new Promise((resolve, reject) => {
		child.once("error", reject);
		child.once("close", (code) => resolve({ code: code ?? 1, output }));
	});
}

/** As `run`, but a failure ends the script; captured output is shown only then. */
export async function runOrFail(command, args, options = {}) {
	const { code, output } = await run(command, args, options);
	if (code !== 0) {
		const tail = output.trim().split("\n").slice(-80).join("\n");
		throw new ScriptError(`\`${[command, ...args].join(" ")}\` failed with exit code ${code}.`, tail);
	}
	return output;
}

/** The full path of a program on the PATH, or undefined. */
export function findOnPath(name, env = process.env) {
	const endings = onWindows ? [".exe", ".cmd", ".bat"] : [""];
	for (const folder of (env.PATH ?? env.Path ?? "").split(delimiter)) {
		for (const ending of endings) {
			const candidate = join(folder, name + ending);
			if (folder && existsSync(candidate)) return candidate;
		}
	}
	return undefined;
}

/** Whether a short command succeeds; its output is dropped. */
export function succeeds(command, args) {
	return spawnSync(command, args, { stdio: "ignore", timeout: 20_000 }).status === 0;
}

function quote(text) {
	return /[\s&()^|<>"]/.test(text) ? `"${text.replaceAll('"', '\\"')}"` : text;
}
