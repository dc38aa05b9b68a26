import { readFileSync } from "node:fs";
import { hostname } from "node:os";

/** The process that a lock names. A pid alone is reused: boot and start time, where the system tells them, are not. */
export interface LockHolder {
	readonly pid: number;
	readonly host: string;
	/** Linux: changes with every boot */
	readonly boot?: string | undefined;
	/** Linux: ticks from the boot to the start of the process */
	readonly start?: string | undefined;
}

export function describeOwnProcess(): LockHolder {
	return { pid: process.pid, host: hostname(), boot: bootId(), start: startOf(process.pid) };
}

export function parseHolder(content: string): LockHolder | undefined {
	try {
		const value: unknown = JSON.parse(content);
		if (value === null || typeof value !== "object" || !("pid" in value) || !("host" in value))
			return undefined;
		if (typeof value.pid !== "number" || typeof value.host !== "string") return undefined;
		const boot = "boot" in value && typeof value.boot === "string" ? value.boot : undefined;
		const start = "start" in value && typeof value.start === "string" ? value.start : undefined;
		return { pid: value.pid, host: value.host, boot, start };
	} catch {
		return undefined;
	}
}

/** Whether this very process, not a later one with its number, is alive on this machine. */
export function isRunning({ pid, start }: LockHolder): boolean {
	if (!isAlive(pid)) return false;
	const startNow = startOf(pid);
	return start === undefined || startNow === undefined || start === startNow;
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error instanceof Error && "code" in error && error.code === "EPERM";
	}
}

function bootId(): string | undefined {
	return readSystemFile("/proc/sys/kernel/random/boot_id")?.trim();
}

/** Field 22 of proc_pid_stat(5). Field 2, the name, is in parentheses and may hold some itself: counted from behind it. */
function startOf(pid: number): string | undefined {
	const stat = readSystemFile(`/proc/${pid}/stat`);
	return stat
		?.slice(stat.lastIndexOf(")") + 2)
		.split(" ")
		.at(22 - 3);
}

function readSystemFile(path: string): string | undefined {
	try {
		return readFileSync(path, "utf8");
	} catch {
		// Not Linux, or hidden: what is not known is not compared.
		return undefined;
	}
}
