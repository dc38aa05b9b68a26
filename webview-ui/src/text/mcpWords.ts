import type { McpFileSummary, McpServerSummary, McpSummary } from "@shared/mcp-view";
import { plural } from "./formatFigures";

type Server = Pick<McpServerSummary, "status" | "trust" | "needsSignIn" | "failedTries" | "counts">;

/** A server's state in words; the dot beside them has the status' colour. */
export function mcpStatusWords(server: Server): string {
	switch (server.status) {
		case "connected":
			return connectedWords(server);
		case "connecting":
			return server.failedTries > 0 ? `Starting again (try ${server.failedTries + 1})` : "Starting";
		case "awaiting_trust":
			return server.trust === undefined ? "Workspace not trusted" : "Waits for your consent";
		case "failed":
			return server.needsSignIn ? "Sign-in needed" : "Failed";
		case "disabled":
			return "Off";
	}
}

function connectedWords({ counts: { tools, resources, prompts } }: Server): string {
	const parts = [
		plural(tools, "tool", "tools"),
		...(resources > 0 ? [plural(resources, "resource", "resources")] : []),
		...(prompts > 0 ? [plural(prompts, "prompt", "prompts")] : []),
	];
	return `Connected · ${parts.join(", ")}`;
}

/** What the chat says of servers that want the person; undefined: nothing. */
export function mcpNotice({
	awaitingTrust,
	failed,
	needSignIn,
	changed,
	problems,
}: McpSummary): string | undefined {
	const parts = [
		...(awaitingTrust > 0
			? [
					`${plural(awaitingTrust, "MCP server of this project waits", "MCP servers of this project wait")} for your consent`,
				]
			: []),
		...(needSignIn > 0
			? [`${plural(needSignIn, "MCP server wants", "MCP servers want")} you to sign in`]
			: []),
		...(failed > 0 ? [`${plural(failed, "MCP server has", "MCP servers have")} failed`] : []),
		...(changed > 0 ? [`${plural(changed, "MCP server has", "MCP servers have")} changed tools`] : []),
		...(problems > 0 ? [`${plural(problems, "problem", "problems")} in the MCP configuration`] : []),
	];
	return parts.length === 0 ? undefined : `${parts.join("; ")}.`;
}

/** "This project", and whether it takes the place of the person's own; of a root that is closed by now its path */
export function mcpScopeWords(
	{ scope, replacesOwn }: Pick<McpServerSummary, "scope" | "replacesOwn">,
	files: readonly McpFileSummary[],
): string {
	const known = files.find((file) => mcpScopeKey(file.scope) === mcpScopeKey(scope));
	const words = known?.label ?? (scope.kind === "global" ? "All projects" : scope.root);
	return replacesOwn ? `${words}, replaces your own server of this name` : words;
}

export function mcpScopeKey(scope: McpServerSummary["scope"]): string {
	return scope.kind === "global" ? "global" : `project ${scope.root}`;
}
