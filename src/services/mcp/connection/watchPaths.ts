import { type FSWatcher, statSync, watch } from "node:fs";
import { basename, dirname, isAbsolute, resolve, sep } from "node:path";
import type { ClockPort, Disposable } from "@shared/host";
import { debounced } from "../debounced";
import { realPlace } from "./realPlace";

const settleMs = 300;

/** Absolute paths of an entry's `watchPaths`; relative ones start from `startFolder`. */
export function resolveWatchPaths(
	paths: readonly string[],
	workspaceFolder: string | undefined,
	startFolder = workspaceFolder,
): string[] {
	return paths.flatMap((given) => {
		const path = given.replace(/\$\{workspaceFolder\}/g, () => workspaceFolder ?? "");
		if (isAbsolute(path)) return [path];
		return startFolder === undefined ? [] : [resolve(startFolder, path)];
	});
}

/**
 * A path by its given and its real name, for comparing: however it is reached, and whether the file system tells upper
 * from lower case or not. On one that does, a file may thus be taken for another; that only asks once more.
 */
export function namesOf(path: string): string[] {
	return [...new Set([path, realPlace(path)].map((name) => name.normalize("NFC").toLowerCase()))];
}

/** Whether a changed file is one of the watched paths or lies in one. */
export function isWatched(file: string, watched: readonly string[]): boolean {
	return watched.some((path) => file === path || file.startsWith(path.endsWith(sep) ? path : path + sep));
}

/**
 * Reports changes of files and folders (with all that is in them), once things have settled. A file is watched through
 * its folder: programs replace files by renaming. A path that does not exist yet is watched when its folder does.
 */
export function watchPaths(paths: readonly string[], clock: ClockPort, onChange: () => void): Disposable {
	const report = debounced(clock, settleMs, onChange);
	const watchers = paths.flatMap((path) => {
		const watcher = watchOne(path, report.trigger);
		return watcher ? [watcher] : [];
	});
	return {
		dispose() {
			report.dispose();
			for (const watcher of watchers) watcher.close();
		},
	};
}

function watchOne(path: string, onChange: () => void): FSWatcher | undefined {
	try {
		const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
		const watcher = isFolder
			? watch(path, { recursive: true, persistent: false }, () => onChange())
			: watch(dirname(path), { persistent: false }, (_kind, name) => {
					if (name === null || name === basename(path)) onChange();
				});
		watcher.on("error", () => watcher.close());
		return watcher;
	} catch {
		// neither it nor its folder is there
		return undefined;
	}
}
