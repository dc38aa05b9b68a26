import type { Stats } from "node:fs";
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { readDirectory } from "@services/files/readDirectory";

/** What would be deleted. Plain JSON, part of the approved operation: what differs from it later was not approved. */
export interface Survey {
	readonly files: number;
	readonly directories: number;
	/** of all files; a link counts as itself */
	readonly bytes: number;
	/** the newest change of a file, in ms since the epoch */
	readonly newestMs: number;
	/** the walk ended at its limit: all figures are lower bounds */
	readonly isMore: boolean;
}

export interface TreeSurvey extends Survey {
	/** relative to the root, in the system's form; the first ones */
	readonly names: readonly string[];
	/** what must stay, each with its reason; the first ones */
	readonly kept: readonly string[];
}

export interface SurveyOptions {
	readonly maxEntries: number;
	readonly maxNames: number;
	readonly signal: AbortSignal;
	/** why an entry may not be deleted; undefined: it may */
	keptFor(absolutePath: string): string | undefined;
}

const maxKept = 5;

/** figures of a tree that are still growing */
interface Found {
	files: number;
	directories: number;
	bytes: number;
	newestMs: number;
	readonly names: string[];
	readonly kept: string[];
}

/** Counts a file, or all that lies below a directory. Follows no link. */
export async function surveyTree(root: string, stats: Stats, options: SurveyOptions): Promise<TreeSurvey> {
	const isTree = stats.isDirectory();
	const found: Found = { files: 0, directories: 0, bytes: 0, newestMs: 0, names: [], kept: [] };
	if (isTree) found.directories++;
	else countFile(found, stats);
	const open = isTree ? [""] : [];
	for (let inner = open.pop(); inner !== undefined; inner = open.pop()) {
		const { entries, isComplete } = await nextEntries(join(root, inner), found, options);
		const files: string[] = [];
		for (const entry of entries) {
			const name = join(inner, entry.name);
			noteKept(found, name, options.keptFor(join(root, name)));
			if (entry.kind === "directory") open.push(name);
			else files.push(name);
		}
		found.directories += entries.length - files.length;
		await countFiles(root, files, found, options);
		if (!isComplete) return { ...found, isMore: true };
	}
	return { ...found, isMore: false };
}

/** The entries of a directory as far as the limit allows. */
function nextEntries(path: string, { files, directories }: Found, options: SurveyOptions) {
	const room = options.maxEntries - files - directories;
	return readDirectory(path, Math.max(0, room), options.signal);
}

function noteKept({ kept }: Found, name: string, why: string | undefined): void {
	if (why !== undefined && kept.length < maxKept) kept.push(`${name} (${why})`);
}

const filesAtOnce = 64;

async function countFiles(
	root: string,
	names: readonly string[],
	found: Found,
	{ maxNames, signal }: SurveyOptions,
): Promise<void> {
	for (let at = 0; at < names.length; at += filesAtOnce) {
		signal.throwIfAborted();
		const some = names.slice(at, at + filesAtOnce);
		const stats = await Promise.all(some.map((name) => lstat(join(root, name))));
		for (const one of stats) countFile(found, one);
		found.names.push(...some.slice(0, Math.max(0, maxNames - found.names.length)));
	}
}

function countFile(found: Found, { size, mtimeMs }: Stats): void {
	found.files++;
	found.bytes += size;
	found.newestMs = Math.max(found.newestMs, mtimeMs);
}
