import { realpath, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { errorCode, fileError } from "@services/files/fileError";
import { readDirectory } from "@services/files/readDirectory";
import type { ErrorCode } from "@shared/errors";
import { isWithin } from "../approval/isWithin";
import { isSecretPath } from "../approval/protectedPaths";
import type { FileProblem } from "./ProjectFiles";
import { maxFileBytes, problemOf, readSourceText, type SourceText } from "./readSourceText";

/** Where instruction files are looked for: a root of the workspace or the home directory. */
export interface Place {
	/** absolute path */
	readonly directory: string;
	/** links of a project must not lead out of it: what it says would not be the project's */
	readonly isProject: boolean;
	/** its `.kilocode` folder is read */
	readonly hasFolder: boolean;
	/** how a file of it is shown, given by its path relative to `directory` with forward slashes */
	show(path: string): string;
}

export interface SourceFile {
	/** relative to its place, with forward slashes */
	readonly path: string;
	readonly absolute: string;
	readonly shown: string;
	/** line ends are "\n", no byte order mark, invisible characters made visible */
	readonly text: string;
}

export type SourceCache = ReadonlyMap<string, SourceText>;

const maxTotalBytes = 1024 * 1024;
const maxFiles = 200;
const maxDepth = 5;
const maxFolderEntries = 1000;

/**
 * Reads the instruction files of one refresh within its limits. A file that has not changed since the last one (time,
 * size, inode) is not read again. What cannot be read, or is cut, is a problem; nothing throws.
 */
export class SourceReader {
	readonly problems: FileProblem[] = [];
	/** for the next refresh */
	readonly cache = new Map<string, SourceText>();
	private readonly real = new Map<string, Promise<string>>();
	private files = 0;
	private bytes = 0;
	private isFull = false;

	constructor(private readonly before: SourceCache) {}

	/** A file by its path relative to the place; undefined when it does not exist or cannot be used. */
	async file(place: Place, path: string): Promise<SourceFile | undefined> {
		const absolute = join(place.directory, path);
		const shown = place.show(path);
		try {
			const stats = await stat(absolute);
			if (!stats.isFile() || !(await this.isAllowed(place, absolute, shown))) return undefined;
			if (!this.hasRoom(shown, Math.min(stats.size, maxFileBytes))) return undefined;
			const stamp = `${stats.mtimeMs}:${stats.size}:${stats.ino}`;
			const known = this.before.get(absolute);
			const read = known?.stamp === stamp ? known : await readSourceText(absolute, shown, stamp);
			this.cache.set(absolute, read);
			this.problems.push(...read.problems);
			return read.text.trim() === "" ? undefined : { path, absolute, shown, text: read.text };
		} catch (error) {
			if (errorCode(error) !== "ENOENT" && errorCode(error) !== "ENOTDIR") this.note(shown, error);
			return undefined;
		}
	}

	/** The files below a folder whose names are accepted, by path. A link to a folder is followed, but not in a circle. */
	async folder(
		place: Place,
		path: string,
		accepts: (name: string) => boolean,
		above: readonly string[] = [],
	): Promise<SourceFile[]> {
		const real = await realpath(join(place.directory, path)).catch(() => undefined);
		if (real === undefined || above.includes(real)) return [];
		const names = await this.names(place, path);
		const found: SourceFile[] = [];
		for (const name of names) {
			const below = `${path}/${name}`;
			if (await isDirectory(join(place.directory, below))) {
				const inside = [...above, real];
				if (inside.length < maxDepth) found.push(...(await this.folder(place, below, accepts, inside)));
				else this.add(place.show(below), "limit_reached", `More than ${maxDepth} folders deep: left out.`);
			} else if (accepts(name)) {
				const file = await this.file(place, below);
				if (file) found.push(file);
			}
		}
		return found;
	}

	/** Names in a folder, sorted, without hidden ones; none when it does not exist or is refused. */
	async names(place: Place, path: string): Promise<string[]> {
		const absolute = join(place.directory, path);
		const shown = place.show(path);
		try {
			if (!(await isDirectory(absolute)) || !(await this.isAllowed(place, absolute, shown))) return [];
			const { entries, isComplete } = await readDirectory(absolute, maxFolderEntries);
			if (!isComplete) this.add(shown, "limit_reached", `Only ${maxFolderEntries} entries were looked at.`);
			return entries.map(({ name }) => name).filter((name) => !name.startsWith("."));
		} catch (error) {
			this.note(shown, error);
			return [];
		}
	}

	add(path: string, code: ErrorCode, message: string, extra: { hint?: string; line?: number } = {}): void {
		const { hint, line } = extra;
		this.problems.push({
			path,
			...(line !== undefined && { line }),
			error: { code, message, ...(hint && { hint }) },
		});
	}

	private note(shown: string, error: unknown): void {
		this.problems.push(problemOf(shown, fileError(error, shown)));
	}

	private async isAllowed(place: Place, absolute: string, shown: string): Promise<boolean> {
		if (!place.isProject) return true;
		const root = this.real.get(place.directory) ?? realpath(place.directory);
		this.real.set(place.directory, root);
		const real = await realpath(absolute);
		const isInside = isWithin(real, await root);
		// what a repository links to must not be the person's keys
		if (isInside && !isSecretPath(real)) return true;
		const where = isInside ? "to a file that may hold secrets" : "out of the project";
		this.add(shown, "path_refused", `It is a link that leads ${where}: not read.`, {
			hint: "Put the file itself into the project, or into ~/.kilocode.",
		});
		return false;
	}

	private hasRoom(shown: string, size: number): boolean {
		if (this.isFull) return false;
		this.files++;
		this.bytes += size;
		this.isFull = this.files > maxFiles || this.bytes > maxTotalBytes;
		if (!this.isFull) return true;
		const limit = `more than ${maxFiles} instruction files or ${maxTotalBytes / 1024 / 1024} MB`;
		const message = `There are ${limit}: this file and what would follow it are left out.`;
		this.add(shown, "limit_reached", message, { hint: "Merge, shorten or remove some." });
		return false;
	}
}

/** What rules are written in: Markdown, plain text, or no ending at all. */
export function isTextName(name: string): boolean {
	return /^\.(md|txt)?$/i.test(extname(name)) || extname(name) === "";
}

async function isDirectory(path: string): Promise<boolean> {
	return stat(path).then(
		(stats) => stats.isDirectory(),
		() => false,
	);
}
