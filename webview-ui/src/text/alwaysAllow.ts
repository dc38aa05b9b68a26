import type { ToolBody } from "@shared/tools";
import type { McpCommand } from "../state/useMcp";

/** Allows the tool of a waiting call as it was when the person was asked: should it be another by now, it is refused. */
export function alwaysAllow({
	server,
	name,
	fingerprint,
}: Extract<ToolBody, { kind: "mcp" }>): Extract<McpCommand, { type: "mcp_always_allow" }> {
	return {
		type: "mcp_always_allow",
		name: server,
		tool: name,
		isAllowed: true,
		...(fingerprint !== undefined && { fingerprint }),
	};
}
