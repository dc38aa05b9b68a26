import { lstat, readdir, realpath, rmdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import { KilnError } from "@shared/errors";
import type { TaskHandle } from "../../BaseTool";
import { errnoOf, ioError } from "../ioError";

interface Progress {
	removed: number;
}

/**
 * Removes a file, a link or a whole directory, what is deepest first. A link is removed, never what it points to: each
 * directory is looked at again right before it is opened. `realPath`: where `path` really is.
 */
export async function removeTree(path: string, realPath: string, task: TaskHandle): Promise<void> {
	const progress: Progress = { removed: 0 };
	try {
		await remove(path, realPath, task, progress);
	} catch (error) {
		if (task.signal.aborted) throw error;
		const { code, message, hint } = ioError(error, task.displayPath(path));
		const done =
			progress.removed === 0 ? "Nothing was deleted." : `${progress.removed} entries were deleted before.`;
		throw new KilnError(code, `${message} ${done}`, hint, { cause: error });
	}
}

async function remove(path: string, realPath: string, task: TaskHandle, progress: Progress): Promise<void> {
	task.signal.throwIfAborted();
	try {
		if ((await lstat(path)).isDirectory()) await removeDirectory(path, realPath, task, progress);
		else await removeEntry(path, task);
		progress.removed++;
	} catch (error) {
		throw task.signal.aborted ? error : ioError(error, task.displayPath(path));
	}
}

async function removeDirectory(
	path: string,
	realPath: string,
	task: TaskHandle,
	progress: Progress,
): Promise<void> {
	await refuseSwapped(path, realPath, task);
	const names = (await readdir(path)).sort();
	for (const name of names) await remove(join(path, name), join(realPath, name), task, progress);
	await rmdir(path);
}

async function removeEntry(path: string, task: TaskHandle): Promise<void> {
	task.noteEdit(path, null);
	try {
		await unlink(path);
	} catch (error) {
		// Windows: a link to a directory is removed like a directory
		if (process.platform !== "win32" || errnoOf(error) !== "EPERM") throw error;
		await rmdir(path);
	}
}

async function refuseSwapped(path: string, expected: string, task: TaskHandle): Promise<void> {
	if ((await realpath(path)) === expected) return;
	throw new KilnError("file_changed", `${task.displayPath(path)} leads elsewhere now: it was not deleted.`);
}
