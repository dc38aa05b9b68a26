import { join } from "node:path";
import { KilnError } from "@shared/errors";
import { openRepository, type Repository, type RepositoryScope } from "./openRepository";

export interface ChangesScope extends RepositoryScope {
	/** of the text */
	readonly maxBytes: number;
	/** whether a path must not be shown; directories end with a slash */
	isHidden(absolutePath: string): boolean;
}

export interface ChangesText {
	readonly text: string;
	readonly isCut: boolean;
	/** some files are not in it */
	readonly hasHidden: boolean;
}

/** No external programs, whatever attributes and configuration say; submodules are not entered. */
const diffFlags: readonly string[] = [
	"--no-ext-diff",
	"--no-textconv",
	"--no-color",
	"--submodule=short",
	"--ignore-submodules=dirty",
];
/** Of a list of names: without all of it nothing can be kept out. */
const maxListBytes = 4 * 1024 * 1024;
/** More exclusions than a command line holds. */
const maxHiddenPaths = 500;

/**
 * What differs from the last commit below `cwd`: status lines, then the diff of tracked files, staged or not.
 * Undefined outside of a repository; an empty text when nothing has changed.
 */
export async function readWorkingChanges(scope: ChangesScope): Promise<ChangesText | undefined> {
	const repository = await openRepository(scope);
	if (!repository) return undefined;
	const status = ["status", "--porcelain=v1", "-z", "--untracked-files=normal", "--ignore-submodules=dirty"];
	const listed = await listPaths(repository, [...status, "--", "."]);
	const entries = parseStatus(listed);
	const isHidden = ({ paths }: StatusEntry) =>
		paths.some((path) => scope.isHidden(join(repository.root, path)));
	const hidden = entries.filter(isHidden);
	const lines = entries.filter((entry) => !isHidden(entry)).map(({ line }) => line);
	if (lines.length === 0) return { text: "", isCut: false, hasHidden: hidden.length > 0 };
	const base = await baseOf(repository);
	const exclusions = excluded(hidden.flatMap(({ paths }) => paths));
	const diff = await repository.git(["diff", ...diffFlags, base, "--", ".", ...exclusions], scope.maxBytes);
	if (diff.exitCode !== 0 && !diff.isCut) throw gitFailed(diff.stderr);
	const text = [lines.join("\n"), diff.stdout.trimEnd()].filter((part) => part !== "").join("\n\n");
	return { text, isCut: diff.isCut, hasHidden: hidden.length > 0 };
}

/** A commit's message, files and diff (of a merge: against its first parent). Undefined when there is none. */
export async function readCommit(hash: string, scope: ChangesScope): Promise<ChangesText | undefined> {
	const repository = await openRepository(scope);
	if (!repository) return undefined;
	const commit = `${hash}^{commit}`;
	const found = await repository.git(["rev-parse", "--verify", "--quiet", "--end-of-options", commit], 1024);
	if (found.exitCode !== 0) return undefined;
	const full = found.stdout.trim();
	const names = ["diff-tree", "-r", "-m", "--first-parent", "--root", "--no-commit-id", "--name-only", "-z"];
	const paths = (await listPaths(repository, [...names, full])).split("\0").filter((path) => path !== "");
	const hidden = paths.filter((path) => scope.isHidden(join(repository.root, path)));
	const format = "--format=commit %H%nAuthor: %an <%ae>%nDate: %aI%n%n%B";
	const show = ["show", ...diffFlags, "-m", "--first-parent", "--stat", "--patch", format, full];
	const shown = await repository.git([...show, "--", ":(top)", ...excluded(hidden)], scope.maxBytes);
	if (shown.exitCode !== 0 && !shown.isCut) throw gitFailed(shown.stderr);
	const message =
		shown.stdout === "" ? await repository.git(["show", "-s", format, full], scope.maxBytes) : shown;
	return { text: message.stdout.trimEnd(), isCut: message.isCut, hasHidden: hidden.length > 0 };
}

interface StatusEntry {
	/** relative to the repository's root; a rename has two */
	readonly paths: readonly string[];
	/** " M src/app.ts" */
	readonly line: string;
}

/** `XY path NUL`, after a rename or copy `XY new NUL old NUL`: git-status(1), porcelain format 1. */
function parseStatus(output: string): StatusEntry[] {
	const words = output.split("\0");
	const entries: StatusEntry[] = [];
	for (let index = 0; index < words.length; index++) {
		const word = words[index] ?? "";
		if (word.length < 4) continue;
		const [marks, path] = [word.slice(0, 2), word.slice(3)];
		const from = /[RC]/.test(marks) ? words[++index] : undefined;
		const line = from === undefined ? word : `${marks} ${from} -> ${path}`;
		entries.push({ paths: from === undefined ? [path] : [path, from], line });
	}
	return entries;
}

async function listPaths(repository: Repository, args: readonly string[]): Promise<string> {
	const { exitCode, stdout, stderr, isCut } = await repository.git(args, maxListBytes);
	if (isCut) throw tooMany();
	if (exitCode !== 0) throw gitFailed(stderr);
	return stdout;
}

function excluded(paths: readonly string[]): string[] {
	if (paths.length > maxHiddenPaths) throw tooMany();
	return paths.map((path) => `:(top,exclude,literal)${path}`);
}

/** The last commit; before the first one the empty tree, whose name depends on the repository's hash. */
async function baseOf(repository: Repository): Promise<string> {
	const head = await repository.git(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"], 1024);
	if (head.exitCode === 0) return head.stdout.trim();
	const empty = await repository.git(["hash-object", "-t", "tree", "--stdin"], 1024);
	return empty.stdout.trim();
}

function tooMany(): KilnError {
	return new KilnError(
		"limit_reached",
		"Too many files have changed to show them.",
		"Look at a part of them with execute_command, as in `git diff -- src`.",
	);
}

function gitFailed(stderr: string): KilnError {
	return new KilnError("command_failed", `git failed: ${stderr.slice(0, 500)}`);
}
