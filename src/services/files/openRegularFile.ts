import { constants, fstatSync, type Stats } from "node:fs";
import { stat } from "node:fs/promises";
import { KilnError } from "@shared/errors";
import { fileError } from "./fileError";
import { ReadHandle } from "./ReadHandle";

export interface OpenFile {
	readonly handle: ReadHandle;
	readonly size: number;
}

/**
 * Opens a regular file for reading; the caller closes it. FIFOs, sockets and devices are refused before they are
 * opened, since opening one can block or act. Links are followed: the runner has judged where they lead.
 */
export async function openRegularFile(path: string, shown: string): Promise<OpenFile> {
	try {
		const stats = await stat(path);
		refuseUnlessRegular(stats, shown);
		await refuseProcess(stats, shown);
		// not blocking: a FIFO that took the file's place in between must not hang the task
		const handle = await ReadHandle.open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
		return await checkOpened(handle, shown);
	} catch (error) {
		throw fileError(error, shown);
	}
}

async function checkOpened(handle: ReadHandle, shown: string): Promise<OpenFile> {
	try {
		// of an open file this asks the kernel's own table: cheaper than a turn through the thread pool
		const stats = fstatSync(handle.fd);
		refuseUnlessRegular(stats, shown);
		return { handle, size: stats.size };
	} catch (error) {
		handle.close();
		throw error;
	}
}

function refuseUnlessRegular(stats: Stats, shown: string): void {
	if (stats.isFile()) return;
	if (stats.isDirectory()) {
		throw new KilnError(
			"path_is_directory",
			`${shown} is a directory, not a file.`,
			"Use list_files to see what it holds, then read the files you need.",
		);
	}
	throw new KilnError(
		"path_refused",
		`${shown} is ${specialKind(stats)}, not a regular file; it was not opened.`,
		"Read a regular file instead.",
	);
}

function specialKind(stats: Stats): string {
	if (stats.isFIFO()) return "a named pipe (FIFO)";
	if (stats.isSocket()) return "a socket";
	return "a device";
}

/** Files in /proc look regular, but some never end and some hold the keys of Kiln's own process. */
export async function refuseProcess({ dev }: Stats, shown: string): Promise<void> {
	if (dev !== (await processDevice())) return;
	throw new KilnError(
		"path_refused",
		`${shown} lies in /proc, which holds live system data and no files.`,
		"Use execute_command with a fitting program.",
	);
}

let foundDevice: Promise<number | undefined> | undefined;

/** The device that /proc is; undefined where there is none. By its device it is known by whatever path. */
function processDevice(): Promise<number | undefined> {
	foundDevice ??= Promise.all([stat("/proc/self/stat"), stat("/")]).then(
		([{ dev }, root]) => (dev === root.dev ? undefined : dev),
		() => undefined,
	);
	return foundDevice;
}
