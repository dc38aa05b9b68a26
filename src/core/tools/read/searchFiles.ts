import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { fileError } from "@services/files/fileError";
import { createIgnoreFilter } from "@services/files/IgnoreRules";
import { refuseProcess } from "@services/files/openRegularFile";
import { findRipgrep } from "@services/ripgrep/findRipgrep";
import { createRecordJoiner } from "@services/ripgrep/parseRipgrepLine";
import {
	overridesIgnoreFiles,
	ripgrepArguments,
	type SearchOutput,
} from "@services/ripgrep/ripgrepArguments";
import { type RipgrepOutcome, runRipgrep } from "@services/ripgrep/runRipgrep";
import { KilnError } from "@shared/errors";
import { isSecretPath } from "../../approval/protectedPaths";
import type { TaskHandle } from "../BaseTool";
import { type FoundFile, FoundFiles } from "./FoundFiles";

/** Characters of all lines; less when the context window is nearly full. */
const maxTotalChars = 100_000;
const minTotalChars = 3000;
const timeoutMs = 60_000;

export interface SearchRequest {
	readonly path: string;
	readonly regex: string;
	readonly filePattern?: string | undefined;
	readonly output: SearchOutput;
	readonly contextLines: number;
}

export interface SearchResult {
	/** sorted by path */
	readonly files: readonly FoundFile[];
	/** there is more: why the search was ended */
	readonly cut?: "results" | "size" | "time" | undefined;
	readonly hasUnreadable: boolean;
}

/** Where ripgrep runs and what it is told to search there. */
interface Place {
	readonly directory: string;
	readonly target: string;
	/** a file that was named is searched: the policy has been asked about it by name */
	readonly isFile: boolean;
}

type Ignores = (path: string) => Promise<boolean>;

/** Runs the search and keeps what it finds until a limit is reached. */
export async function searchFiles(request: SearchRequest, task: TaskHandle): Promise<SearchResult> {
	const place = await findPlace(task.resolvePath(request.path), task);
	const binary = await findRipgrep(task.host.environment);
	const isIgnored: Ignores = overridesIgnoreFiles(request.filePattern)
		? createIgnoreFilter(place.directory)
		: async () => false;
	const args = [
		...ignoreFileArguments(place, task),
		...ripgrepArguments({ ...request, target: place.target }),
	];
	const run = runRipgrep({
		binary,
		cwd: place.directory,
		signal: task.signal,
		args,
		separator: request.output === "files_with_matches" ? "\0" : "\n",
		timeoutMs,
	});
	const found = new FoundFiles(request.output, charLimit(task));
	// Not even their number is told: search by search it would say what is in them.
	const isLeftOut = remembered(
		async (path) =>
			(!place.isFile && isSecretPath(path)) ||
			task.project.isIgnored(resolve(place.directory, path)) ||
			isIgnored(path),
	);
	// lists of paths are split at NUL already
	const whole = request.output === "files_with_matches" ? (record: string) => record : createRecordJoiner();
	const outcome = await collect(run, (record) => addRecord(whole(record), found, isLeftOut));
	const show = (path: string) => task.displayPath(task.resolvePath(`${place.directory}/${path}`));
	const files = found.sorted().map((file) => ({ ...file, path: show(file.path) }));
	const cut = outcome.isTimedOut ? "time" : found.cut;
	return { files, cut, hasUnreadable: outcome.hasUnreadable };
}

async function findPlace(absolute: string, task: TaskHandle): Promise<Place> {
	const shown = task.displayPath(absolute);
	try {
		const stats = await stat(absolute);
		await refuseProcess(stats, shown);
		// ripgrep cannot start in a directory that may not be entered, and would find nothing in such a file
		const { R_OK, X_OK } = constants;
		if (stats.isDirectory() || stats.isFile()) await access(absolute, stats.isFile() ? R_OK : R_OK | X_OK);
		if (stats.isDirectory()) return { directory: absolute, target: ".", isFile: false };
		// "./" since a file called "-" would mean standard input
		if (stats.isFile())
			return { directory: dirname(absolute), target: `./${basename(absolute)}`, isFile: true };
	} catch (error) {
		throw fileError(error, shown);
	}
	throw new KilnError(
		"path_refused",
		`${shown} is neither a directory nor a regular file; it was not opened.`,
		"Search a directory or a file.",
	);
}

/**
 * Spares ripgrep the way through what `.kilocodeignore` names. It takes the patterns as relative to where it runs, and
 * globs outrank them: results are judged one by one all the same.
 */
function ignoreFileArguments({ directory }: Place, { project }: TaskHandle): string[] {
	const here = project.ignoreFiles().filter((path) => dirname(path) === directory);
	return here.map((path) => `--ignore-file=${path}`);
}

/** Each matching line names its file again. */
function remembered(judge: Ignores): Ignores {
	const known = new Map<string, Promise<boolean>>();
	return (path) => {
		const answer = known.get(path) ?? judge(path);
		known.set(path, answer);
		return answer;
	};
}

function charLimit(task: TaskHandle): number {
	return Math.max(minTotalChars, Math.min(maxTotalChars, task.freeContextTokens));
}

/** `add` returns false when a limit is reached. */
async function collect(
	run: AsyncGenerator<readonly string[], RipgrepOutcome>,
	add: (record: string) => Promise<boolean>,
): Promise<RipgrepOutcome> {
	try {
		for (;;) {
			const next = await run.next();
			if (next.done) return next.value;
			for (const record of next.value) {
				if (!(await add(record))) return { isTimedOut: false, hasUnreadable: false };
			}
		}
	} finally {
		await run.return({ isTimedOut: false, hasUnreadable: false });
	}
}

async function addRecord(
	record: string | undefined,
	found: FoundFiles,
	isLeftOut: Ignores,
): Promise<boolean> {
	const path = record === undefined ? undefined : found.pathOf(record);
	if (record === undefined || path === undefined || (await isLeftOut(path))) return true;
	return found.add(record);
}
