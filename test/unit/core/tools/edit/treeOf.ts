import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Every entry below a folder with its bytes: equal before and after means that nothing touched the disk. */
export function treeOf(root: string): Record<string, string> {
	const entries = readdirSync(root, { recursive: true, encoding: "utf8" }).sort();
	return Object.fromEntries(
		entries.map((name) => {
			const path = join(root, name);
			const stats = lstatSync(path);
			return [name, stats.isFile() ? readFileSync(path, "base64") : `(mode ${stats.mode})`];
		}),
	);
}
