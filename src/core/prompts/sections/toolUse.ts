import type { PromptContext } from "../PromptContext";

/** The format's own part: how to call a tool, and the catalogue. */
export function toolUse({ format, tools, settings }: PromptContext): string {
	return format.systemPromptSection(tools, { mayCallMany: settings.toolCallsPerMessage === "many" });
}
