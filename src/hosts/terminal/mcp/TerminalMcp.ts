import { type McpPort, noMcp } from "@core/mcp/McpPort";

/** The MCP servers of one task's run. */
export interface TerminalMcp {
	readonly port: McpPort;
	/** Starts the servers; waits for none of them. */
	start(): Promise<void>;
	/** Resolves when no process of any server is left. */
	stop(): Promise<void>;
}

export const noTerminalMcp: TerminalMcp = { port: noMcp, start: async () => {}, stop: async () => {} };
