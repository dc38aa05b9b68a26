// The folder that holds everything of one VS Code under test. Its name tells which test process owns it, so that
// what a killed run left (the folder, and processes that carry its path in their environment) goes with the next.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive, processesMarked, signalProcess } from "./processTree.js";

const prefix = "kiln-e2e-";

/** What `root`'s processes have in their environment. */
export function rootMark(root: string): string {
	return `KILN_E2E_ROOT=${root}`;
}

/** Kept short: VS Code puts sockets below it, and a socket's path may have about 100 characters. */
export function makeTemporaryRoot(): string {
	removeLeftovers();
	return mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
}

export function removeRoot(root: string): void {
	rmSync(root, { recursive: true, force: true, maxRetries: 5 });
}

function removeLeftovers(): void {
	for (const name of readdirSync(tmpdir())) {
		const owner = name.startsWith(prefix) ? /^\d+(?=-)/.exec(name.slice(prefix.length))?.[0] : undefined;
		if (owner === undefined || isAlive(Number(owner))) continue;
		const root = join(tmpdir(), name);
		for (const { pid } of processesMarked(rootMark(root))) signalProcess(pid, "SIGKILL");
		removeRoot(root);
	}
}
