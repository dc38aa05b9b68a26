import type { PromptContext } from "./PromptContext";
import { customInstructions } from "./sections/customInstructions";
import { formatting } from "./sections/formatting";
import { guidelines } from "./sections/guidelines";
import { mcpServers } from "./sections/mcpServers";
import { modes } from "./sections/modes";
import { role } from "./sections/role";
import { rules } from "./sections/rules";
import { skills } from "./sections/skills";
import { systemInformation } from "./sections/systemInformation";
import { toolUse } from "./sections/toolUse";

/** The order of the sections; each is one file and a pure function. */
const sections = [
	role,
	formatting,
	toolUse,
	guidelines,
	modes,
	mcpServers,
	skills,
	systemInformation,
	rules,
	customInstructions,
] as const;

export function systemPrompt(context: PromptContext): string {
	return sections
		.map((section) => section(context).trim())
		.filter((text) => text !== "")
		.join("\n\n");
}
