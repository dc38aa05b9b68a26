import type { CallOptions } from "@services/mcp/connection/McpSession";
import type { McpCallResult, McpContent, McpPromptResult, McpServerState } from "@shared/mcp";

/** What the engine sees of the MCP hub. `McpHub` is one. */
export interface McpPort {
	/** the same array until something changes */
	servers(): readonly McpServerState[];
	/** Resolves when every server works, has failed, or has been starting for `ms`. */
	ready(ms: number, signal?: AbortSignal): Promise<void>;
	/** Refuses, with what exists, a server or tool that is not there, and arguments that break the tool's schema. */
	checkCall(server: string, tool: string, args: Readonly<Record<string, unknown>>): Promise<void>;
	callTool(
		server: string,
		tool: string,
		args: Readonly<Record<string, unknown>>,
		options?: CallOptions,
	): Promise<McpCallResult>;
	readResource(server: string, uri: string, options?: CallOptions): Promise<readonly McpContent[]>;
	getPrompt(
		server: string,
		prompt: string,
		args: Readonly<Record<string, string>>,
		options?: CallOptions,
	): Promise<McpPromptResult>;
	/** A task wrote the file (absolute): a server that watches it must be trusted anew. */
	noteTaskWrite(file: string): void;
}

/** For hosts and tests without MCP. */
export const noMcp: McpPort = {
	servers: () => [],
	ready: async () => {},
	checkCall: async () => {},
	callTool: async () => ({ content: [], isError: true, notes: ["There are no MCP servers."] }),
	readResource: async () => [],
	getPrompt: async () => ({ messages: [] }),
	noteTaskWrite: () => {},
};
