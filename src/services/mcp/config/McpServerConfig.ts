import type { McpConfigProblem, McpScope } from "@shared/mcp";
import { maskText, maskWords } from "../secrets/maskText";
import { isRemote, type McpEntry } from "./entrySchema";

/** One server as configured: which file it comes from, and its entry with nothing expanded. */
export interface McpServerConfig {
	readonly name: string;
	readonly scope: McpScope;
	/** absolute path; undefined when it comes from nowhere (a test, a command line) */
	readonly file?: string | undefined;
	readonly entry: McpEntry;
	/** it counts here in place of one of the person's own */
	readonly replacesOwn?: boolean | undefined;
}

export interface McpConfigs {
	readonly servers: readonly McpServerConfig[];
	readonly problems: readonly McpConfigProblem[];
}

/** By name: a project's server wins over the person's own, an earlier root over a later one. */
export function mergeConfigs(
	global: readonly McpServerConfig[],
	projects: readonly (readonly McpServerConfig[])[],
): McpServerConfig[] {
	const byName = new Map<string, McpServerConfig>();
	for (const config of global) byName.set(config.name, config);
	const own = new Set(byName.keys());
	for (const config of projects.toReversed().flat()) {
		byName.set(config.name, own.has(config.name) ? { ...config, replacesOwn: true } : config);
	}
	return [...byName.values()];
}

/** Whether two configurations would run the same thing: anything else changes without a restart. */
export function runsTheSame(left: McpServerConfig, right: McpServerConfig): boolean {
	return runKey(left) === runKey(right);
}

function runKey({ entry, scope }: McpServerConfig): string {
	const { disabled, timeout, alwaysAllow, disabledTools, ...run } = entry;
	return JSON.stringify([scope, sortedKeys(run)]);
}

/** The same value with the keys of each record in order: two spellings of one thing compare equal. */
export function sortedKeys(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sortedKeys);
	if (typeof value !== "object" || value === null) return value;
	const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
	return Object.fromEntries(entries.map(([key, inner]) => [key, sortedKeys(inner)]));
}

/** "node server.js --port 1" or the address, for people; without the secrets in it. */
export function targetOf(entry: McpEntry): string {
	return isRemote(entry) ? maskText(entry.url) : maskWords([entry.command, ...entry.args]).join(" ");
}
