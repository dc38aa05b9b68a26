import type { FileHandle } from "node:fs/promises";

/** Closes a file that was only read. Nobody waits for that: it would be one more turn through the thread pool a file. */
export function closeUnawaited(handle: FileHandle): void {
	// what was read is there already: nothing can be lost
	handle.close().catch(() => undefined);
}
