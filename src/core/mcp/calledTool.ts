import { createHash } from "node:crypto";
import { KilnError } from "@shared/errors";
import { listedTool } from "./connectedServers";
import type { McpPort } from "./McpPort";

/**
 * What a call by a server's name means now, as one value: which server it is (its file and what it runs) and what its
 * tool says of itself. It stands in the approved operation: another server under the same name, or a tool that has
 * changed while the question was open, is another thing.
 */
export function calledTool(mcp: Pick<McpPort, "servers">, server: string, tool?: string): string {
	const state = mcp.servers().find(({ name }) => name === server);
	const listed = listedTool(mcp, server, tool);
	const what = [
		state && [state.file, state.runHash, state.transport],
		listed && [listed.name, listed.fingerprint],
	];
	return createHash("sha256").update(JSON.stringify(what)).digest("hex");
}

/** To be called right before the server is asked. */
export function refuseOther(
	mcp: Pick<McpPort, "servers">,
	approved: string,
	server: string,
	tool?: string,
): void {
	// Of a server that is off or gone the hub itself says how it is.
	if (mcp.servers().find(({ name }) => name === server)?.status !== "connected") return;
	if (calledTool(mcp, server, tool) === approved) return;
	throw new KilnError(
		"mcp_failed",
		`The MCP server "${server}" or its tool has changed since the call was approved; it was not called.`,
		"Look at MCP servers again, then call again.",
	);
}
