import { homedir } from "node:os";
import type { McpServerConfig } from "@services/mcp/config/McpServerConfig";
import { parseEntry } from "@services/mcp/config/parseEntry";
import { McpHub } from "@services/mcp/McpHub";
import type { McpHubOptions } from "@services/mcp/McpHubOptions";
import { memoryTrustStore } from "@services/mcp/trust/McpTrustStore";
import type { McpServerState } from "@shared/mcp";
import { onTestFinished } from "vitest";
import { realClock } from "./realClock";

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Real processes and real time. */
export function hubOptions(): McpHubOptions {
	return {
		version: "0.0.0",
		clock: realClock,
		log: silent,
		fetch: globalThis.fetch,
		platform: process.platform,
		environment: async () => ({ PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "/" }),
		homeDir: homedir(),
		roots: () => [process.cwd()],
		isWorkspaceTrusted: () => true,
		trust: memoryTrustStore(),
	};
}

/** A hub over real processes and real time, ended after the test. */
export function createHub(options: Partial<McpHubOptions> = {}): McpHub {
	const hub = new McpHub({ ...hubOptions(), ...options });
	onTestFinished(() => hub.stop());
	return hub;
}

/** A server of the person's own file. */
export function globalServer(name: string, entry: Record<string, unknown>): McpServerConfig {
	const parsed = parseEntry(entry);
	if (!parsed.entry) throw new Error(JSON.stringify(parsed.problems));
	return { name, scope: { kind: "global" }, entry: parsed.entry };
}

export function projectServer(name: string, root: string, entry: Record<string, unknown>): McpServerConfig {
	return { ...globalServer(name, entry), scope: { kind: "project", root } };
}

/** Configures one server and waits until it works or has failed. */
export async function connect(hub: McpHub, config: McpServerConfig): Promise<McpServerState> {
	hub.setConfigs({ servers: [config], problems: [] });
	return until(hub, config.name, (state) => state.status === "connected" || state.status === "failed");
}

export function stateOf(hub: McpHub, name: string): McpServerState {
	const state = hub.servers().find((server) => server.name === name);
	if (!state) throw new Error(`no server ${name}`);
	return state;
}

export function until(
	hub: McpHub,
	name: string,
	isReached: (state: McpServerState) => boolean,
): Promise<McpServerState> {
	return new Promise((resolve) => {
		const check = () => {
			const state = stateOf(hub, name);
			if (!isReached(state)) return;
			listening.dispose();
			resolve(state);
		};
		const listening = hub.onDidChange(check);
		check();
	});
}
