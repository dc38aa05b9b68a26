import type { PromptContext } from "../PromptContext";

/** What the files of the user and the project say. Empty when there is nothing. */
export function rules({ instructions }: PromptContext): string {
	const parts = instructions.rules
		.filter(({ isOn, text }) => isOn && text.trim() !== "")
		.map(({ source, text }) => `## From ${source}\n${text.trim()}`);
	if (parts.length === 0) return "";
	const intro = "Follow these rules of the user and the project. Where two differ, the later one counts.";
	return `# Rules\n${intro}\n\n${parts.join("\n\n")}`;
}
