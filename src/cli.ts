#!/usr/bin/env node
import { homedir } from "node:os";
import { fileURLToPath } from "node:url";
import { runCli } from "@hosts/terminal/runCli";
import packageJson from "../package.json";

// A reader that went away (`kiln … | head`) is no reason to crash.
process.stdout.on("error", () => process.exit(1));

let interrupts = 0;

process.exitCode = await runCli({
	argv: process.argv.slice(2),
	environment: process.env,
	currentFolder: process.cwd(),
	homeDir: homedir(),
	assetsDir: fileURLToPath(new URL("./assets", import.meta.url)),
	version: packageJson.version,
	stdin: process.stdin,
	stdout: process.stdout,
	stderr: process.stderr,
	onInterrupt(stop) {
		const onSignal = () => {
			interrupts += 1;
			// The second time the person means it.
			if (interrupts > 1) process.exit(130);
			stop();
		};
		process.on("SIGINT", onSignal);
		process.on("SIGTERM", onSignal);
	},
});
