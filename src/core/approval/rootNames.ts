import { existsSync } from "node:fs";
import { basename, isAbsolute, join, relative, resolve, sep } from "node:path";
import { isWithin } from "./isWithin";

/** The folders of a workspace that has several, by the name that a path into them begins with: `name/path`. */
export type RootNames = ReadonlyMap<string, string>;

const none: RootNames = new Map();

/** `.github/x` and `.kilocode/rules/x` mean the task's own folder, protection included; `~/x` means the home directory. */
const isNameable = (name: string) => /^[^.~]/.test(name);

/**
 * Looks once whether the task's folder has an entry of that name, which then is what `name/path` means. Where two folders
 * are called the same, none has a name.
 */
export function rootNames(cwd: string, roots: readonly string[]): RootNames {
	const all = [...new Set([cwd, ...roots])];
	const names = all.map((root) => basename(root));
	if (all.length === 1 || new Set(names).size < all.length) return none;
	const named = all.map((root) => [basename(root), root] as const);
	return new Map(named.filter(([name]) => isNameable(name) && !existsSync(join(cwd, name))));
}

/** `name/path` as an absolute path; undefined for what begins with no name. */
export function inNamedRoot(given: string, names: RootNames): string | undefined {
	if (names.size === 0 || isAbsolute(given)) return undefined;
	const [first = ""] = given.split(sep === "\\" ? /[\\/]/ : "/", 1);
	const root = names.get(first);
	return root === undefined ? undefined : resolve(join(root, given.slice(first.length)));
}

/** The inverse, with forward slashes; undefined for what is in no folder with a name. */
export function namedPath(absolute: string, names: RootNames): string | undefined {
	const around = [...names].filter(([, root]) => isWithin(absolute, root));
	const [nearest] = around.sort(([, a], [, b]) => b.length - a.length);
	if (nearest === undefined) return undefined;
	const [name, root] = nearest;
	return [name, ...relative(root, absolute).split(sep)].filter((part) => part !== "").join("/");
}
