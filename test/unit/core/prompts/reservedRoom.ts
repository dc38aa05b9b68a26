import type { ToolDefinition } from "@core/tools/BaseTool";
import { freeText, text } from "@core/tools/parameters";
import * as z from "zod";

/**
 * The room that the prompt keeps for the browser and for MCP: definitions and a server section of the size that they
 * are specified to have. When the tools themselves are registered they take this place.
 */
export const reservedTools: readonly ToolDefinition[] = [
	{
		name: "browser_action",
		group: "browser",
		description:
			"Drives a browser, 900x600. One action a message; begin with launch, end with close. Every action but close answers with a screenshot and the new console logs: look at it before the next one. Other tools can be used meanwhile.",
		parameters: z.object({
			action: z
				.enum(["launch", "click", "type", "close"])
				.describe(
					"launch, click, hover, type, press, scroll_down, scroll_up, navigate, resize, screenshot, close",
				),
			url: text("for launch and navigate").optional(),
			coordinate: text(
				'"x,y" for click and hover: the middle of the element, from the screenshot',
			).optional(),
			size: text('"w,h" for resize').optional(),
			text: text("for type; for press a key's name").optional(),
			path: text("for screenshot: where to save it").optional(),
		}),
		example: { action: "launch", url: "http://localhost:3000" },
	},
	{
		name: "use_mcp_tool",
		group: "mcp",
		description: "Calls a tool of a connected MCP server (see MCP servers).",
		parameters: z.object({
			server_name: text("the server"),
			tool_name: text("its tool"),
			arguments: freeText("JSON object as the tool's schema wants it").optional(),
		}),
		example: { server_name: "weather", tool_name: "forecast", arguments: '{"city": "Oslo", "days": 3}' },
	},
	{
		name: "access_mcp_resource",
		group: "mcp",
		description: "Reads a resource of a connected MCP server.",
		parameters: z.object({ server_name: text("the server"), uri: text("the resource") }),
		example: { server_name: "weather", uri: "weather://oslo/current" },
	},
];

const tool = (
	name: string,
	description: string,
	schema: Readonly<Record<string, string>>,
	required: string[],
) =>
	`- ${name}: ${description}\n  ${JSON.stringify({ type: "object", properties: Object.fromEntries(Object.entries(schema).map(([key, type]) => [key, { type }])), required })}`;

/** One connected server with five tools, as `@modelcontextprotocol/server-memory` describes such ones. */
export const reservedMcpSection = [
	"# MCP servers",
	"## memory",
	tool("create_entities", "Create multiple new entities in the knowledge graph", { entities: "array" }, [
		"entities",
	]),
	tool("create_relations", "Create multiple new relations between entities", { relations: "array" }, [
		"relations",
	]),
	tool("add_observations", "Add new observations to existing entities", { observations: "array" }, [
		"observations",
	]),
	tool("delete_entities", "Delete multiple entities and their relations", { entityNames: "array" }, [
		"entityNames",
	]),
	tool("search_nodes", "Search for nodes in the knowledge graph", { query: "string" }, ["query"]),
].join("\n");
