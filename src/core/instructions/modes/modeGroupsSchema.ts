import { fileRegexProblem } from "@shared/fileRegex";
import type { ModeGroup } from "@shared/modes";
import type { ToolGroup } from "@shared/tools";
import * as z from "zod";

/** There are not half as many kinds. */
export const maxGroups = 20;

/** What a file can give a mode; `always` tools are in every mode and need no group. */
const fileGroups: readonly ToolGroup[] = ["read", "edit", "browser", "command", "mcp", "modes"];

/** A value of the file in an error message. */
export const shownValue = (value: unknown): string => {
	const text = JSON.stringify(value) ?? String(value);
	return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

/** `groups` of an entry: names, or pairs of a name and its options. Messages are the rest of a sentence. */
export const modeGroupsSchema = z
	.array(z.unknown(), {
		error: ({ input }) =>
			input === undefined || input === null
				? "is missing; write [] for a mode without tools"
				: `must be a list, not ${shownValue(input)}`,
	})
	.max(maxGroups, { error: `has more than ${maxGroups} entries` })
	.transform((entries, context) => {
		const seen = new Set<string>();
		return entries.flatMap((entry, index) => {
			const complain = (message: string, ...path: (string | number)[]) => {
				context.addIssue({ code: "custom", message, path: [index, ...path], input: entry });
			};
			const group = readGroup(entry, complain);
			if (group === undefined) return [];
			if (seen.has(group.group)) complain(`names the group "${group.group}" a second time`);
			seen.add(group.group);
			return [group];
		});
	});

type Complain = (message: string, ...path: (string | number)[]) => void;

function readGroup(entry: unknown, complain: Complain): ModeGroup | undefined {
	const [name, options, ...more] = Array.isArray(entry) ? (entry as unknown[]) : [entry];
	const at = Array.isArray(entry) ? [0] : [];
	const group = fileGroups.find((each) => each === name);
	if (group === undefined) {
		const known = fileGroups.join(", ");
		complain(`names no group: ${shownValue(name)}; these exist: ${known}`, ...at);
		return undefined;
	}
	if (more.length > 0) complain("must be a name, or a name and its options");
	return { group, ...readOptions(options, group, complain) };
}

function readOptions(options: unknown, group: ToolGroup, complain: Complain): Partial<ModeGroup> {
	if (options === undefined || options === null) return {};
	if (typeof options !== "object" || Array.isArray(options)) {
		complain(`must be the group's options, not ${shownValue(options)}`, 1);
		return {};
	}
	for (const key of Object.keys(options)) {
		// A restriction with a misspelt name must not turn into none.
		if (key !== "fileRegex" && key !== "description")
			complain("is no option; these exist: fileRegex, description", 1, key);
	}
	const { fileRegex, description } = options as { fileRegex?: unknown; description?: unknown };
	return { ...readFileRegex(fileRegex, group, complain), ...readDescription(description, complain) };
}

function readFileRegex(value: unknown, group: ToolGroup, complain: Complain): Partial<ModeGroup> {
	if (value === undefined) return {};
	const problem =
		group !== "edit"
			? `restricts the group "edit" only, not "${group}"`
			: typeof value !== "string"
				? `must be text, not ${shownValue(value)}`
				: fileRegexProblem(value);
	if (problem !== undefined) complain(problem, 1, "fileRegex");
	return typeof value === "string" ? { fileRegex: value } : {};
}

function readDescription(value: unknown, complain: Complain): Partial<ModeGroup> {
	if (value === undefined || value === null) return {};
	if (typeof value === "string") return { description: value.trim() };
	complain(`must be text, not ${shownValue(value)}`, 1, "description");
	return {};
}
