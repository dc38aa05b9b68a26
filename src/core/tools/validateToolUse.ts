import type { ResolvedEffect, ResolvedPath } from "@shared/effects";
import { KilnError } from "@shared/errors";
import { groupsOf, type ModeConfig } from "@shared/modes";
import type { ToolGroup } from "@shared/tools";
import type { BaseTool, ToolContext } from "./BaseTool";
import { matchesFileRegex } from "./matchesFileRegex";

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
		if (group === "edit" && target !== undefined) validateFile(target, mode);
	}
}

/** The `fileRegex` holds for the path as the model sees it and for the file that it really is. */
function validateFile(target: ResolvedPath, mode: ModeConfig): void {
	for (const { group, fileRegex, description } of groupsOf(mode)) {
		if (group !== "edit" || fileRegex === undefined) continue;
		for (const path of namesOf(target)) validatePath(path, target.display, fileRegex, description, mode);
	}
}

function validatePath(
	path: string,
	display: string,
	fileRegex: string,
	description: string | undefined,
	mode: ModeConfig,
): void {
	const result = matchesFileRegex(fileRegex, path);
	if ("problem" in result) {
		throw new KilnError(
			"invalid_settings",
			`Whether ${display} matches the fileRegex of ${mode.name} mode, ${fileRegex}, could not be found out: ${result.problem}.`,
			"Nothing was changed. Tell the user to mend the fileRegex in the mode's definition, or switch modes.",
		);
	}
	if (result.matches) return;
	const what = description === undefined ? "" : ` (${description})`;
	const real = path === display ? "" : `, which is ${path}`;
	throw new KilnError(
		"tool_not_allowed",
		`${mode.name} mode may only edit files that match ${fileRegex}${what}. Got: ${display}${real}`,
		"Edit a file that matches, or switch to a mode that may edit this one.",
	);
}

/**
 * The names that must match, with forward slashes. The path as given and the real one; in a root beside the primary
 * one the former is absolute or begins with the root's name, and the name below its root stands for it as long as no
 * link is on the way.
 */
function namesOf(target: ResolvedPath): readonly string[] {
	const isPlain = target.isInsideWorkspace && target.absolute === target.real;
	const given = isPlain ? target.realDisplay : target.display;
	return [...new Set([given, target.realDisplay].map((name) => toMatchedName(name, target.real)))];
}

const windowsPath = /^[a-zA-Z]:[\\/]|^\\\\/;

/**
 * Windows drops dots and spaces at the end of a name, and `a.ts:x.md` is a stream of a.ts: what matches must be the
 * file that is written. Elsewhere a backslash and a colon are characters like any other.
 */
export function toMatchedName(name: string, real: string): string {
	if (!windowsPath.test(real)) return name;
	const [, drive = "", rest = ""] = /^([a-zA-Z]:)?([\s\S]*)$/.exec(name) ?? [];
	const segments = rest.split(/[\\/]/).map((segment) => withoutStream(segment));
	return drive + segments.join("/");
}

function withoutStream(segment: string): string {
	const name = segment.replace(/:[\s\S]*$/, "");
	return /^\.*$/.test(name) ? name : name.replace(/[. ]+$/, "");
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
	const wayOn = mode.isRestricted
		? 'The user has not trusted this workspace, so no mode can do more; "Workspaces: Manage Workspace Trust" changes that.'
		: "Use switch_mode if another mode fits the work.";
	return `This mode can: ${can}. ${wayOn}`;
}
