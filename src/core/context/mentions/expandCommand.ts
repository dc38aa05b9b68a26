import type { ModeConfig } from "@shared/modes";
import type { Workflow } from "../../instructions/ProjectFiles";
import { tagged } from "./tagged";

export interface CalledCommand {
	/** the workflow's text, filled; absent for a mode's command */
	readonly text?: string | undefined;
	readonly mode?: string | undefined;
}

/**
 * What a message that begins with `/name` calls: a mode by its slug, else a workflow. Undefined when it is neither: it
 * may be a path, or just words.
 */
export function expandCommand(
	message: string,
	workflows: readonly Workflow[],
	modes: readonly ModeConfig[],
): CalledCommand | undefined {
	const match = /^\s*\/([\p{L}\p{N}_.-]+)(?:\s+([\s\S]*))?$/u.exec(message);
	const name = match?.[1];
	if (name === undefined) return undefined;
	if (modes.some(({ slug }) => slug === name)) return { mode: name };
	const workflow =
		workflows.find((each) => each.name === name) ?? workflows.find((each) => `${each.name}.md` === name);
	if (!workflow) return undefined;
	const text = fillTemplate(workflow.template, match?.[2]?.trim() ?? "");
	return { text: tagged("workflow", { name: workflow.name }, text), mode: workflow.mode };
}

/**
 * Puts what was typed behind the command into its template: `$ARGUMENTS` is all of it, `$1` … `$9` its words, quotes
 * holding words together. `\$1` stays as it is. What was put in is not filled again.
 */
export function fillTemplate(template: string, given: string): string {
	const words = [...given.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
		([, double, single, plain]) => double ?? single ?? plain ?? "",
	);
	const value = (name: string) => (name === "ARGUMENTS" ? given : (words[Number(name) - 1] ?? ""));
	return template
		.replace(/(\\?)\$(ARGUMENTS\b|[1-9](?!\d))/g, (_, mark: string, name: string) =>
			mark === "" ? value(name) : `$${name}`,
		)
		.trim();
}
