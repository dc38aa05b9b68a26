import type { Host } from "@shared/host";
import type { ProjectFiles } from "../../instructions/ProjectFiles";
import type { McpPort } from "../../mcp/McpPort";

/** What the expansion of a message needs of its task. */
export interface ExpansionDeps {
	readonly host: Host;
	/** absolute path */
	readonly cwd: string;
	readonly project: Pick<ProjectFiles, "isIgnored" | "workflows" | "modes">;
	/** undefined: there are no MCP servers */
	readonly mcp?: McpPort | undefined;
	readonly signal: AbortSignal;
	/** as of a task's handle */
	resolvePath(path: string): string;
	displayPath(absolutePath: string): string;
}
