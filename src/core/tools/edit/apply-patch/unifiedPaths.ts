/** Names of files as `diff` and `git` write them. */
export const devNull = "/dev/null";

/** The name in a `---` or `+++` line: without its time stamp, unquoted. */
export function headerPath(line: string): string {
	return unquote(line.slice(4).replace(/\t.*$/, "").trim());
}

/** git quotes names with special characters as C strings, letters beyond ASCII as octal bytes. */
export function unquote(name: string): string {
	const quoted = /^"(.*)"$/.exec(name)?.[1];
	if (quoted === undefined) return name;
	const bytes: number[] = [];
	for (const [, octal, letter, plain] of quoted.matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/g)) {
		if (octal !== undefined) bytes.push(Number.parseInt(octal, 8) & 0xff);
		else bytes.push(...Buffer.from(plain ?? escapes.get(letter ?? "") ?? letter ?? ""));
	}
	return Buffer.from(bytes).toString("utf8");
}

const escapes = new Map([
	["t", "\t"],
	["n", "\n"],
	["r", "\r"],
	["a", "\x07"],
	["b", "\b"],
	["f", "\f"],
	["v", "\v"],
]);

export interface PathPair {
	readonly old: string;
	readonly new: string;
}

/**
 * Takes off git's prefixes: `a/` and `b/`, or those of `diff.mnemonicPrefix` where the rest is the same. Without them
 * a first folder that is really called `a` stays.
 */
export function withoutPrefixes(pair: PathPair): PathPair {
	const [old, now] = [splitPrefix(pair.old), splitPrefix(pair.new)];
	if (pair.old === devNull) return { old: devNull, new: now?.prefix === "b" ? now.rest : pair.new };
	if (pair.new === devNull) return { old: old?.prefix === "a" ? old.rest : pair.old, new: devNull };
	if (!old || !now) return pair;
	const isPlain = old.prefix === "a" && now.prefix === "b";
	const isMnemonic = old.prefix !== now.prefix && old.rest === now.rest;
	return isPlain || isMnemonic ? { old: old.rest, new: now.rest } : pair;
}

function splitPrefix(path: string): { prefix: string; rest: string } | undefined {
	const match = /^([abciow])\/(.+)$/s.exec(path);
	return match ? { prefix: match[1] ?? "", rest: match[2] ?? "" } : undefined;
}

/** two of the longest paths that systems take */
const maxNamesChars = 2 * 4096 + 10;

/** The names of a `diff --git` line, needed where no other line gives them: then both are the same but for prefixes. */
export function gitPaths(line: string): PathPair | undefined {
	const names = line.slice("diff --git ".length).trim();
	if (names.length > maxNamesChars) return undefined;
	const quoted = /^("(?:[^"\\]|\\.)*") ("(?:[^"\\]|\\.)*")$/.exec(names);
	if (quoted) return { old: unquote(quoted[1] ?? ""), new: unquote(quoted[2] ?? "") };
	for (let at = names.indexOf(" "); at !== -1; at = names.indexOf(" ", at + 1)) {
		const pair = { old: names.slice(0, at), new: names.slice(at + 1) };
		const plain = withoutPrefixes(pair);
		if (plain.old === plain.new) return pair;
	}
	return undefined;
}
