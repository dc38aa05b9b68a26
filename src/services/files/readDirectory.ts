import type { Dirent } from "node:fs";
import { opendir } from "node:fs/promises";

export type EntryKind = "file" | "directory" | "link" | "special";

export interface DirectoryEntry {
	readonly name: string;
	readonly kind: EntryKind;
}

export interface DirectoryListing {
	/** sorted by name; when not complete, those that the system gave first */
	readonly entries: readonly DirectoryEntry[];
	readonly isComplete: boolean;
}

/** The entries of a directory, at most `maxEntries`: reading stops there. Links are not followed. */
export async function readDirectory(
	path: string,
	maxEntries: number,
	signal?: AbortSignal,
): Promise<DirectoryListing> {
	const entries: DirectoryEntry[] = [];
	let isComplete = true;
	for await (const entry of await opendir(path, { bufferSize: 512 })) {
		if (entries.length >= maxEntries) {
			isComplete = false;
			break;
		}
		signal?.throwIfAborted();
		entries.push({ name: entry.name, kind: kindOf(entry) });
	}
	return { entries: entries.sort(byName), isComplete };
}

function kindOf(entry: Dirent): EntryKind {
	if (entry.isFile()) return "file";
	if (entry.isDirectory()) return "directory";
	return entry.isSymbolicLink() ? "link" : "special";
}

/** By code units: the same order on every machine. */
function byName(a: DirectoryEntry, b: DirectoryEntry): number {
	return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
