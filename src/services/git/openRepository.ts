import { realpath } from "node:fs/promises";
import { isAbsolute, relative, sep } from "node:path";
import { KilnError } from "@shared/errors";
import { type GitOutcome, runGit } from "./runGit";

export interface RepositoryScope {
	/** absolute path; what lies outside of it is not shown */
	readonly cwd: string;
	readonly variables: Readonly<Record<string, string>>;
	readonly signal: AbortSignal;
}

export interface Repository {
	/** absolute path of its work tree */
	readonly root: string;
	git(args: readonly string[], maxBytes: number): Promise<GitOutcome>;
}

const maxAnswerBytes = 64 * 1024;

/** The repository that a directory lies in; undefined when it lies in none. Throws what `runGit` throws. */
export async function openRepository(scope: RepositoryScope): Promise<Repository | undefined> {
	const { exitCode, stdout } = await runGit({
		...scope,
		args: ["rev-parse", "--show-toplevel"],
		maxBytes: maxAnswerBytes,
	});
	const root = stdout.replace(/\r?\n$/, "");
	if (exitCode !== 0 || root === "") return undefined;
	await refuseElsewhere(scope.cwd, root);
	const overrides = await filterOverrides(scope);
	return { root, git: (args, maxBytes) => runGit({ ...scope, args, maxBytes, overrides }) };
}

/** `core.worktree` may name any folder: its files are not the workspace's. */
async function refuseElsewhere(cwd: string, root: string): Promise<void> {
	const inner = relative(await realpath(root), await realpath(cwd));
	if (!isAbsolute(inner) && inner !== ".." && !inner.startsWith(`..${sep}`)) return;
	throw new KilnError(
		"path_refused",
		`The repository's work tree is ${root}, which does not hold ${cwd}.`,
		"Take core.worktree out of the repository's configuration.",
	);
}

/**
 * A repository's own configuration can name filter programs, which git runs over changed files. The person's own
 * (git-lfs) stay, those that came with the repository are switched off.
 */
async function filterOverrides(scope: RepositoryScope): Promise<string[]> {
	const { exitCode, stdout, isCut } = await runGit({
		...scope,
		args: ["config", "--null", "--show-scope", "--name-only", "--get-regexp", "^filter\\."],
		maxBytes: maxAnswerBytes,
	});
	// 1: there are none
	if (isCut || (exitCode !== 0 && exitCode !== 1)) throw unknownFilters(isCut);
	const words = stdout.split("\0");
	const names = words.filter((_, index) => /^(local|worktree)$/.test(words[index - 1] ?? ""));
	return [...new Set(names.map(filterOf))].flatMap((filter) => [
		`${filter}.clean=`,
		`${filter}.smudge=`,
		`${filter}.process=`,
		`${filter}.required=false`,
	]);
}

function filterOf(name: string): string {
	const filter = name.slice(0, name.lastIndexOf("."));
	// `-c` ends the name at the first "="
	if (!/[=\n]/.test(filter)) return filter;
	throw new KilnError(
		"path_refused",
		`The repository's configuration holds a filter that cannot be switched off: ${JSON.stringify(filter)}.`,
		"Rename the filter in .git/config.",
	);
}

/** What is not known cannot be switched off. */
function unknownFilters(areTooMany: boolean): KilnError {
	return areTooMany
		? new KilnError(
				"path_refused",
				"The repository's configuration holds too many filters to switch them off.",
				"Take them out of .git/config.",
			)
		: new KilnError(
				"command_failed",
				"git did not list the filters of the repository.",
				"Use git 2.26 or newer.",
			);
}
