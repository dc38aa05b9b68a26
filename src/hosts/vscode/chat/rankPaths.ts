/** Paths of files and, derived from them, of their folders; these end with a slash. */
export function withFolders(files: readonly string[]): string[] {
	const folders = new Set<string>();
	for (const file of files) {
		for (let end = file.lastIndexOf("/"); end > 0; end = file.lastIndexOf("/", end - 1)) {
			const folder = file.slice(0, end + 1);
			// Its parents are known with it.
			if (folders.has(folder)) break;
			folders.add(folder);
		}
	}
	return [...folders, ...files];
}

/**
 * The paths that a person means by `query`, best first: the name is it, begins with it or holds it, then the path
 * holds it, then its letters stand in the path in this order. Short paths come first among equals.
 */
export function rankPaths(paths: readonly string[], query: string, max: number): string[] {
	const wanted = query.replace(/^\//, "").toLowerCase();
	const ranked: { readonly path: string; readonly rank: number }[] = [];
	for (const path of paths) {
		const rank = rankOf(path.toLowerCase(), wanted);
		if (rank !== undefined) ranked.push({ path, rank });
	}
	ranked.sort((a, b) => a.rank - b.rank || a.path.length - b.path.length || (a.path < b.path ? -1 : 1));
	return ranked.slice(0, max).map(({ path }) => path);
}

function rankOf(path: string, query: string): number | undefined {
	if (query === "") return path.split("/").length;
	const name = basenameOf(path);
	if (name === query || name.replace(/\.[^.]*$/, "") === query) return 0;
	if (name.startsWith(query)) return 1;
	if (path.startsWith(query)) return 2;
	if (name.includes(query)) return 3;
	if (path.includes(query)) return 4;
	return isSubsequence(query, path) ? 5 : undefined;
}

/** Of a folder its own name, with the slash that the query may not have typed yet left out. */
function basenameOf(path: string): string {
	const whole = path.endsWith("/") ? path.slice(0, -1) : path;
	return whole.slice(whole.lastIndexOf("/") + 1);
}

function isSubsequence(query: string, path: string): boolean {
	let at = 0;
	for (const letter of query) {
		at = path.indexOf(letter, at);
		if (at < 0) return false;
		at += letter.length;
	}
	return true;
}
