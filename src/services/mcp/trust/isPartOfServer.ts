import { isRemote } from "../config/entrySchema";
import type { McpServerConfig } from "../config/McpServerConfig";
import { isWatched, namesOf, resolveWatchPaths } from "../connection/watchPaths";
import { isRunFile, runFilesOf } from "./runFiles";

/**
 * Whether a file (absolute, there or not) is part of what a project's server runs: one that it watches, or that its
 * command, arguments or variables name. Links are followed on both sides.
 */
export function isPartOfServer(file: string, { entry, scope }: McpServerConfig): boolean {
	if (scope.kind !== "project") return false;
	const names = namesOf(file);
	const watched = resolveWatchPaths(entry.watchPaths, scope.root).flatMap(namesOf);
	if (names.some((name) => isWatched(name, watched))) return true;
	if (isRemote(entry)) return false;
	const { files, modules } = runFilesOf(entry, scope.root);
	const run = { files: files.flatMap(namesOf), modules: modules.flatMap(namesOf) };
	return names.some((name) => isRunFile(name, run));
}
