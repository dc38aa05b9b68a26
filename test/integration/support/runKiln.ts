import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type TaskEvent, taskEventSchema } from "@shared/events";

const cli = fileURLToPath(new URL("../../../dist/cli.js", import.meta.url));

export interface KilnRun {
	readonly child: ChildProcessWithoutNullStreams;
	readonly done: Promise<KilnResult>;
	stdout(): string;
}

export interface KilnResult {
	readonly code: number | null;
	readonly signal: NodeJS.Signals | null;
	readonly stdout: string;
	readonly stderr: string;
}

/** Starts the built command line as its own process, without a terminal and without anybody's keys. */
export function startKiln(
	args: readonly string[],
	environment: Readonly<Record<string, string>> = {},
	cwd?: string,
): KilnRun {
	if (!existsSync(cli)) throw new Error("dist/cli.js is missing: run `npm run build` first.");
	const { PATH = "", HOME = "", SHELL = "/bin/bash" } = process.env;
	const env = { PATH, HOME, SHELL, ...environment };
	const child = spawn(process.execPath, [cli, ...args], { env, cwd });
	child.stdin.end();
	let stdout = "";
	let stderr = "";
	child.stdout.setEncoding("utf8").on("data", (text: string) => {
		stdout += text;
	});
	child.stderr.setEncoding("utf8").on("data", (text: string) => {
		stderr += text;
	});
	const done = new Promise<KilnResult>((resolve) => {
		child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
	});
	return { child, done, stdout: () => stdout };
}

export function kiln(
	args: readonly string[],
	environment?: Readonly<Record<string, string>>,
): Promise<KilnResult> {
	return startKiln(args, environment).done;
}

/** Every line of `--json` output, checked against the schema: anything else on stdout fails here. */
export function jsonEvents(stdout: string): TaskEvent[] {
	return stdout
		.split("\n")
		.filter((line) => line !== "")
		.map((line) => taskEventSchema.parse(JSON.parse(line)));
}
