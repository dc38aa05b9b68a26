import type { approvalKinds } from "@shared/effects";
import type { AutoApprove, AutoApproveChange } from "@shared/settings";

export type ApprovalKind = (typeof approvalKinds)[number];

export interface ApprovalOption {
	readonly kind: ApprovalKind;
	/** as a switch says it */
	readonly label: string;
	/** as the pill says it */
	readonly short: string;
	/** whether "in this folder" and "elsewhere" are two different things for it */
	readonly hasPlace: boolean;
}

/** In the order of how much can go wrong. */
export const approvalOptions: readonly ApprovalOption[] = [
	{ kind: "read", label: "Read files", short: "reads", hasPlace: true },
	{ kind: "write", label: "Create and edit files", short: "edits", hasPlace: true },
	{ kind: "delete", label: "Delete files", short: "deletions", hasPlace: true },
	{ kind: "execute", label: "Run commands", short: "commands", hasPlace: true },
	{ kind: "mode", label: "Switch the mode", short: "modes", hasPlace: false },
	{ kind: "subtask", label: "Start subtasks", short: "subtasks", hasPlace: false },
	{ kind: "mcp", label: "Use MCP tools", short: "MCP", hasPlace: false },
	{ kind: "browser", label: "Use the browser", short: "browser", hasPlace: false },
	{ kind: "network", label: "Reach the network", short: "network", hasPlace: false },
];

export function isOn(autoApprove: AutoApprove, kind: ApprovalKind, place: "inside" | "outside"): boolean {
	return autoApprove.kinds[kind]?.[place] ?? false;
}

/** "Reads, edits", "Nothing"; "+" marks what also holds outside the folder. */
export function autoApproveWords(autoApprove: AutoApprove): string {
	const on = approvalOptions
		.filter(({ kind }) => isOn(autoApprove, kind, "inside") || isOn(autoApprove, kind, "outside"))
		.map(({ kind, short, hasPlace }) =>
			hasPlace && isOn(autoApprove, kind, "outside") ? `${short}+` : short,
		);
	const words = on.length > 3 ? [...on.slice(0, 2), `${on.length - 2} more`].join(", ") : on.join(", ");
	return words === "" ? "nothing" : words;
}

/** What a switch changes, and nothing beside it: another one may have been switched a moment ago. */
export function approvalChange(
	option: ApprovalOption,
	place: "inside" | "outside",
	value: boolean,
): AutoApproveChange {
	const places = option.hasPlace ? { [place]: value } : { inside: value, outside: value };
	return { kinds: { [option.kind]: places } };
}
