import { lstat, mkdir, readFile, realpath, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readDirectory } from "@services/files/readDirectory";
import { KilnError } from "@shared/errors";
import { isWithin } from "../../approval/isWithin";
import { errnoOf, ioError } from "../../tools/edit/ioError";
import type { ModeRulesFile } from "./rulesPath";

const maxFiles = 100;
const maxBytes = 1024 * 1024;
const maxDepth = 5;

/** The name of a mode's folder of rules inside `.kilocode`. */
export const modeRulesFolder = (slug: string): string => `rules-${slug}`;

/**
 * The rule files below a mode's folder, for an export; none when the folder does not exist. Links are not followed: an
 * export holds what the folder holds. Throws a KilnError when there is too much of it or it cannot be read.
 */
export async function readModeRules(folder: string): Promise<ModeRulesFile[]> {
	const files: ModeRulesFile[] = [];
	let bytes = 0;
	for (const relativePath of await rulesPaths(folder, "", 0)) {
		const content = await readFile(join(folder, relativePath), "utf8").catch((error: unknown) => {
			throw ioError(error, join(folder, relativePath));
		});
		bytes += content.length;
		files.push({ relativePath, content });
		if (files.length > maxFiles || bytes > maxBytes) {
			const message = `${folder} holds more than an export takes: ${maxFiles} files and 1 MB.`;
			throw new KilnError("file_too_large", message, "Move files that are no rules out of it.");
		}
	}
	return files;
}

async function rulesPaths(folder: string, below: string, depth: number): Promise<string[]> {
	if (depth > maxDepth) return [];
	const listing = await readDirectory(join(folder, below), maxFiles * 10).catch((error: unknown) => {
		if (errnoOf(error) === "ENOENT") return { entries: [] };
		throw ioError(error, join(folder, below));
	});
	const paths: string[] = [];
	for (const { name, kind } of listing.entries) {
		const path = below === "" ? name : `${below}/${name}`;
		if (kind === "file") paths.push(path);
		if (kind === "directory") paths.push(...(await rulesPaths(folder, path, depth + 1)));
	}
	return paths;
}

/** Those of the files that exist already and hold something else, to be asked about before they are written. */
export async function changedModeRules(folder: string, files: readonly ModeRulesFile[]): Promise<string[]> {
	const differs = async ({ relativePath, content }: ModeRulesFile) => {
		const old = await readFile(join(folder, relativePath), "utf8").catch(() => undefined);
		return old === undefined || old === content ? [] : [relativePath];
	};
	return (await Promise.all(files.map(differs))).flat();
}

/**
 * Writes a mode's rule files. `base` is the folder that nothing may lead out of: a link inside it that does is refused.
 * Throws a KilnError.
 */
export async function writeModeRules(
	base: string,
	folder: string,
	files: readonly ModeRulesFile[],
): Promise<void> {
	for (const { relativePath, content } of files) {
		const path = join(folder, relativePath);
		try {
			await refuseLinks(base, path);
			await mkdir(dirname(path), { recursive: true });
			await writeFile(path, content);
		} catch (error) {
			throw ioError(error, path);
		}
	}
}

/** Before anything is made: the deepest folder that exists must lie in the base, and the file must be no link. */
async function refuseLinks(base: string, path: string): Promise<void> {
	const realBase = await realpath(base);
	let existing = dirname(path);
	for (;;) {
		const real = await realpath(existing).catch(() => undefined);
		const isDangling = real === undefined && (await isLink(existing));
		if (isDangling || (real !== undefined && !isWithin(real, realBase)) || (await isLink(path))) {
			throw new KilnError("path_refused", `${path} leads elsewhere by a link.`, "Remove the link first.");
		}
		if (real !== undefined) return;
		existing = dirname(existing);
	}
}

async function isLink(path: string): Promise<boolean> {
	return lstat(path).then(
		(stats) => stats.isSymbolicLink(),
		() => false,
	);
}
