import type { PromptContext } from "../PromptContext";

/** What the user and the mode add. Empty when there is nothing. */
export function customInstructions({ mode, settings }: PromptContext): string {
	const parts = [mode.customInstructions, settings.customInstructions].filter(
		(part) => part !== undefined && part.trim() !== "",
	);
	return parts.length === 0 ? "" : `# Instructions for this mode and from the user\n${parts.join("\n\n")}`;
}
