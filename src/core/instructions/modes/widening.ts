import { createHash } from "node:crypto";
import { groupsOf, type ModeConfig, type ModeGroup } from "@shared/modes";
import type { ToolGroup } from "@shared/tools";

/**
 * What `custom` may do that `original` may not, each as the rest of a sentence about the mode ("may run commands").
 * Empty: it may do the same or less. Whether another `fileRegex` is looser cannot be told, so any other one counts.
 */
export function widening(original: ModeConfig, custom: ModeConfig): string[] {
	const before = groupsOf(original);
	return groupsOf(custom).flatMap((entry) => {
		// Every mode has the tools of these.
		if (entry.group === "always" || entry.group === "modes") return [];
		const same = before.find(({ group }) => group === entry.group);
		if (same === undefined) return [`may ${powers[entry.group]}${restriction(entry)}`];
		return entry.group === "edit" ? wideningOfEdit(same, entry) : [];
	});
}

function wideningOfEdit(before: ModeGroup, now: ModeGroup): string[] {
	if (before.fileRegex === undefined || before.fileRegex === now.fileRegex) return [];
	if (now.fileRegex === undefined)
		return [`may change every file, not only those that match ${before.fileRegex}`];
	return [`may change files that match ${now.fileRegex}, not those that match ${before.fileRegex}`];
}

const restriction = ({ fileRegex }: ModeGroup): string =>
	fileRegex === undefined ? "" : ` that match ${fileRegex}`;

const powers: Record<ToolGroup, string> = {
	read: "read files",
	edit: "change files",
	command: "run commands",
	browser: "use the browser",
	mcp: "use MCP servers",
	modes: "switch modes",
	always: "do this",
};

/** Consent holds for exactly this mode over exactly those permissions: any change of either asks again. */
export function wideningHash(original: ModeConfig, custom: ModeConfig): string {
	const { slug, name, roleDefinition, whenToUse, description, customInstructions } = custom;
	const texts = [slug, name, roleDefinition, whenToUse, description, customInstructions];
	const content = [texts, groupFacts(custom), original.slug, groupFacts(original)];
	return createHash("sha256").update(JSON.stringify(content)).digest("hex");
}

const groupFacts = (mode: ModeConfig): unknown[] =>
	groupsOf(mode).map(({ group, fileRegex, description }) => [group, fileRegex ?? null, description ?? null]);
