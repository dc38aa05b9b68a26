// Which processes a test started. The harness must leave none behind, also those that broke away from their group
// (terminals do) or outlived their parent, so it looks at the parent links and at a mark in the environment.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

export interface ProcessInfo {
	readonly pid: number;
	readonly parent: number;
	readonly command: string;
}

/** The descendants of `root`, nearest first, without itself. */
export function descendantsOf(root: number): ProcessInfo[] {
	const all = listProcesses();
	const found: ProcessInfo[] = [];
	let parents = new Set([root]);
	while (parents.size > 0) {
		const children = all.filter((process) => parents.has(process.parent));
		found.push(...children);
		parents = new Set(children.map((process) => process.pid));
	}
	return found;
}

/** Living processes whose environment holds `mark`. Linux only; elsewhere the parent links have to do. */
export function processesMarked(mark: string): ProcessInfo[] {
	if (process.platform !== "linux") return [];
	return listProcesses().filter(({ pid }) => readOrEmpty(`/proc/${pid}/environ`).includes(mark));
}

/** Resident memory in bytes, or undefined if the process is gone (or this is not Linux). */
export function residentBytes(pid: number): number | undefined {
	const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readOrEmpty(`/proc/${pid}/status`))?.[1];
	return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

/** Sends a signal to a process, or with a negative id to a group; one that is already gone is fine. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(pid, signal);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
	}
}

export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
}

function listProcesses(): ProcessInfo[] {
	if (process.platform === "linux") {
		return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? (fromProc(Number(name)) ?? []) : []));
	}
	const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,command="], { encoding: "utf8" })
		.trim()
		.split("\n");
	return lines.map((line) => {
		const [pid, parent, ...command] = line.trim().split(/\s+/);
		return { pid: Number(pid), parent: Number(parent), command: command.join(" ") };
	});
}

/** Zombies are left out: they are dead, only not collected yet. */
function fromProc(pid: number): ProcessInfo | undefined {
	const status = readOrEmpty(`/proc/${pid}/status`);
	const parent = /^PPid:\s+(\d+)/m.exec(status)?.[1];
	if (parent === undefined || /^State:\s+Z/m.test(status)) return undefined;
	const command = readOrEmpty(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim();
	return { pid, parent: Number(parent), command };
}

/** A process may end between being listed and being read. */
function readOrEmpty(path: string): string {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return "";
	}
}
