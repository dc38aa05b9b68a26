import { createHash } from "node:crypto";
import { sortedKeys } from "../config/McpServerConfig";
import type { ListedTool } from "./ServerCatalogue";

/** Tool name → fingerprint, as accepted. */
export type ToolPins = Readonly<Record<string, string>>;

/** states are made often, and schemas may be large */
const known = new WeakMap<ListedTool, string>();

/** Changes with anything that the model is told of a tool. */
export function fingerprint(tool: ListedTool): string {
	const made = known.get(tool) ?? hashOf(tool);
	known.set(tool, made);
	return made;
}

function hashOf({ name, title, description, inputSchema }: ListedTool): string {
	const told = JSON.stringify(sortedKeys({ name, title, description, inputSchema }));
	return createHash("sha256").update(told).digest("hex");
}

export interface PinnedTools {
	/** to be kept from now on */
	readonly pins: ToolPins;
	/** names whose accepted fingerprint is another; they stay so until a person accepts them */
	readonly changed: readonly string[];
}

/** of one server: one that names its tools anew without end must not fill the store */
const maxPins = 5000;

/**
 * Compares a server's tools with what was accepted. On first sight all are. Later, new ones are, too, but not those that
 * the configuration allowed in advance under a name that had no tool: nobody has seen what that name now does. Nor are
 * those beyond what can be kept.
 */
export function pinTools(
	tools: readonly ListedTool[],
	accepted: ToolPins | undefined,
	alwaysAllow: readonly string[],
): PinnedTools {
	const pins: Record<string, string> = { ...accepted };
	const changed: string[] = [];
	let count = Object.keys(pins).length;
	for (const tool of tools) {
		const known = accepted && Object.hasOwn(accepted, tool.name) ? accepted[tool.name] : undefined;
		const now = fingerprint(tool);
		if (known === now) continue;
		const isAllowedUnseen = accepted !== undefined && alwaysAllow.includes(tool.name);
		if (known !== undefined || isAllowedUnseen || count >= maxPins) {
			changed.push(tool.name);
			continue;
		}
		pins[tool.name] = now;
		count++;
	}
	return { pins, changed };
}
