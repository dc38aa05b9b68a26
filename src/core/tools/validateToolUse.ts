import type { ResolvedEffect } from "@shared/effects";
import { KilnError } from "@shared/errors";
import { groupsOf, type ModeConfig } from "@shared/modes";
import type { ToolGroup } from "@shared/tools";
import type { BaseTool, ToolContext } from "./BaseTool";

/**
 * Mode gates. The tool's group is only the first: gates bind *effects*, so a write effect needs the edit group and its
 * `fileRegex`, a run effect the command group, whichever tool it comes from.
 */
export function validateToolUse(tool: BaseTool, context: ToolContext): void {
	if (!modeHolds(context.mode, tool.group)) {
		throw new KilnError(
			"tool_not_allowed",
			`The tool "${tool.name}" is not allowed in ${context.mode.name} mode.`,
			`It needs the group "${tool.group}". ${whatIsPossible(context.mode)}`,
		);
	}
	if (!tool.isAvailable(context)) {
		throw new KilnError(
			"tool_not_available",
			`The tool "${tool.name}" is not available here.`,
			whatIsPossible(context.mode),
		);
	}
}

export function validateEffects(effects: readonly ResolvedEffect[], mode: ModeConfig): void {
	for (const { effect, target } of effects) {
		const group = groupOfEffect[effect.kind];
		if (group === undefined) continue;
		if (!modeHolds(mode, group)) {
			throw new KilnError(
				"tool_not_allowed",
				`${mode.name} mode may not ${verbs[group]}.`,
				whatIsPossible(mode),
			);
		}
		if (group === "edit" && target !== undefined) validateFile(target.display, target.realDisplay, mode);
	}
}

/** The `fileRegex` holds for the path as the model sees it and for the file that it really is. */
function validateFile(display: string, real: string, mode: ModeConfig): void {
	const edit = groupsOf(mode).find((entry) => entry.group === "edit");
	if (edit?.fileRegex === undefined) return;
	const pattern = compile(edit.fileRegex, mode);
	if (pattern.test(display) && pattern.test(real)) return;
	const what = edit.description === undefined ? "" : ` (${edit.description})`;
	throw new KilnError(
		"tool_not_allowed",
		`${mode.name} mode may only edit files that match ${edit.fileRegex}${what}. Got: ${display}`,
		"Edit a file that matches, or switch to a mode that may edit this one.",
	);
}

function compile(fileRegex: string, mode: ModeConfig): RegExp {
	try {
		return new RegExp(fileRegex);
	} catch (error) {
		throw new KilnError(
			"invalid_settings",
			`The fileRegex of ${mode.name} mode is no regular expression: ${fileRegex}`,
			"Mend it in the mode's definition; until then the mode edits nothing.",
			{ cause: error },
		);
	}
}

export function modeHolds(mode: ModeConfig, group: ToolGroup): boolean {
	// Switching modes and handing over work is possible from every mode.
	return group === "always" || group === "modes" || groupsOf(mode).some((entry) => entry.group === group);
}

const groupOfEffect: Partial<Record<ResolvedEffect["effect"]["kind"], ToolGroup>> = {
	read: "read",
	write: "edit",
	delete: "edit",
	execute: "command",
	browser: "browser",
	mcp: "mcp",
};

const verbs: Record<ToolGroup, string> = {
	read: "read files",
	edit: "change files",
	command: "run commands",
	browser: "use the browser",
	mcp: "use MCP servers",
	modes: "switch modes",
	always: "do this",
};

function whatIsPossible(mode: ModeConfig): string {
	const groups = groupsOf(mode).map((entry) => entry.group);
	const can =
		groups.length === 0
			? "hand work over and talk to the user"
			: groups.map((group) => verbs[group]).join(", ");
	return `This mode can: ${can}. Use switch_mode if another mode fits the work.`;
}
