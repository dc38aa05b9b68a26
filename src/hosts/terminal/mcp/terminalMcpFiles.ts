import { existsSync } from "node:fs";
import { join } from "node:path";
import type { McpConfigFiles } from "@services/mcp/config/McpConfigFiles";
import type { McpConfigs } from "@services/mcp/config/McpServerConfig";
import type { ClockPort } from "@shared/host";

export interface McpPlaces {
	/** the workspace */
	readonly cwd: string;
	readonly homeDir: string;
}

/** The person's own servers. */
export function globalMcpFile(homeDir: string): string {
	return join(homeDir, ".kilocode", "mcp_settings.json");
}

/** False: nothing of MCP need be loaded. */
export function hasMcpFile({ cwd, homeDir }: McpPlaces): boolean {
	return existsSync(globalMcpFile(homeDir)) || existsSync(join(cwd, ".kilocode", "mcp.json"));
}

/** `isGlobalOnly`: the project's file is left out. */
export async function openMcpFiles(
	{ cwd, homeDir }: McpPlaces,
	clock: ClockPort,
	isGlobalOnly = false,
): Promise<McpConfigFiles> {
	const { McpConfigFiles } = await import("@services/mcp/config/McpConfigFiles");
	const roots = isGlobalOnly ? [] : [cwd];
	return new McpConfigFiles({ globalFile: globalMcpFile(homeDir), roots: () => roots, clock });
}

/** What is wrong in the files, each as one line. */
export function problemLines({ problems }: McpConfigs): string[] {
	return problems.map(({ file, line, server, field, message }) => {
		const place = [server === undefined ? undefined : `MCP server "${server}"`, field].filter(
			(part) => part !== undefined,
		);
		return [`${file}:${line}`, ...(place.length > 0 ? [place.join(", ")] : []), message].join(": ");
	});
}
