import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { KilnError } from "@shared/errors";

/** The folder that a new task works in. */
export function workspaceOf(given: string | undefined, currentFolder: string): string {
	const cwd = resolve(currentFolder, given ?? ".");
	if (isFolder(cwd)) return cwd;
	throw new KilnError(
		"invalid_workspace",
		`The workspace ${cwd} is not a folder.`,
		"Give an existing folder with --cwd.",
	);
}

/** A task that is continued stays in its own folder: in another one its approvals would mean other files. */
export function recordedWorkspaceOf(
	recorded: string,
	given: string | undefined,
	currentFolder: string,
): string {
	if (!isFolder(recorded)) {
		throw new KilnError(
			"invalid_workspace",
			`The task's folder ${recorded} no longer exists.`,
			"Put it back, or start a new task.",
		);
	}
	if (given === undefined) return recorded;
	const cwd = workspaceOf(given, currentFolder);
	if (realpathSync(cwd) === realpathSync(recorded)) return recorded;
	throw new KilnError(
		"invalid_workspace",
		`The task belongs to ${recorded}, not to ${cwd}.`,
		"Leave out --cwd, or start a new task there.",
	);
}

function isFolder(path: string): boolean {
	return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
