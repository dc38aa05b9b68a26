import { spawn } from "node:child_process";
import { basename } from "node:path";

const defaultTimeoutMs = 3000;
const maxChars = 4 * 1024 * 1024;
/** Start-up files may print anything; the environment stands between two of these. */
const mark = "__kiln_environment__";
const printEnvironment = `'${process.execPath.replaceAll("'", "'\\''")}' -p '"${mark}" + JSON.stringify(process.env) + "${mark}"'`;
const knownShells = new Set(["sh", "bash", "zsh", "dash", "ksh", "fish"]);

/**
 * The environment of an interactive login shell: PATH as the user's start-up files make it, which an editor started
 * from the desktop does not have. undefined: unknown shell, time-out or a start-up file that fails.
 */
export function loginShellEnvironment(
	shell: string,
	timeoutMs = defaultTimeoutMs,
): Promise<Record<string, string> | undefined> {
	if (!knownShells.has(basename(shell))) return Promise.resolve(undefined);
	return new Promise((resolve) => {
		const child = spawn(shell, ["-i", "-l", "-c", printEnvironment], {
			// Its own group: what the start-up files leave behind goes with it, and no terminal is touched.
			detached: true,
			stdio: ["ignore", "pipe", "ignore"],
			env: { ...process.env, ELECTRON_RUN_AS_NODE: "1", VSCODE_RESOLVING_ENVIRONMENT: "1" },
		});
		let output = "";
		const finish = () => {
			clearTimeout(timer);
			endGroup(child.pid);
			resolve(parseOutput(output));
		};
		const timer = setTimeout(finish, timeoutMs);
		child.stdout.setEncoding("utf8");
		child.stdout.on("data", (text: string) => {
			if (output.length < maxChars) output += text;
			// A start-up file may leave a daemon that holds the pipe open: the second mark is the end.
			if (output.split(mark).length > 2) finish();
		});
		child.on("error", finish);
		child.on("close", finish);
	});
}

function endGroup(pid: number | undefined): void {
	if (pid === undefined) return;
	try {
		process.kill(-pid, "SIGKILL");
	} catch {
		// It has ended already: nothing to do.
	}
}

function parseOutput(output: string): Record<string, string> | undefined {
	const [, json, end] = output.split(mark);
	if (json === undefined || end === undefined) return undefined;
	try {
		const value: unknown = JSON.parse(json);
		return typeof value === "object" && value !== null ? stringsOf(value) : undefined;
	} catch {
		return undefined;
	}
}

function stringsOf(value: object): Record<string, string> {
	const strings = Object.entries(value).filter(
		(entry): entry is [string, string] => typeof entry[1] === "string",
	);
	return Object.fromEntries(strings);
}
