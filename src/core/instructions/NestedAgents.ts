import { dirname, relative, sep } from "node:path";
import { createIgnoreFilter } from "@services/files/IgnoreRules";
import { isWithin } from "../approval/isWithin";
import { agentsFileName } from "./readRules";
import type { Place, SourceFile, SourceReader } from "./SourceReader";

/** Directories that are looked at; those that were touched longest ago are dropped. */
const maxDirectories = 300;

/**
 * The AGENTS.md files between a root and the files that tasks touch: in a large repository each part tells about
 * itself. What git ignores, and installed packages, do not speak for the project.
 */
export class NestedAgents {
	/** absolute directories that were asked about, the latest last */
	private readonly touched = new Set<string>();
	private found = new Map<string, SourceFile>();

	note(paths: readonly string[]): void {
		for (const path of paths) {
			const directory = dirname(path);
			this.touched.delete(directory);
			this.touched.add(directory);
		}
		for (const directory of this.touched) {
			if (this.touched.size <= maxDirectories) return;
			this.touched.delete(directory);
		}
	}

	async read(reader: SourceReader, places: readonly Place[]): Promise<void> {
		const directories = new Map<string, Place>();
		for (const directory of this.touched) {
			const place = placeOf(directory, places);
			if (place) for (const each of between(place.directory, directory)) directories.set(each, place);
		}
		const filters = new Map<string, (path: string) => Promise<boolean>>();
		const found = new Map<string, SourceFile>();
		for (const [directory, place] of [...directories].sort(([a], [b]) => (a < b ? -1 : 1))) {
			const path = [...relative(place.directory, directory).split(sep), agentsFileName].join("/");
			const file = await reader.file(place, path);
			if (!file) continue;
			const isIgnored = filters.get(place.directory) ?? createIgnoreFilter(place.directory);
			filters.set(place.directory, isIgnored);
			if (!(await isIgnored(path))) found.set(directory, file);
		}
		this.found = found;
	}

	/** The nearest one above each path, without those of the roots; outer ones first. */
	above(paths: readonly string[], places: readonly Place[]): SourceFile[] {
		const nearest = new Set<SourceFile>();
		for (const path of paths) {
			const place = placeOf(path, places);
			const directories = place ? between(place.directory, dirname(path)) : [];
			const directory = directories.findLast((each) => this.found.has(each));
			const file = directory === undefined ? undefined : this.found.get(directory);
			if (file) nearest.add(file);
		}
		return [...nearest].sort((a, b) => (a.absolute < b.absolute ? -1 : 1));
	}
}

/** The innermost place that holds the path. */
function placeOf(path: string, places: readonly Place[]): Place | undefined {
	return places
		.filter(({ directory }) => isWithin(path, directory))
		.sort((a, b) => b.directory.length - a.directory.length)[0];
}

/** The directories below `root` on the way to `directory`, which is the last; none when it is the root. */
function between(root: string, directory: string): string[] {
	const path: string[] = [];
	for (let each = directory; each !== root && isWithin(each, root); each = dirname(each)) path.unshift(each);
	return path;
}
