import { createHash } from "node:crypto";
import type { McpTrustRequest } from "@shared/mcp";
import { isRemote, type RemoteEntry } from "../config/entrySchema";
import { variablesOf } from "../config/expandEntry";
import { type McpServerConfig, sortedKeys } from "../config/McpServerConfig";

/**
 * What would run, as one value: the workspace root, the server's name, and of the entry with nothing expanded: type,
 * command, args, cwd, the names and values of env, url, the names and values of headers, oauth, watchPaths. `${env:X}`
 * stands in it as written, so that the consent names each variable that is read, whatever its value. Not covered, since
 * they start nothing: disabled, timeout, disabledTools, and alwaysAllow, which has a consent of its own (`allowHash`).
 */
export function trustHash({ name, scope, entry }: McpServerConfig): string {
	const { disabled, timeout, disabledTools, alwaysAllow, ...run } = entry;
	return hashOf(["start", scope, name, run]);
}

/** Consent to one tool of exactly this server without asking. */
export function allowHash(config: McpServerConfig, tool: string): string {
	return hashOf(["allow", trustHash(config), tool]);
}

/** Under which a server's accepted tools are kept: another server of that name is another one. */
export function pinKey({ name, scope, entry }: McpServerConfig): string {
	const target = isRemote(entry) ? entry.url : [entry.command, entry.args];
	return hashOf(["pins", scope, name, target]);
}

/** What tasks have done to a server's files since it is known. */
export interface TaskWrites {
	/** undefined: nothing since the consent */
	readonly changedFile: string | undefined;
	readonly taskWrites: number;
}

const noWrites: TaskWrites = { changedFile: undefined, taskWrites: 0 };

/** Another one after each change of the configuration and of a file that runs: the answer to a question of before is none. */
export function requestHash(config: McpServerConfig, { taskWrites }: Pick<TaskWrites, "taskWrites">): string {
	const hash = trustHash(config);
	return taskWrites === 0 ? hash : hashOf(["written", hash, taskWrites]);
}

export function trustRequest(config: McpServerConfig, writes: TaskWrites = noWrites): McpTrustRequest {
	const { entry } = config;
	const shown = isRemote(entry)
		? { url: entry.url, headers: entry.headers, oauth: oauthWords(entry), env: {} }
		: {
				command: entry.command,
				args: entry.args,
				...(entry.cwd !== undefined && { cwd: entry.cwd }),
				env: entry.env,
				headers: {},
				oauth: {},
			};
	return {
		hash: requestHash(config, writes),
		...shown,
		...(entry.type !== undefined && { transport: entry.type }),
		watchPaths: entry.watchPaths,
		variables: variablesOf(entry),
		alwaysAllow: entry.alwaysAllow,
		...(writes.changedFile !== undefined && { changedFile: writes.changedFile }),
	};
}

function oauthWords({ oauth }: Pick<RemoteEntry, "oauth">): Record<string, string> {
	return Object.fromEntries(Object.entries(oauth ?? {}).map(([name, value]) => [name, String(value)]));
}

function hashOf(value: unknown): string {
	return createHash("sha256")
		.update(JSON.stringify(sortedKeys(value)))
		.digest("hex");
}
