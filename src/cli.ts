#!/usr/bin/env node
import { homedir, userInfo } from "node:os";
import { fileURLToPath } from "node:url";
import { StartedProcesses } from "@hosts/terminal/mcp/StartedProcesses";
import { runCli } from "@hosts/terminal/runCli";
import packageJson from "../package.json";

const started = new StartedProcesses();
let isLeaving = false;

/** Without waiting for the task; but nothing that it has started lives on. */
async function leave(code: number): Promise<void> {
	if (isLeaving) process.exit(code);
	isLeaving = true;
	await started.kill();
	process.exit(code);
}

// A reader that went away (`kiln … | head`) is no reason to crash.
process.stdout.on("error", () => {
	if (!isLeaving) void leave(1);
});
// A terminal that was closed takes no words; what runs is still to be ended in order.
process.stderr.on("error", () => {});

let interrupts = 0;

process.exitCode = await runCli({
	argv: process.argv.slice(2),
	environment: process.env,
	currentFolder: process.cwd(),
	// an empty HOME would make the workspace's files the person's own
	homeDir: homedir() || userInfo().homedir,
	assetsDir: fileURLToPath(new URL("./assets", import.meta.url)),
	version: packageJson.version,
	stdin: process.stdin,
	stdout: process.stdout,
	stderr: process.stderr,
	onInterrupt(stop) {
		const onSignal = () => {
			interrupts += 1;
			// The second time the person means it.
			if (interrupts > 1) void leave(130);
			else {
				void started.note();
				stop();
			}
		};
		// SIGHUP: the terminal was closed
		for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
	},
});
