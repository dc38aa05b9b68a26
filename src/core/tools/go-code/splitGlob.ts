/** A path with any of these is a pattern. */
const globCharacters = /[*?[\]{}]/;

export function isGlob(path: string): boolean {
	return globCharacters.test(path);
}

export interface SplitGlob {
	/** the directory that everything it finds lies in: "." when the glob begins at once */
	readonly base: string;
	/** relative to it, with forward slashes */
	readonly glob: string;
}

/**
 * A glob as the directory before its first segment with glob characters, and the rest. Without any, the last segment is
 * the rest. On Windows backslashes separate, elsewhere they take a character as it is.
 */
export function splitGlob(path: string, isWindows: boolean): SplitGlob {
	const slashed = isWindows ? path.replaceAll("\\", "/") : path;
	const segments = slashed.split("/");
	const first = segments.findIndex(isGlob);
	const at = first === -1 ? segments.length - 1 : first;
	const glob = segments.slice(at).join("/");
	return { base: baseOf(segments.slice(0, at)), glob };
}

function baseOf(segments: readonly string[]): string {
	const [first, ...rest] = segments;
	if (first === undefined) return ".";
	// a root keeps its slash: "/", "C:/"
	return rest.length === 0 && /^([a-zA-Z]:)?$/.test(first) ? `${first}/` : segments.join("/");
}

/** Whether a glob names its place by itself: absolute, below the home directory, or above the one it would start in. */
export function leadsElsewhere(pattern: string, isWindows: boolean): boolean {
	const slashed = isWindows ? pattern.replaceAll("\\", "/") : pattern;
	const isDrive = isWindows && /^[a-zA-Z]:\//.test(slashed);
	return isDrive || slashed.startsWith("/") || slashed.startsWith("~/") || slashed.split("/").includes("..");
}
