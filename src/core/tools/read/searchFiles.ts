import { stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { fileError } from "@services/files/fileError";
import { createIgnoreFilter } from "@services/files/IgnoreRules";
import { findRipgrep } from "@services/ripgrep/findRipgrep";
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
	const args = ripgrepArguments({ ...request, target: place.target });
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
	const isLeftOut: Ignores = async (path) => (!place.isFile && isSecretPath(path)) || isIgnored(path);
	const outcome = await collect(run, found, isLeftOut);
	const show = (path: string) => task.displayPath(task.resolvePath(`${place.directory}/${path}`));
	const files = found.sorted().map((file) => ({ ...file, path: show(file.path) }));
	const cut = outcome.isTimedOut ? "time" : found.cut;
	return { files, cut, hasUnreadable: outcome.hasUnreadable };
}

async function findPlace(absolute: string, task: TaskHandle): Promise<Place> {
	const shown = task.displayPath(absolute);
	try {
		const stats = await stat(absolute);
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

function charLimit(task: TaskHandle): number {
	return Math.max(minTotalChars, Math.min(maxTotalChars, task.freeContextTokens));
}

async function collect(
	run: AsyncGenerator<string, RipgrepOutcome>,
	found: FoundFiles,
	isLeftOut: Ignores,
): Promise<RipgrepOutcome> {
	try {
		for (;;) {
			const next = await run.next();
			if (next.done) return next.value;
			const path = found.pathOf(next.value);
			if (path === undefined || (await isLeftOut(path))) continue;
			if (!found.add(next.value)) return { isTimedOut: false, hasUnreadable: false };
		}
	} finally {
		await run.return({ isTimedOut: false, hasUnreadable: false });
	}
}
