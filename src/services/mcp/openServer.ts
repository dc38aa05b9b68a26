import type { McpElicitation } from "@shared/mcp";
import { isRemote, type McpEntry } from "./config/entrySchema";
import { expandEntry, variablesOf } from "./config/expandEntry";
import type { McpServerConfig } from "./config/McpServerConfig";
import type { McpSession, SessionEvents } from "./connection/McpSession";
import { OpenFailure } from "./connection/OpenFailure";
import type { McpLimits } from "./limits";
import type { McpHubOptions } from "./McpHubOptions";
import type { ServerSignIn } from "./oauth/ServerSignIn";
import { secretsOf } from "./secrets/secretsOf";
import type { LineTail } from "./transport/LineTail";

export interface OpenServerPorts extends McpHubOptions {
	readonly resolvedLimits: McpLimits;
}

export interface OpenServerTarget {
	readonly config: McpServerConfig;
	readonly output: LineTail;
	readonly signIn: ServerSignIn | undefined;
}

/** Gathers what a start needs of the surroundings and opens the session. The SDK is loaded with the first one. */
export async function openServer(
	{ config, output, signIn }: OpenServerTarget,
	ports: OpenServerPorts,
	events: SessionEvents,
	signal: AbortSignal,
): Promise<McpSession> {
	const environment = await ports.environment();
	const variable = (name: string) => (ports.variable ? ports.variable(name) : environment[name]);
	const entry = expanded(config, workspaceFolderOf(config, ports), variable);
	const read = variablesOf(config.entry).flatMap((name) => {
		const value = variable(name);
		return value === undefined ? [] : [[name, value]];
	});
	const secrets = secretsOf(entry, Object.fromEntries(read));
	output.hide(secrets);
	const hideTokens = (tokens: readonly string[]) => output.hide([...tokens, ...secrets]);
	const opened = isRemote(entry) ? await signIn?.open(entry, ports.fetch, hideTokens) : undefined;
	const open = ports.openSession ?? (await import("./sdk/openSession")).openSession;
	const elicit = (request: McpElicitation, stop: AbortSignal) =>
		ports.onElicit?.(config.name, request, stop) ?? Promise.resolve({ action: "cancel" as const });
	const options = {
		server: config.name,
		entry,
		cwd: startFolderOf(config, ports),
		environment,
		platform: ports.platform,
		fetch: opened?.fetch ?? ports.fetch,
		version: ports.version,
		limits: ports.resolvedLimits,
		output,
		auth: opened?.auth,
		roots: () => ports.roots(),
		elicit: ports.onElicit && elicit,
	};
	// it was ended while it waited for all of this
	signal.throwIfAborted();
	return open(options, events, signal).catch((error: unknown) => {
		throw opened?.hasOwnKey && error instanceof OpenFailure && error.needsSignIn
			? ownKeyRefused(error)
			: error;
	});
}

function ownKeyRefused({ message }: OpenFailure): OpenFailure {
	const status = /HTTP \d{3}/.exec(message)?.[0];
	const words = `It refused the key or account in its entry${status === undefined ? "" : ` (${status})`}.`;
	return new OpenFailure(words, { isFinal: true });
}

/** What `${workspaceFolder}` stands for: a server's project, or the first root for the person's own. */
export function workspaceFolderOf(
	{ scope }: McpServerConfig,
	ports: Pick<McpHubOptions, "roots">,
): string | undefined {
	return scope.kind === "project" ? scope.root : ports.roots()[0];
}

/**
 * Where a server runs and its relative paths start: its project, or the home folder for the person's own. In a
 * workspace that nobody consented to, `npx -y name` would run what the repository has in `node_modules` under that name.
 */
export function startFolderOf(
	{ scope }: McpServerConfig,
	{ homeDir }: Pick<McpHubOptions, "homeDir">,
): string {
	return scope.kind === "project" ? scope.root : homeDir;
}

function expanded(
	{ name, entry }: McpServerConfig,
	workspaceFolder: string | undefined,
	variable: (name: string) => string | undefined,
): McpEntry {
	try {
		return expandEntry(name, entry, { workspaceFolder, variable });
	} catch (error) {
		throw new OpenFailure(error instanceof Error ? error.message : String(error), { isFinal: true });
	}
}
