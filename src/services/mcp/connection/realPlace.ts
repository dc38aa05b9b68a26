import { readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

const maxLinks = 40;

/**
 * Where an absolute path leads, every link followed. Parts that do not exist stay as they are; a dangling link counts as
 * the place that a write through it would make. Never throws.
 */
export function realPlace(path: string, links = 0): string {
	let existing = path;
	let rest = "";
	for (;;) {
		const real = orUndefined(() => realpathSync.native(existing));
		if (real !== undefined) return join(real, rest);
		const link = orUndefined(() => readlinkSync(existing));
		if (link !== undefined && links < maxLinks) {
			return realPlace(join(resolve(dirname(existing), link), rest), links + 1);
		}
		const parent = dirname(existing);
		if (parent === existing) return path;
		rest = join(basename(existing), rest);
		existing = parent;
	}
}

function orUndefined(read: () => string): string | undefined {
	try {
		return read();
	} catch {
		// it is not there, or no link: whoever calls goes on with its folder
		return undefined;
	}
}
