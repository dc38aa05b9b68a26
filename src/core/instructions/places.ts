import { basename } from "node:path";
import type { Place } from "./SourceReader";

/** With several roots each file is named by its root, too. */
export function rootPlaces(roots: readonly string[], homeDir: string): Place[] {
	const directories = [...new Set(roots)];
	const names = directories.map((directory) => basename(directory));
	const isClear = new Set(names).size === names.length;
	return directories.map((directory) => ({
		directory,
		isProject: true,
		// ~/.kilocode is the user's own, also where the home directory is a root
		hasFolder: directory !== homeDir,
		show: (path) =>
			directories.length === 1 ? path : `${isClear ? basename(directory) : directory}/${path}`,
	}));
}

export function homePlace(homeDir: string): Place {
	return { directory: homeDir, isProject: false, hasFolder: true, show: (path) => `~/${path}` };
}
