import { realpathSync, statSync } from "node:fs";
import { lstat, realpath, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { decode, detectEncoding } from "@services/files/encoding";
import { errorCode, fileError } from "@services/files/fileError";
import { openRegularFile } from "@services/files/openRegularFile";
import { KilnError } from "@shared/errors";
import { createRules } from "./createRules";
import type { FileProblem } from "./ProjectFiles";
import { problemOf } from "./readSourceText";

export const ignoreFileName = ".kilocodeignore";
/** More is no list of patterns. */
const maxBytes = 1024 * 1024;

/** The `.kilocodeignore` of a root as it was last read. */
export interface IgnoreFile {
	/** absolute path of the file */
	readonly path: string;
	readonly root: string;
	readonly realRoot: string;
	/** tells whether the file is still the same */
	readonly stamp: string;
	/** relative to the root with forward slashes; directories end with a slash */
	readonly ignores: (path: string) => boolean;
	readonly problem?: FileProblem | undefined;
}

export interface IgnoreScope {
	/** absolute path */
	readonly root: string;
	/** the file's name for people */
	readonly shown: string;
	readonly platform: NodeJS.Platform;
}

/**
 * Reads a root's ignore file; undefined when there is none. It guards: one that is there but cannot be read keeps the
 * rules it had, and everything below the root where there were none.
 */
export async function loadIgnoreFile(
	scope: IgnoreScope,
	before: IgnoreFile | undefined,
): Promise<IgnoreFile | undefined> {
	const path = join(scope.root, ignoreFileName);
	const file = { path, root: scope.root, realRoot: await realpath(scope.root).catch(() => scope.root) };
	let stamp = "";
	try {
		const stats = await stat(path);
		stamp = `${stats.mtimeMs}:${stats.size}:${stats.ino}:${file.realRoot}`;
		if (before?.stamp === stamp) return before;
		return usable({ ...file, stamp }, await readPatterns(path, scope.shown), scope);
	} catch (error) {
		if (isMissing(error) && !(await isLink(path))) return undefined;
		const { message } = fileError(error, scope.shown);
		const state = before ? "Its last rules still count" : "Everything in this folder is kept from tools";
		const reason = new KilnError("invalid_settings", message, `${state} until it can be read.`);
		// without a stamp it is tried again at each refresh
		return {
			...file,
			stamp: "",
			ignores: before?.ignores ?? (() => true),
			problem: problemOf(scope.shown, reason),
		};
	}
}

function usable(
	file: Pick<IgnoreFile, "path" | "root" | "realRoot" | "stamp">,
	patterns: string,
	{ shown, platform }: IgnoreScope,
): IgnoreFile {
	let problem: FileProblem | undefined;
	const ignores = createRules(patterns, platform, () => {
		const message = "Its patterns take too long to compare with a path.";
		const hint = "Use fewer * in one line. Everything in this folder is kept from tools until then.";
		problem = problemOf(shown, new KilnError("invalid_settings", message, hint));
	});
	return {
		...file,
		ignores,
		get problem() {
			return problem;
		},
	};
}

const isMissing = (error: unknown): boolean => /^(ENOENT|ENOTDIR)$/.test(errorCode(error) ?? "");

/** One that leads nowhere names a list all the same. */
function isLink(path: string): Promise<boolean> {
	return lstat(path).then(
		(stats) => stats.isSymbolicLink(),
		() => false,
	);
}

async function readPatterns(path: string, shown: string): Promise<string> {
	const { handle, size } = await openRegularFile(path, shown);
	try {
		if (size > maxBytes) throw new KilnError("file_too_large", "It is longer than 1 MB.");
		const bytes = await handle.readFile();
		const encoding = detectEncoding(bytes);
		if (encoding === undefined) throw new KilnError("file_binary", "It is no text.");
		return decode(bytes, encoding).replace(/^\ufeff/, "");
	} finally {
		handle.close();
	}
}

/** Whether one of the files keeps the path, by its own name or by where links lead. A directory may end with a slash. */
export function isIgnoredBy(files: readonly IgnoreFile[], absolute: string): boolean {
	if (files.length === 0) return false;
	if (files.some((file) => covers(file, absolute, absolute))) return true;
	const real = realOf(absolute);
	return real !== absolute && files.some((file) => covers(file, real, absolute));
}

function covers({ root, realRoot, ignores }: IgnoreFile, path: string, given: string): boolean {
	const inner = [root, realRoot].map((base) => innerPath(base, path)).find((each) => each !== undefined);
	if (inner === undefined || inner === "") return false;
	if (/[\\/]$/.test(given)) return ignores(`${inner}/`);
	// a pattern for directories only: the disk tells what it is
	return ignores(inner) || (ignores(`${inner}/`) && isDirectory(path));
}

/** With forward slashes; undefined outside of the base. */
function innerPath(base: string, path: string): string | undefined {
	const inner = relative(base, path);
	if (isAbsolute(inner) || inner === ".." || inner.startsWith(`..${sep}`)) return undefined;
	return inner.split(sep).join("/");
}

function isDirectory(path: string): boolean {
	return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Follows the links of the deepest existing ancestor. */
function realOf(absolute: string): string {
	let rest = "";
	for (let existing = absolute; ; existing = dirname(existing)) {
		try {
			return join(realpathSync.native(existing), rest);
		} catch {
			// missing, or no right to look: its parents tell
			if (dirname(existing) === existing) return absolute;
			rest = join(basename(existing), rest);
		}
	}
}
