import { isAbsolute, relative, sep } from "node:path";

export function isWithin(path: string, root: string): boolean {
	const inner = relative(root, path);
	return inner === "" || (!isAbsolute(inner) && inner !== ".." && !inner.startsWith(`..${sep}`));
}
