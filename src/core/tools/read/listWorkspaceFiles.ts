import { join } from "node:path";
import { listedPath } from "@services/files/listedPath";
import { walkTree } from "@services/files/walkTree";

export interface WorkspaceFiles {
	/** as listings show them: relative to the root, with forward slashes; sorted */
	readonly files: readonly string[];
	/** there are more */
	readonly isTruncated: boolean;
}

/**
 * The files of a workspace, nearest to the root first until `cap` is reached; ignored ones are left out. For the
 * environment details of a task's first turn: never throws but for an abort; an unreadable root has no files.
 * `isIgnored` (absolute paths) tells what `.kilocodeignore` keeps out.
 */
export async function listWorkspaceFiles(
	root: string,
	cap: number,
	signal?: AbortSignal,
	isIgnored: (absolutePath: string) => boolean = () => false,
): Promise<WorkspaceFiles> {
	try {
		const { entries, leftOut, unopened } = await walkTree(root, {
			cap,
			isRecursive: true,
			wanted: "files",
			isHidden: (path) => isIgnored(join(root, path)),
			signal,
		});
		return {
			files: entries.map(({ path }) => listedPath(path)),
			isTruncated: leftOut.length > 0 || unopened.length > 0,
		};
	} catch (error) {
		signal?.throwIfAborted();
		if (error instanceof Error && "code" in error) return { files: [], isTruncated: false };
		throw error;
	}
}
