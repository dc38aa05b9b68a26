import type { Stats } from "node:fs";
import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { KilnError } from "@shared/errors";
import { isWithin } from "../../../approval/isWithin";
import type { TaskHandle } from "../../BaseTool";
import { ioError } from "../ioError";

export interface DeletionTarget {
	/** absolute, as it was given */
	readonly path: string;
	/** where it really is: links of its parents are followed, but not the target itself, if it is one */
	readonly realPath: string;
	readonly stats: Stats;
}

/** What a path names, without following it. Throws for what is never deleted: outside, the workspace itself, .git. */
export async function deletionTarget(given: string, task: TaskHandle): Promise<DeletionTarget> {
	const path = task.resolvePath(given);
	const shown = task.displayPath(path);
	const roots = task.host.workspace.roots();
	try {
		refuseRoots(path, [...roots, task.host.storage.root], shown);
		if (!roots.some((root) => isWithin(path, root))) throw outside(shown);
		refuseGit(roots, path, shown);
		const realPath = join(await realpath(dirname(path)), basename(path));
		const realRoots = await Promise.all(roots.map((root) => realpath(root)));
		refuseRoots(realPath, realRoots, shown);
		if (!realRoots.some((root) => isWithin(realPath, root))) throw outside(shown);
		refuseGit(realRoots, realPath, shown);
		const stats = await lstat(path);
		// the name as the file system spells it, which may ignore case
		return { path, realPath: stats.isDirectory() ? await realpath(path) : realPath, stats };
	} catch (error) {
		throw ioError(error, shown);
	}
}

function refuseRoots(path: string, roots: readonly string[], shown: string): void {
	if (!roots.some((root) => isWithin(root, path))) return;
	throw new KilnError(
		"path_refused",
		`${shown} is the workspace, or holds it or Kiln's storage: it is never deleted.`,
		"Name what in it should go.",
	);
}

function outside(shown: string): KilnError {
	return new KilnError(
		"path_refused",
		`${shown} lies outside of the workspace.`,
		"delete_file works inside the workspace only; ask the user.",
	);
}

function refuseGit(roots: readonly string[], path: string, shown: string): void {
	const inner = roots.filter((root) => isWithin(path, root)).map((root) => relative(root, path));
	if (!inner.some((below) => below.split(sep).some((name) => name.toLowerCase() === ".git"))) return;
	throw new KilnError("path_refused", `${shown} belongs to git.`, "Use git commands for what git keeps.");
}
