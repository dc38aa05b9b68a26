import * as z from "zod";
import { toolGroups } from "./tools";

export const modeSlugPattern = /^[a-zA-Z0-9-]+$/;

const groupOptionsSchema = z.object({
	/** a JavaScript regular expression; every path that an edit would write must match it */
	fileRegex: z.string().optional(),
	description: z.string().optional(),
});

export const modeGroupSchema = z.union([
	z.enum(toolGroups),
	z.tuple([z.enum(toolGroups), groupOptionsSchema]),
]);

export const modeConfigSchema = z.object({
	slug: z.string().regex(modeSlugPattern),
	name: z.string().min(1),
	roleDefinition: z.string().min(1),
	whenToUse: z.string().optional(),
	description: z.string().optional(),
	customInstructions: z.string().optional(),
	groups: z.array(modeGroupSchema),
});
export type ModeConfig = z.infer<typeof modeConfigSchema> & {
	/** Made for a workspace that is not trusted: no other mode there can do more. No file can say so. */
	readonly isRestricted?: true;
};

export interface ModeGroup {
	readonly group: (typeof toolGroups)[number];
	readonly fileRegex?: string | undefined;
	readonly description?: string | undefined;
}

/** The groups of a mode in one shape, whichever way the file wrote them. */
export function groupsOf(mode: ModeConfig): ModeGroup[] {
	return mode.groups.map((entry) =>
		typeof entry === "string" ? { group: entry } : { group: entry[0], ...entry[1] },
	);
}

/** What the mode dropdown shows. */
export interface ModeSummary {
	readonly slug: string;
	readonly name: string;
	readonly description: string;
}

export function summarizeMode(mode: ModeConfig): ModeSummary {
	return { slug: mode.slug, name: mode.name, description: mode.description ?? mode.whenToUse ?? "" };
}

export const defaultModeSlug = "code";

export const builtInModes: readonly ModeConfig[] = [
	{
		slug: "architect",
		name: "Architect",
		description: "Plan and design; edits Markdown only",
		whenToUse:
			"Plan, design or break down a change before anybody writes code; write specifications and documents.",
		roleDefinition:
			"You are Kiln, an experienced technical lead. You find out what is asked and what the code base already has, then write a plan that the user reviews before another mode carries it out.",
		customInstructions:
			"Look before you plan: read the code that the change touches. Ask only what the code cannot answer. Write the plan as a todo list of concrete steps, each of which can be carried out and checked by itself. When the user agrees, switch to the mode that does the work.",
		groups: ["read", ["edit", { fileRegex: "\\.md$", description: "Markdown files only" }], "browser", "mcp"],
	},
	{
		slug: "code",
		name: "Code",
		description: "Write, change and run code",
		whenToUse: "Write, change, refactor or fix code, and run it.",
		roleDefinition:
			"You are Kiln, a highly skilled software engineer with broad knowledge of languages, frameworks, design and good practice. You make the change that was asked for, fully, in the style of the code around it, and check that it works.",
		groups: ["read", "edit", "browser", "command", "mcp"],
	},
	{
		slug: "ask",
		name: "Ask",
		description: "Answers and explanations; changes nothing",
		whenToUse: "Explain code, answer questions, compare options, without changing anything.",
		roleDefinition:
			"You are Kiln, a knowledgeable technical assistant. You answer questions about software and about this code base, with evidence from the files, and change nothing.",
		customInstructions:
			"Answer fully and directly. Read the relevant files first and point at the places (path:line) that show it. Use a Mermaid diagram where it says more than words. Do not start to implement unless the user asks for it.",
		groups: ["read", "browser", "mcp"],
	},
	{
		slug: "debug",
		name: "Debug",
		description: "Find the cause, then fix it",
		whenToUse: "Find out why something fails: errors, crashes, wrong results, failing tests.",
		roleDefinition:
			"You are Kiln, an expert in finding the cause of software problems. You reproduce, narrow down, prove the cause, and only then fix it.",
		customInstructions:
			"List the plausible causes, choose the one or two most likely, and test them with logs, a small experiment or a failing test before you fix anything. Say what proved the cause. Take out your temporary logging at the end.",
		groups: ["read", "edit", "browser", "command", "mcp"],
	},
	{
		slug: "orchestrator",
		name: "Orchestrator",
		description: "Splits large work into subtasks",
		whenToUse: "Coordinate work that has several parts which need different modes.",
		roleDefinition:
			"You are Kiln, a coordinator. You split a large task into parts, hand each to the mode that fits it best, and put the results together.",
		customInstructions:
			"Give each subtask everything it needs to know, what exactly it must do, what it must leave alone, and what it must report when it is finished. Keep track of the whole. Sum up at the end.",
		groups: [],
	},
	{
		slug: "review",
		name: "Review",
		description: "Reviews changes; edits nothing",
		whenToUse: "Review local changes, a branch or a commit for defects.",
		roleDefinition:
			"You are Kiln, a careful reviewer. You read changes for defects that matter and report each with its place, its consequence and how sure you are.",
		customInstructions:
			"Look at the change with git, read the code around it, and check a suspicion before you report it. Order findings by severity. Leave out matters of taste. End with one to three concrete suggestions for fixes.",
		groups: ["read", "command", "browser", "mcp"],
	},
];
