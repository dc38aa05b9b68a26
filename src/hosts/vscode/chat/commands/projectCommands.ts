import type { ProjectFiles } from "@core/instructions/ProjectFiles";
import type { SettingsStore } from "../../stores/SettingsStore";
import type { ChromeSource } from "../ChromeSource";
import type { CommandHandlers } from "../CommandDispatcher";
import type { FindFiles } from "../createFileFinder";
import type { Wire } from "../Wire";

type ProjectCommands = Pick<CommandHandlers, "set_instruction" | "find_files">;

export interface ProjectCommandParts {
	readonly settings: SettingsStore;
	readonly project: ProjectFiles;
	readonly findFiles: FindFiles;
	readonly chrome: ChromeSource;
	readonly wire: Wire;
}

/** Commands about the project's files. */
export function createProjectCommands(parts: ProjectCommandParts): ProjectCommands {
	return {
		set_instruction: ({ source, isOn }) => setInstruction(parts, source, isOn),
		find_files: async ({ replyTo, query }) => {
			const paths = await parts.findFiles(query);
			parts.wire.reply({ replyTo, ok: true, message: "", paths });
		},
	};
}

async function setInstruction(parts: ProjectCommandParts, source: string, isOn: boolean): Promise<void> {
	const { instructions } = parts.settings.current();
	const others = instructions.disabled.filter((one) => one !== source);
	const disabled = isOn ? others : [...others, source];
	await parts.settings.update({ instructions: { ...instructions, disabled } });
	await parts.project.refresh();
	parts.chrome.changed();
}
