import type { OpenedMcp } from "@hosts/vscode/mcp/createMcp";
import { LazyMcp } from "@hosts/vscode/mcp/LazyMcp";
import type { McpConfigProblem, McpServerState, McpTool } from "@shared/mcp";
import { vi } from "vitest";
import { createSilentLog } from "./silentLog";

export function serverState(changes: Partial<McpServerState> = {}): McpServerState {
	return {
		name: "weather",
		scope: { kind: "global" },
		status: "connected",
		failedTries: 0,
		needsSignIn: false,
		isSignedIn: false,
		isSigningIn: false,
		target: "node weather.js",
		runHash: "r",
		timeoutSeconds: 60,
		catalogue: { tools: [], resources: [], resourceTemplates: [], prompts: [], notes: [] },
		changedTools: [],
		stderr: [],
		log: [],
		...changes,
	};
}

export function mcpTool(changes: Partial<McpTool> = {}): McpTool {
	return {
		name: "forecast",
		description: "Tells the weather.",
		inputSchema: { type: "object", properties: { city: { type: "string" } } },
		hints: {},
		isEnabled: true,
		isAlwaysAllowed: false,
		hasChanged: false,
		fingerprint: "f",
		...changes,
	};
}

/** A hub that notes what it is asked; its servers are what the test says. */
export function createFakeMcp() {
	const listeners = new Set<() => void>();
	let servers: readonly McpServerState[] = [];
	let problems: readonly McpConfigProblem[] = [];
	const hub = {
		start: vi.fn(async () => {}),
		stop: vi.fn(async () => {}),
		servers: () => servers,
		configProblems: () => problems,
		onDidChange: (listener: () => void) => {
			listeners.add(listener);
			return { dispose: () => listeners.delete(listener) };
		},
		ready: vi.fn(async () => {}),
		workspaceChanged: vi.fn(async () => {}),
		restart: vi.fn(),
		trust: vi.fn(async () => {}),
		acceptTools: vi.fn(async () => {}),
		settings: {
			toggleServer: vi.fn(async () => {}),
			toggleTool: vi.fn(async () => {}),
			toggleAlwaysAllow: vi.fn(async () => {}),
			setTimeout: vi.fn(async () => {}),
			removeServer: vi.fn(async () => {}),
		},
		signIns: {
			signIn: vi.fn(async () => {}),
			signOut: vi.fn(async () => {}),
			accept: vi.fn(),
			cancel: vi.fn(),
		},
		callTool: vi.fn(async () => ({ content: [], isError: false, notes: [] })),
		noteTaskWrite: vi.fn(),
		/** the test's */
		set(next: readonly McpServerState[], faults: readonly McpConfigProblem[] = []) {
			servers = next;
			problems = faults;
			for (const listener of listeners) listener();
		},
	};
	const opened = {
		hub,
		files: () => [
			{ scope: { kind: "global" }, file: "/home/settings/mcp_settings.json", label: "All projects" },
			{ scope: { kind: "project", root: "/w" }, file: "/w/.kilocode/mcp.json", label: "This project" },
		],
		imports: {
			onChange: vi.fn(),
			offered: () => [],
			refresh: vi.fn(async () => {}),
			import: vi.fn(async () => {}),
			dismiss: vi.fn(async () => {}),
		},
		entryOf: vi.fn(async () => ({ command: "node" })),
		save: vi.fn(async () => {}),
		test: vi.fn(async () => ({ ok: true, message: "It works: 1 tool.", tools: ["forecast"] })),
		openFile: vi.fn(async () => {}),
		stop: () => hub.stop(),
	};
	const mcp = new LazyMcp(async () => opened as unknown as OpenedMcp, createSilentLog());
	return { mcp, hub, opened };
}
