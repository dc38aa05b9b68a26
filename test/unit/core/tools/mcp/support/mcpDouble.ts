import { type McpPort, noMcp } from "@core/mcp/McpPort";
import type { McpCallResult, McpServerState, McpTool } from "@shared/mcp";

/** A server's tool that takes anything, but for what a test says. */
export function toolOf(name: string, more: Partial<McpTool> = {}): McpTool {
	return {
		name,
		description: `does ${name}`,
		inputSchema: { type: "object" },
		hints: {},
		isEnabled: true,
		isAlwaysAllowed: false,
		hasChanged: false,
		fingerprint: "f",
		...more,
	};
}

export interface ServerParts extends Partial<Omit<McpServerState, "catalogue">> {
	readonly tools?: readonly McpTool[];
	readonly resources?: readonly string[];
	readonly templates?: readonly string[];
	readonly prompts?: McpServerState["catalogue"]["prompts"];
}

/** A connected server. */
export function serverOf(name: string, parts: ServerParts = {}): McpServerState {
	const { tools = [], resources = [], templates = [], prompts = [], ...more } = parts;
	return {
		name,
		scope: { kind: "global" },
		status: "connected",
		failedTries: 0,
		needsSignIn: false,
		isSignedIn: false,
		isSigningIn: false,
		target: "node server.js",
		runHash: "r",
		timeoutSeconds: 60,
		catalogue: {
			tools: [...tools],
			resources: resources.map((uri) => ({ uri, name: uri })),
			resourceTemplates: templates.map((uriTemplate) => ({ uriTemplate, name: uriTemplate })),
			prompts: [...prompts],
			notes: [],
		},
		changedTools: [],
		stderr: [],
		log: [],
		...more,
	};
}

/** A hub with these servers, whose answers a test gives. */
export function mcpOf(servers: readonly McpServerState[], answers: Partial<McpPort> = {}): McpPort {
	return { ...noMcp, servers: () => servers, ...answers };
}

export function answerOf(
	content: McpCallResult["content"],
	more: Partial<McpCallResult> = {},
): McpCallResult {
	return { content, isError: false, notes: [], ...more };
}
