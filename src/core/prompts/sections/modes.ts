import { groupsOf } from "@shared/modes";
import type { PromptContext } from "../PromptContext";

/** What the current mode may edit, and the modes that a tool could name. */
export function modes({ modes: all, mode, tools }: PromptContext): string {
	const isUsed = tools.some(({ name }) => name === "switch_mode" || name === "new_task");
	const lines = (isUsed ? all : []).map(
		(each) => `- ${each.slug}: ${each.whenToUse ?? each.description ?? each.name}`,
	);
	const edit = groupsOf(mode).find((entry) => entry.group === "edit");
	const restriction =
		edit?.fileRegex === undefined
			? ""
			: `\nIn this mode only files that match \`${edit.fileRegex}\` may be edited.`;
	return [`# Modes\nYou are in mode "${mode.slug}".${restriction}`, ...lines].join("\n");
}
