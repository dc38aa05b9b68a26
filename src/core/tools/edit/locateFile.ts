import type { Stats } from "node:fs";
import { lstat, realpath, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { KilnError } from "@shared/errors";
import { errnoOf, ioError } from "./ioError";

export interface FileLocation {
	/** every link followed; of a missing file, the links of its deepest existing ancestor */
	readonly realPath: string;
	/** undefined: nothing is there */
	readonly stats?: Stats;
	/** the path itself, not only a folder on the way, is a link */
	readonly isLink: boolean;
}

/**
 * Where a write to this path would land. Throws for what is no regular file: nothing is ever opened to find out, since
 * opening a FIFO blocks and opening a device may act.
 */
export async function locateFile(path: string): Promise<FileLocation> {
	try {
		const realPath = await realpath(path);
		const stats = await stat(realPath);
		refuseSpecialFile(path, stats);
		return { realPath, stats, isLink: (await lstat(path)).isSymbolicLink() };
	} catch (error) {
		if (errnoOf(error) !== "ENOENT") throw ioError(error, path);
		await refuseDanglingLink(path);
		return { realPath: await realPathOfMissing(path), isLink: false };
	}
}

function refuseSpecialFile(path: string, stats: Stats): void {
	if (stats.isFile()) return;
	if (stats.isDirectory()) {
		throw new KilnError("path_is_directory", `${path} is a directory.`, "Give the path of a file in it.");
	}
	throw new KilnError("path_refused", `${path} is no regular file (a device, FIFO or socket).`);
}

/** Writing "through" it would create a file wherever it points. */
async function refuseDanglingLink(path: string): Promise<void> {
	const stats = await lstat(path).catch(() => undefined);
	if (!stats?.isSymbolicLink()) return;
	throw new KilnError("path_refused", `${path} is a link whose target does not exist.`);
}

async function realPathOfMissing(path: string): Promise<string> {
	const parent = dirname(path);
	if (parent === path) return path;
	try {
		const realParent = await realpath(parent);
		if (!(await stat(realParent)).isDirectory()) {
			throw new KilnError("path_not_directory", `A parent of ${path} is a file.`);
		}
		return join(realParent, basename(path));
	} catch (error) {
		if (errnoOf(error) !== "ENOENT") throw ioError(error, path);
		await refuseDanglingLink(parent);
		return join(await realPathOfMissing(parent), basename(path));
	}
}
