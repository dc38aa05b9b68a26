import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { KilnError } from "@shared/errors";
import { describeOwnProcess, isRunning, type LockHolder, parseHolder } from "./lockHolder";
import { toStorageError } from "./storageError";

/**
 * One writer a task: a lock file that names its process. The file is written beside its place and linked into it, so
 * that it is never empty and only one process wins. A dead process's lock is replaced under a second lock of the same
 * kind, `lock.takeover`: whoever holds that one reads the stale lock again before it replaces it. Without that, a slow
 * taker would remove what a faster one has just put there. The lock of a living process is changed by it alone.
 */
export interface TaskLock {
	release(): void;
}

/** A taker may die in the middle: its `lock.takeover` is taken over in the same way, so deep and no deeper. */
const maxTakeovers = 4;
/** The lock is free again, stale again or replaced between two looks: so many times, then it counts as held. */
const maxAttempts = 20;
/** A lock without a readable holder is being written where files cannot be linked; after this time it is torn. */
const tornAfterMs = 10_000;

export function acquireTaskLock(taskDir: string): TaskLock {
	const path = join(taskDir, "lock");
	const lock = acquire(path, maxTakeovers);
	if (lock !== undefined) return lock;
	throw new KilnError(
		"task_locked",
		`Another Kiln is writing to this task (lock: ${path}).`,
		"Close the other window or process that has the task open, then try again.",
	);
}

/** The lock file `path`, for other things than tasks. undefined: a living process holds it. */
export function tryLock(path: string): TaskLock | undefined {
	return acquire(path, maxTakeovers);
}

function acquire(path: string, takeoversLeft: number): TaskLock | undefined {
	const id = randomUUID();
	const own = JSON.stringify({ id, ...describeOwnProcess() });
	const draft = `${path}.${id}`;
	try {
		writeFileSync(draft, own, { flag: "wx" });
		return place(draft, path, own, takeoversLeft) ? { release: () => releaseOwn(path, own) } : undefined;
	} catch (error) {
		throw toStorageError(error, path);
	} finally {
		remove(draft);
	}
}

function place(draft: string, path: string, own: string, takeoversLeft: number): boolean {
	for (let attempt = 0; attempt < maxAttempts; attempt++) {
		if (tryCreate(draft, path, own)) return true;
		const found = read(path);
		if (found === undefined) continue;
		if (isHeld(path, found) || takeoversLeft === 0) return false;
		const takeover = acquire(`${path}.takeover`, takeoversLeft - 1);
		if (takeover === undefined) return false;
		try {
			if (read(path) !== found) continue;
			renameSync(draft, path);
			return true;
		} finally {
			takeover.release();
		}
	}
	return false;
}

function tryCreate(draft: string, path: string, own: string): boolean {
	try {
		linkSync(draft, path);
		return true;
	} catch (error) {
		if (codeOf(error) === "EEXIST") return false;
		if (codeOf(error) === "ENOENT") throw error;
	}
	// Not every file system has links (exFAT, some network drives): there it is created and then written.
	try {
		writeFileSync(path, own, { flag: "wx" });
		return true;
	} catch (error) {
		if (codeOf(error) === "EEXIST") return false;
		throw error;
	}
}

function isHeld(path: string, content: string): boolean {
	const holder = parseHolder(content);
	return holder === undefined ? isBeingWritten(path) : isHolding(holder);
}

function isBeingWritten(path: string): boolean {
	try {
		return Math.abs(Date.now() - statSync(path).mtimeMs) < tornAfterMs;
	} catch {
		// Gone meanwhile: the next attempt finds out.
		return false;
	}
}

/**
 * The boot tells machines apart better than the name: a rebuilt container has another name and the same boot, a
 * rebooted machine the same name and another boot. Both unlike: another machine on shared storage, which nobody can
 * ask. (Two containers that share storage do not see each other's processes: they must not open one task at once.)
 */
function isHolding(holder: LockHolder): boolean {
	const { boot } = describeOwnProcess();
	const areBootsKnown = holder.boot !== undefined && boot !== undefined;
	if (areBootsKnown && holder.boot === boot) return isRunning(holder);
	if (holder.host !== hostname()) return true;
	return areBootsKnown ? false : isRunning(holder);
}

function releaseOwn(path: string, own: string): void {
	if (read(path) === own) remove(path);
}

function read(path: string): string | undefined {
	try {
		return readFileSync(path, "utf8");
	} catch (error) {
		if (codeOf(error) === "ENOENT") return undefined;
		throw toStorageError(error, path);
	}
}

function remove(path: string): void {
	try {
		unlinkSync(path);
	} catch {
		// Gone already: that is what was wanted.
	}
}

function codeOf(error: unknown): unknown {
	return error instanceof Error && "code" in error ? error.code : undefined;
}
