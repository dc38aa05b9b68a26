import { findRipgrep } from "@services/ripgrep/findRipgrep";
import { listFilesArguments } from "@services/ripgrep/listFilesArguments";
import { runRipgrep } from "@services/ripgrep/runRipgrep";
import { isAbortError } from "@shared/errors";
import type { TaskHandle } from "../BaseTool";
import { ignoreFilesFor } from "./globFiles";

const timeoutMs = 3000;
const maxFiles = 200_000;

export interface FileCounts {
	/** by directory, relative to the root */
	readonly files: ReadonlyMap<string, number>;
	/** false: it was ended early, each number is a minimum */
	readonly isExact: boolean;
}

/**
 * How many files lie in and below each of the directories; ignored ones do not count, and of directories within each
 * other the outer one counts. undefined when they cannot be counted: then a tree is shown without numbers.
 */
export async function countFiles(
	root: string,
	directories: readonly string[],
	task: TaskHandle,
): Promise<FileCounts | undefined> {
	if (directories.length === 0) return { files: new Map(), isExact: true };
	try {
		return await count(root, directories, task);
	} catch (error) {
		if (isAbortError(error)) throw error;
		return undefined;
	}
}

async function count(root: string, directories: readonly string[], task: TaskHandle): Promise<FileCounts> {
	const files = new Map(directories.map((path) => [path, 0]));
	const run = runRipgrep({
		binary: await findRipgrep(task.host.environment),
		args: listFilesArguments({ ignoreFiles: ignoreFilesFor(root, task) }),
		cwd: root,
		separator: "\0",
		signal: task.signal,
		timeoutMs,
	});
	let seen = 0;
	try {
		for (;;) {
			const next = await run.next();
			if (next.done) return { files, isExact: !next.value.isTimedOut };
			for (const path of next.value) addTo(files, path);
			seen += next.value.length;
			if (seen > maxFiles) return { files, isExact: false };
		}
	} finally {
		await run.return({ isTimedOut: false, hasUnreadable: false });
	}
}

function addTo(files: Map<string, number>, record: string): void {
	const path = process.platform === "win32" ? record.replaceAll("\\", "/") : record;
	for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) {
		const directory = path.slice(0, end);
		const known = files.get(directory);
		if (known === undefined) continue;
		files.set(directory, known + 1);
		return;
	}
}
