import { basename, dirname, join, resolve } from "node:path";

/**
 * Where a path that is shown may lie, most likely first: absolute, relative to a root, in the home directory (`~/…`),
 * or, with several roots, behind the name of its root.
 */
export function shownPathCandidates(
	path: string,
	{ roots, homeDir }: { readonly roots: readonly string[]; readonly homeDir: string },
): string[] {
	if (/^~[\\/]/.test(path)) return [join(homeDir, path.slice(2))];
	const named = roots.filter((root) => roots.length > 1 && path.startsWith(`${basename(root)}/`));
	return [...roots.map((root) => resolve(root, path)), ...named.map((root) => resolve(dirname(root), path))];
}
