import type { Stats } from "node:fs";
import { mkdir, realpath, rmdir, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { KilnError } from "@shared/errors";
import { changed } from "./checkUnchanged";
import { readBytes } from "./TextFile";
import { createAtomically, replaceAtomically } from "./writeAtomically";

/** From these bytes to those; null: no file. At least one of both is none. */
export interface DiskChange {
	/** without a link on the way */
	readonly path: string;
	readonly shown: string;
	readonly before: Buffer | null;
	readonly after: Buffer | null;
	/** whose mode and owner the new bytes get */
	readonly like: Stats | undefined;
	/** of the old bytes, should they be put back */
	readonly stats: Stats | undefined;
}

/** Carries out a change of a closed file, and takes it back as long as the file is what was written. */
export function diskWrite(change: DiskChange): { run(): Promise<false>; undo(): Promise<void> } {
	const { path, shown, before, after, like, stats } = change;
	/** the topmost folder that was made for the file */
	let madeFolder: string | undefined;
	const removeMadeFolders = async () => {
		if (madeFolder !== undefined) await removeEmptyFolders(dirname(path), madeFolder);
	};
	return {
		async run() {
			if (before === null) madeFolder = await mkdir(dirname(path), { recursive: true });
			try {
				if (before === null) await refuseMovedFolder(path, shown);
				await put(path, shown, before, after, like);
			} catch (error) {
				await removeMadeFolders();
				throw error;
			}
			return false;
		},
		async undo() {
			await refuseForeign(path, shown, after);
			await put(path, shown, after, before, stats);
			await removeMadeFolders();
		},
	};
}

async function put(
	path: string,
	shown: string,
	from: Buffer | null,
	to: Buffer | null,
	like: Stats | undefined,
): Promise<void> {
	if (to === null) return unlink(path);
	if (from !== null && like !== undefined) return replaceAtomically(path, to, like);
	if (!(await createAtomically(path, to, like))) throw changed(shown, "it was created meanwhile");
}

/** A folder that became a link meanwhile would lead the file elsewhere. */
async function refuseMovedFolder(path: string, shown: string): Promise<void> {
	const folder = dirname(path);
	if ((await realpath(folder)) !== folder) throw changed(shown, "its path leads elsewhere now");
}

async function refuseForeign(path: string, shown: string, expected: Buffer | null): Promise<void> {
	if (expected === null) return;
	const now = await readBytes(path, shown);
	if (!now.equals(expected)) throw new KilnError("file_changed", "it was changed on disk since");
}

async function removeEmptyFolders(from: string, top: string): Promise<void> {
	for (let folder = from; folder.length >= top.length; folder = dirname(folder)) {
		try {
			await rmdir(folder);
		} catch {
			// somebody has put something there: it stays
			return;
		}
	}
}
