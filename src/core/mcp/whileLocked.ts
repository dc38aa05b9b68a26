import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { KilnError } from "@shared/errors";
import type { ClockPort } from "@shared/host";
import { toStorageError } from "../task/storageError";
import { tryLock } from "../task/taskLock";

const pollMs = 50;
/** longer than any holder takes: its requests are bounded */
const maxWaitMs = 120_000;

/**
 * Runs `work` while nobody else of this machine holds the lock file `path`, in this process or another. A dead process'
 * lock does not count. Throws `storage_unwritable`, also when the lock does not become free.
 */
export async function whileLocked<T>(
	path: string,
	clock: Pick<ClockPort, "sleep">,
	work: () => Promise<T>,
): Promise<T> {
	await mkdir(dirname(path), { recursive: true }).catch((error: unknown) => {
		throw toStorageError(error, path);
	});
	for (let waitedMs = 0; waitedMs < maxWaitMs; waitedMs += pollMs) {
		const lock = tryLock(path);
		if (lock === undefined) {
			await clock.sleep(pollMs);
			continue;
		}
		try {
			return await work();
		} finally {
			lock.release();
		}
	}
	throw new KilnError(
		"storage_unwritable",
		`Another Kiln holds ${path} and does not let go of it.`,
		"End the other window or process; if there is none, delete the file.",
	);
}
