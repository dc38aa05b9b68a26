import type { McpServerState } from "@shared/mcp";
import { nativeMcpTools } from "../../mcp/connectedServers";
import type { McpPort } from "../../mcp/McpPort";
import { ToolRegistry } from "../ToolRegistry";
import { DirectMcpTool } from "./DirectMcpTool";

const known = new WeakMap<readonly McpServerState[], { base: ToolRegistry; all: ToolRegistry }>();

/** The registry with the tools of the servers that are connected now; made anew only when their state has changed. */
export function withMcpTools(base: ToolRegistry, mcp: Pick<McpPort, "servers">): ToolRegistry {
	const servers = mcp.servers();
	const cached = known.get(servers);
	if (cached?.base === base) return cached.all;
	const direct = nativeMcpTools(mcp).filter(({ nativeName }) => base.find(nativeName) === undefined);
	const all =
		direct.length === 0
			? base
			: new ToolRegistry([...base.tools, ...direct.map((tool) => new DirectMcpTool(tool))]);
	known.set(servers, { base, all });
	return all;
}
