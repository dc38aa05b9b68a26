import type { ResolvedEffect } from "@shared/effects";
import { KilnError } from "@shared/errors";
import { ignoredInCommand } from "./ignoredInCommand";
import type { ProjectFiles } from "./ProjectFiles";

/** What `.kilocodeignore` keeps from tools is refused by either of its names, as given and where links lead. */
export function refuseIgnored(
	effects: readonly ResolvedEffect[],
	project: Pick<ProjectFiles, "isIgnored">,
): void {
	const isIgnored = (path: string) => project.isIgnored(path);
	for (const { effect, target } of effects) {
		if (target === undefined) continue;
		// Of a command the target is its directory.
		if (isIgnored(target.absolute) || isIgnored(target.real)) throw blocked(target.display);
		if (effect.kind !== "execute") continue;
		const word = ignoredInCommand(effect.command, target.absolute, isIgnored);
		if (word !== undefined) throw blocked(word);
	}
}

function blocked(path: string): KilnError {
	return new KilnError(
		"path_ignored",
		`Access to ${path} is blocked by .kilocodeignore.`,
		"Go on without this file, or ask the user to change .kilocodeignore.",
	);
}
