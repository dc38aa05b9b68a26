// One process at a time: a lock file that names its owner. A lock whose owner is gone is taken over, so that a
// killed run never blocks the next one.
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { say } from "./progress.mjs";

/**
 * Runs `work` while holding the lock at `path`; waits as long as another living process holds it.
 * @template T @param {string} path @param {() => Promise<T>} work @returns {Promise<T>}
 */
export async function withLock(path, work) {
	mkdirSync(dirname(path), { recursive: true });
	let told = false;
	while (!tryLock(path)) {
		if (!told) say(`another Kiln script is at work (${path}); waiting for it …`);
		told = true;
		await wait(500);
	}
	try {
		return await work();
	} finally {
		rmSync(path, { force: true });
	}
}

/** The file is written beside the lock and linked into place: nobody ever sees a lock without its owner's id. */
function tryLock(path) {
	const mine = `${path}.${process.pid}`;
	writeFileSync(mine, String(process.pid));
	try {
		linkSync(mine, path);
		return true;
	} catch (error) {
		if (error.code !== "EEXIST") throw error;
		if (ownerIsAlive(path)) return false;
		rmSync(path, { force: true });
		return tryLock(path);
	} finally {
		rmSync(mine, { force: true });
	}
}

function ownerIsAlive(path) {
	try {
		process.kill(Number(readFileSync(path, "utf8")), 0);
		return true;
	} catch (error) {
		// EPERM: it lives, but belongs to someone else. ENOENT: just released; the next try will tell.
		return error.code === "EPERM" || error.code === "ENOENT";
	}
}
