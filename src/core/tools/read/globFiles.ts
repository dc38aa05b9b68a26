import { dirname } from "node:path";
import { findRipgrep } from "@services/ripgrep/findRipgrep";
import { isNameGlob, listFilesArguments } from "@services/ripgrep/listFilesArguments";
import { runRipgrep } from "@services/ripgrep/runRipgrep";
import { isSecretPath } from "../../approval/protectedPaths";
import type { TaskHandle } from "../BaseTool";
import { parseGlob } from "./globPattern";

const timeoutMs = 60_000;

export interface GlobRequest {
	/** absolute path of a directory */
	readonly directory: string;
	/** relative to it */
	readonly pattern: string;
	/** files to keep */
	readonly cap: number;
}

export interface GlobResult {
	/** relative to the directory, newest first */
	readonly paths: readonly string[];
	/** matching files beyond the cap, all older */
	readonly older: number;
	/** it took too long and was ended: there may be more, and newer ones */
	readonly isTimedOut: boolean;
}

/**
 * Files by glob. What ignore files and `.kilocodeignore` name is left out, and so is what may hold secrets, whose
 * number is not told either. ripgrep lists, filters by name and sorts: nothing here waits file by file.
 */
export async function globFiles(request: GlobRequest, task: TaskHandle): Promise<GlobResult> {
	const { directory, cap } = request;
	const glob = parseGlob(request.pattern);
	const names = glob.names?.every(isNameGlob) ? glob.names : [];
	const run = runRipgrep({
		binary: await findRipgrep(task.host.environment),
		args: listFilesArguments({ names, isNewestFirst: true, ignoreFiles: ignoreFilesFor(directory, task) }),
		cwd: directory,
		separator: "\0",
		signal: task.signal,
		timeoutMs,
	});
	const isVisible = visibleBelow(directory, task);
	const paths: string[] = [];
	let older = 0;
	for (;;) {
		const next = await run.next();
		if (next.done) return { paths, older, isTimedOut: next.value.isTimedOut };
		for (const record of next.value) {
			const path = toForwardSlashes(record);
			if (!glob.matches(path) || !isVisible(path)) continue;
			if (paths.length < cap) paths.push(path);
			else older++;
		}
	}
}

/** Spares ripgrep the directories that `visibleBelow` would leave out file by file. Patterns count from its cwd only. */
export function ignoreFilesFor(directory: string, task: TaskHandle): string[] {
	return task.project.ignoreFiles().filter((path) => dirname(path) === directory);
}

/** Whether tools may name a file, by its path relative to the directory. */
export function visibleBelow(directory: string, task: TaskHandle): (path: string) => boolean {
	const { project } = task;
	const isIgnored = (path: string) => project.isIgnored(`${directory}/${path}`);
	return (path) => !isSecretPath(path.slice(path.lastIndexOf("/") + 1)) && !isIgnored(path);
}

/** ripgrep writes paths as its system does. */
function toForwardSlashes(path: string): string {
	return process.platform === "win32" ? path.replaceAll("\\", "/") : path;
}
