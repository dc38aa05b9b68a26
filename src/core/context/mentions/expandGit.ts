import {
	type ChangesScope,
	type ChangesText,
	readCommit,
	readWorkingChanges,
} from "@services/git/gitChanges";
import { isSecretPath } from "../../approval/protectedPaths";
import type { ExpansionDeps } from "./ExpansionDeps";
import { tagged, taggedNote } from "./tagged";

const maxBytes = 100 * 1024;

export async function renderGitChanges(deps: ExpansionDeps): Promise<string> {
	const changes = await readWorkingChanges(await scopeOf(deps));
	if (!changes) return taggedNote("git_changes", {}, "not a git repository");
	if (changes.text === "") return taggedNote("git_changes", {}, "nothing has changed");
	return tagged("git_changes", { note: noteOf(changes) }, changes.text);
}

export async function renderCommit(hash: string, deps: ExpansionDeps): Promise<string> {
	const commit = await readCommit(hash, await scopeOf(deps));
	if (!commit) return taggedNote("git_commit", { hash }, "there is no such commit here");
	return tagged("git_commit", { hash, note: noteOf(commit) }, commit.text);
}

async function scopeOf({ cwd, host, project, signal }: ExpansionDeps): Promise<ChangesScope> {
	const variables = await host.environment.variables();
	const isHidden = (path: string) => project.isIgnored(path) || isSecretPath(path);
	return { cwd, variables, signal, maxBytes, isHidden };
}

function noteOf({ isCut, hasHidden }: ChangesText): string | undefined {
	const notes = [
		...(isCut ? [`cut at ${maxBytes / 1024} KB: git diff shows more`] : []),
		...(hasHidden ? ["files that are ignored or may hold secrets are left out"] : []),
	];
	return notes.length === 0 ? undefined : notes.join("; ");
}
