import type { McpServerState, McpTool } from "@shared/mcp";
import { connectedServers, enabledTools } from "../../mcp/connectedServers";
import type { PromptContext } from "../PromptContext";

/** A server's own words; more is cut. */
const maxInstructionChars = 2000;
const maxDescriptionChars = 500;
const maxResources = 50;

/**
 * Tools and resources of the connected servers. Tools that are offered as function calls of their own stand there with
 * their schemas, and here by name only.
 */
export function mcpServers({ mcp, tools, toolFormat }: PromptContext): string {
	if (!tools.some(({ group }) => group === "mcp")) return "";
	const servers = connectedServers(mcp).map((server) => describeServer(server, toolFormat === "native"));
	if (servers.length === 0) return "";
	return ["# MCP servers", ...servers].join("\n");
}

function describeServer(server: McpServerState, isNative: boolean): string {
	const { instructions, catalogue } = server;
	const tools = enabledTools(server).map((tool) => describeTool(tool, isNative));
	const templates = catalogue.resourceTemplates.map(({ uriTemplate: uri, ...rest }) => ({ uri, ...rest }));
	const resources = [...catalogue.resources, ...templates];
	const listed = resources.slice(0, maxResources).map(({ uri, name, description }) => {
		const what = description === undefined ? name : `${name}: ${cut(description, maxDescriptionChars)}`;
		return `- ${uri} (${what})`;
	});
	const more = resources.length - listed.length;
	return [
		`## ${server.name}`,
		...(instructions === undefined ? [] : [cut(instructions.trim(), maxInstructionChars)]),
		...(tools.length === 0 ? [] : ["Tools:", ...tools]),
		...(listed.length === 0 ? [] : ["Resources:", ...listed]),
		...(more > 0 ? [`… and ${more} more resources`] : []),
	].join("\n");
}

function describeTool({ name, description, inputSchema, nativeName }: McpTool, isNative: boolean): string {
	if (isNative && nativeName !== undefined) return `- ${name} (call ${nativeName})`;
	const { $schema, ...schema } = inputSchema;
	return `- ${name}: ${cut(description, maxDescriptionChars)}\n  ${JSON.stringify(schema)}`;
}

function cut(text: string, maxChars: number): string {
	return text.length <= maxChars ? text : `${text.slice(0, maxChars - 1)}…`;
}
