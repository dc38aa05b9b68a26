import { KilnError } from "@shared/errors";
import type { ModeConfig } from "@shared/modes";
import type { ToolContext } from "../BaseTool";

/** The mode of a slug; the error names those that exist. */
export function requireMode(slug: string, { modes }: Pick<ToolContext, "modes">): ModeConfig {
	const mode = modes.find((candidate) => candidate.slug === slug);
	if (mode) return mode;
	const known = modes.map((candidate) => `${candidate.slug} (${candidate.name})`).join(", ");
	throw new KilnError("unknown_mode", `There is no mode "${slug}".`, `Use one of: ${known}.`);
}
