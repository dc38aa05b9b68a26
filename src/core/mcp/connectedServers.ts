import type { McpServerState, McpTool } from "@shared/mcp";
import type { McpPort } from "./McpPort";

/** Servers that can be called now. */
export function connectedServers(mcp: Pick<McpPort, "servers">): readonly McpServerState[] {
	return mcp.servers().filter(({ status }) => status === "connected");
}

/** Tools of a server that the model is told of. */
export function enabledTools({ catalogue }: McpServerState): readonly McpTool[] {
	return catalogue.tools.filter(({ isEnabled }) => isEnabled);
}

export interface NativeMcpTool {
	readonly server: string;
	readonly tool: McpTool;
	readonly nativeName: string;
}

/** Tools that are offered as function calls of their own. */
export function nativeMcpTools(mcp: Pick<McpPort, "servers">): NativeMcpTool[] {
	return connectedServers(mcp).flatMap((server) =>
		enabledTools(server).flatMap((tool) =>
			tool.nativeName === undefined ? [] : [{ server: server.name, tool, nativeName: tool.nativeName }],
		),
	);
}
