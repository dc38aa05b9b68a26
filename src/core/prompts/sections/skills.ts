import { offeredName } from "../offeredName";
import type { PromptContext } from "../PromptContext";

/** The how-tos that can be read when they fit. Empty when there are none, or no tool to read them with. */
export function skills({ instructions, tools }: PromptContext): string {
	const offered = instructions.skills.filter(({ isOn }) => isOn);
	const reader = offeredName(tools, "read_file");
	if (offered.length === 0 || reader === undefined) return "";
	const lines = offered.map(({ name, description, path }) => `- ${name}: ${description} (${path})`);
	return `# Skills\nHow-tos for certain tasks. When one fits, read its file with ${reader} before you begin.\n${lines.join("\n")}`;
}
