import { closeSync, openSync, readFileSync, unlinkSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { KilnError } from "@shared/errors";
import { toStorageError } from "./storageError";

/** One writer a task: a lock file that names its process. A lock of a dead process on this machine is taken over. */
export interface TaskLock {
	release(): void;
}

export function acquireTaskLock(taskDir: string): TaskLock {
	const path = join(taskDir, "lock");
	const own = JSON.stringify({ pid: process.pid, host: hostname() });
	for (let attempt = 0; attempt < 3; attempt++) {
		if (tryCreate(path, own)) return { release: () => releaseOwn(path, own) };
		if (isHeld(path)) break;
		// The holder is gone. Two takers may both come here: only one of them wins the exclusive create.
		remove(path);
	}
	throw new KilnError(
		"task_locked",
		`Another Kiln is writing to this task (lock: ${path}).`,
		"Close the other window or process that has the task open, then try again.",
	);
}

function tryCreate(path: string, content: string): boolean {
	try {
		const fd = openSync(path, "wx");
		writeSync(fd, content);
		closeSync(fd);
		return true;
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
		throw toStorageError(error, path);
	}
}

function isHeld(path: string): boolean {
	const holder = readHolder(path);
	if (holder === undefined) return false;
	return holder.host !== hostname() || isAlive(holder.pid);
}

function readHolder(path: string): { pid: number; host: string } | undefined {
	try {
		const value: unknown = JSON.parse(readFileSync(path, "utf8"));
		if (value === null || typeof value !== "object" || !("pid" in value) || !("host" in value))
			return undefined;
		return typeof value.pid === "number" && typeof value.host === "string"
			? { pid: value.pid, host: value.host }
			: undefined;
	} catch {
		// Torn or already gone: nobody holds it.
		return undefined;
	}
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error instanceof Error && "code" in error && error.code === "EPERM";
	}
}

function releaseOwn(path: string, own: string): void {
	try {
		if (readFileSync(path, "utf8") === own) unlinkSync(path);
	} catch {
		// Gone already: released is what was wanted.
	}
}

function remove(path: string): void {
	try {
		unlinkSync(path);
	} catch {
		// Another taker was faster.
	}
}
