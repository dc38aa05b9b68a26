import { KilnError } from "@shared/errors";
import { groupsOf, type ModeConfig } from "@shared/modes";
import type { TaskDeps } from "./types";

/** The mode that holds for a task: what an untrusted workspace does not allow is taken out of it. */
export function modeOf(slug: string, deps: TaskDeps): ModeConfig {
	const modes = deps.project.modes();
	const mode = modes.find((each) => each.slug === slug);
	if (mode === undefined) {
		const known = modes.map((each) => each.slug).join(", ");
		throw new KilnError("unknown_mode", `There is no mode "${slug}".`, `These exist: ${known}.`);
	}
	return deps.host.workspace.isTrusted() ? mode : readOnlyMode(mode);
}

/** In a workspace that the person has not trusted nothing is changed and nothing runs, whatever the mode holds. */
function readOnlyMode(mode: ModeConfig): ModeConfig {
	const groups = groupsOf(mode).filter(({ group }) => group === "read");
	const name = `${mode.name} (untrusted workspace)`;
	return { ...mode, name, groups: groups.map(({ group }) => group), isRestricted: true };
}
