import { basename } from "node:path";
import { projectFile } from "@services/mcp/config/McpConfigFiles";
import type { McpFileSummary } from "@shared/mcp-view";

/** The files that may configure servers, the person's own first. */
export function mcpFileSummaries(globalFile: string, roots: readonly string[]): McpFileSummary[] {
	const projects = roots.map(
		(root): McpFileSummary => ({
			scope: { kind: "project", root },
			file: projectFile(root),
			label: roots.length === 1 ? "This project" : `Project ${basename(root)}`,
		}),
	);
	return [{ scope: { kind: "global" }, file: globalFile, label: "All projects" }, ...projects];
}
