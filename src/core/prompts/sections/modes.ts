import { groupsOf } from "@shared/modes";
import type { PromptContext } from "../PromptContext";

/** The modes there are, and what the current one may edit. */
export function modes({ modes: all, mode }: PromptContext): string {
	const lines = all.map((each) => `- ${each.slug}: ${each.whenToUse ?? each.description ?? each.name}`);
	const edit = groupsOf(mode).find((entry) => entry.group === "edit");
	const restriction =
		edit?.fileRegex === undefined
			? ""
			: `\nIn this mode only files that match \`${edit.fileRegex}\` may be edited.`;
	return `# Modes\nYou are in mode "${mode.slug}".${restriction}\n${lines.join("\n")}`;
}
