import type { PromptContext } from "../PromptContext";

export function role({ mode }: PromptContext): string {
	return mode.roleDefinition;
}
