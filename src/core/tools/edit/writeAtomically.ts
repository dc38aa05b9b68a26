import { randomUUID } from "node:crypto";
import type { Stats } from "node:fs";
import { type FileHandle, link, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { KilnError } from "@shared/errors";
import { errnoOf } from "./ioError";

/**
 * Whole-file writes that a crash cannot tear: a temporary file in the same directory, synced, then moved over the
 * target in one step. `path` must not be a link.
 */
export async function replaceAtomically(path: string, bytes: Buffer, old: Stats): Promise<void> {
	await withTemporaryFile(path, bytes, old, (temporary) => rename(temporary, path));
}

/**
 * False when the file exists by now: a file that appeared meanwhile is never overwritten. `like`: whose owner and mode
 * it takes over.
 */
export async function createAtomically(path: string, bytes: Buffer, like?: Stats): Promise<boolean> {
	try {
		await withTemporaryFile(path, bytes, like, (temporary) => link(temporary, path));
		return true;
	} catch (error) {
		if (errnoOf(error) === "EEXIST") return false;
		if (!hasNoHardLinks(error)) throw error;
		return createExclusively(path, bytes, like);
	}
}

async function withTemporaryFile(
	path: string,
	bytes: Buffer,
	old: Stats | undefined,
	move: (temporary: string) => Promise<void>,
): Promise<void> {
	const temporary = join(dirname(path), `.kiln-${randomUUID()}.tmp`);
	try {
		const handle = await open(temporary, "wx", 0o666);
		try {
			await writeDurably(handle, bytes);
			if (old) await copyAttributes(handle, old);
		} finally {
			await handle.close();
		}
		await move(temporary);
	} finally {
		// gone after a rename; a failed removal must not hide the error of the write
		await rm(temporary, { force: true }).catch(() => undefined);
	}
}

async function writeDurably(handle: FileHandle, bytes: Buffer): Promise<void> {
	await handle.writeFile(bytes);
	await handle.sync();
	const { size } = await handle.stat();
	if (size !== bytes.length) {
		throw new KilnError("io_error", `Only ${size} of ${bytes.length} bytes could be written.`);
	}
}

async function copyAttributes(handle: FileHandle, old: Stats): Promise<void> {
	// an ordinary user may not give files away; the content counts more than the owner
	await handle.chown(old.uid, old.gid).catch(() => undefined);
	await handle.chmod(old.mode & 0o7777);
}

/** exFAT, some network and FUSE file systems */
function hasNoHardLinks(error: unknown): boolean {
	return ["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EMLINK", "EXDEV"].includes(errnoOf(error) ?? "");
}

async function createExclusively(path: string, bytes: Buffer, like?: Stats): Promise<boolean> {
	let handle: FileHandle;
	try {
		handle = await open(path, "wx", 0o666);
	} catch (error) {
		if (errnoOf(error) === "EEXIST") return false;
		throw error;
	}
	try {
		await writeDurably(handle, bytes);
		if (like) await copyAttributes(handle, like);
		return true;
	} catch (error) {
		await rm(path, { force: true });
		throw error;
	} finally {
		await handle.close();
	}
}
