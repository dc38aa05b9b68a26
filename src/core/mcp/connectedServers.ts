import type { McpServerState, McpTool } from "@shared/mcp";
import type { McpPort } from "./McpPort";

/** Servers that can be called now. */
export function connectedServers(mcp: Pick<McpPort, "servers">): readonly McpServerState[] {
	return mcp.servers().filter(({ status }) => status === "connected");
}

/** A tool as its server, connected or not, lists it now. */
export function listedTool(
	mcp: Pick<McpPort, "servers">,
	server: string,
	tool: string | undefined,
): McpTool | undefined {
	const found = mcp.servers().find(({ name }) => name === server);
	return found?.catalogue.tools.find(({ name }) => name === tool);
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

/** Characters of a schema, and of all: they go with each request. */
const maxSchemaChars = 20_000;
const maxAllSchemaChars = 200_000;

/**
 * Tools that are offered as function calls of their own. One whose schema providers would refuse, or that is too long,
 * is called by `use_mcp_tool`: a server must not make every request fail.
 */
export function nativeMcpTools(mcp: Pick<McpPort, "servers">): NativeMcpTool[] {
	const taken = new Set<string>();
	let left = maxAllSchemaChars;
	return connectedServers(mcp).flatMap((server) =>
		enabledTools(server).flatMap((tool) => {
			const { nativeName } = tool;
			if (nativeName === undefined || taken.has(nativeName.toLowerCase())) return [];
			const chars = JSON.stringify(tool.inputSchema).length;
			if (chars > Math.min(maxSchemaChars, left) || !isObjectSchema(tool.inputSchema)) return [];
			taken.add(nativeName.toLowerCase());
			left -= chars;
			return [{ server: server.name, tool, nativeName }];
		}),
	);
}

/** What OpenAI and Anthropic take as parameters: an object with properties, without alternatives at the top. */
function isObjectSchema({ type = "object", properties = {}, ...rest }: McpTool["inputSchema"]): boolean {
	const hasAlternatives = ["anyOf", "oneOf", "allOf", "enum", "not"].some((key) => key in rest);
	return (
		type === "object" && isRecord(properties) && Object.values(properties).every(isSchema) && !hasAlternatives
	);
}

function isSchema(value: unknown): boolean {
	return typeof value === "boolean" || isRecord(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
