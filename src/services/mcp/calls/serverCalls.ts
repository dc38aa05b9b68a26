import { KilnError } from "@shared/errors";
import type { McpCallResult, McpContent, McpPromptResult } from "@shared/mcp";
import type { SchemaChecks } from "../catalogue/SchemaChecks";
import type { ListedTool } from "../catalogue/ServerCatalogue";
import type { CallOptions, McpSession } from "../connection/McpSession";
import type { McpServer } from "../McpServer";

/** Names of servers and tools in an error: enough to choose from. */
const maxListed = 40;

export type McpServers = ReadonlyMap<string, McpServer>;

/** Refuses a server or a tool that is not there, and arguments that break its schema. */
export async function checkCall(
	servers: McpServers,
	checks: SchemaChecks,
	target: { readonly server: string; readonly tool: string },
	args: Readonly<Record<string, unknown>>,
): Promise<void> {
	const { server } = connected(servers, target.server);
	await checkArguments(checks, target.server, findTool(server, target.tool), args);
}

export async function callTool(
	servers: McpServers,
	checks: SchemaChecks,
	target: { readonly server: string; readonly tool: string },
	args: Readonly<Record<string, unknown>>,
	options: CallOptions,
): Promise<McpCallResult> {
	const { server, session } = connected(servers, target.server);
	const tool = findTool(server, target.tool);
	await checkArguments(checks, target.server, tool, args);
	const result = await session.callTool(tool, args, options);
	if (tool.outputSchema === undefined || result.isError) return result;
	return { ...result, notes: [...result.notes, ...(await outputNotes(checks, tool.outputSchema, result))] };
}

export async function readResource(
	servers: McpServers,
	name: string,
	uri: string,
	options: CallOptions,
): Promise<readonly McpContent[]> {
	const { server, session } = connected(servers, name);
	try {
		return await session.readResource(uri, options);
	} catch (error) {
		if (!(error instanceof KilnError) || error.code !== "mcp_failed" || error.hint !== undefined) throw error;
		// servers give out resources that they do not list: only a refusal is answered with the list
		const { resources, resourceTemplates } = server.catalogue;
		const known = [...resources.map((one) => one.uri), ...resourceTemplates.map((one) => one.uriTemplate)];
		const hint = known.length > 0 ? `It lists: ${listOf(known)}.` : "It lists no resources.";
		throw new KilnError(error.code, error.message, hint, { cause: error });
	}
}

export async function getPrompt(
	servers: McpServers,
	name: string,
	prompt: string,
	args: Readonly<Record<string, string>>,
	options: CallOptions,
): Promise<McpPromptResult> {
	const { server, session } = connected(servers, name);
	const listed = server.catalogue.prompts.find((candidate) => candidate.name === prompt);
	if (listed === undefined) {
		const known = listOf(server.catalogue.prompts.map((candidate) => candidate.name));
		throw new KilnError(
			"mcp_tool_unknown",
			`MCP server "${name}" has no prompt "${prompt}".`,
			`It has: ${known}.`,
		);
	}
	const missing = listed.arguments.filter(
		(argument) => argument.isRequired && !Object.hasOwn(args, argument.name),
	);
	if (missing.length > 0) {
		const names = missing.map((argument) => `"${argument.name}"`).join(", ");
		throw new KilnError("invalid_parameters", `Prompt "${prompt}" of MCP server "${name}" needs ${names}.`);
	}
	return session.getPrompt(prompt, args, options);
}

function connected(
	servers: McpServers,
	name: string,
): { readonly server: McpServer; readonly session: McpSession } {
	const server = servers.get(name);
	if (server === undefined) {
		const names = [...servers.values()].filter((one) => one.connection.session).map((one) => one.name);
		const hint = names.length > 0 ? `Connected servers: ${listOf(names)}.` : "No MCP server is connected.";
		throw new KilnError("mcp_server_unknown", `There is no MCP server "${name}".`, hint);
	}
	const { session } = server.connection;
	if (session) return { server, session };
	server.wanted();
	const { status } = server.state;
	const { reason } = server;
	const words = { disabled: "is switched off", awaiting_trust: "waits for the user's consent" } as const;
	const how =
		status === "disabled" || status === "awaiting_trust" ? words[status] : `is not connected (${status})`;
	throw new KilnError(
		"mcp_not_connected",
		`MCP server "${name}" ${how}${reason === undefined ? "" : `: ${reason}`}`.replace(/\.?$/, "."),
		status === "connecting"
			? "It is being started. Go on without it, or try once more later."
			: "Only the user can change that, under MCP servers. Go on without it, or ask the user.",
	);
}

function findTool(server: McpServer, name: string): ListedTool {
	const { disabledTools } = server.config.entry;
	const tool = server.catalogue.tools.find((candidate) => candidate.name === name);
	if (tool && !disabledTools.includes(name)) return tool;
	const known = server.catalogue.tools.map((one) => one.name).filter((one) => !disabledTools.includes(one));
	const hint = known.length > 0 ? `It has: ${listOf(known)}.` : "It has no tools.";
	const what = tool ? `has the tool "${name}" switched off by the user` : `has no tool "${name}"`;
	throw new KilnError("mcp_tool_unknown", `MCP server "${server.name}" ${what}.`, hint);
}

async function checkArguments(
	checks: SchemaChecks,
	server: string,
	tool: ListedTool,
	args: Readonly<Record<string, unknown>>,
): Promise<void> {
	const check = await checks.check(tool.inputSchema);
	// a schema that cannot be used: the server checks its arguments itself
	const problems = check.kind === "checked" ? check.problemsOf(args) : [];
	if (problems.length === 0) return;
	throw new KilnError(
		"invalid_parameters",
		`The arguments do not fit tool "${tool.name}" of MCP server "${server}": ${problems.join("; ")}.`,
		"Correct them by the tool's schema and call it again. Nothing was sent.",
	);
}

async function outputNotes(
	checks: SchemaChecks,
	schema: Readonly<Record<string, unknown>>,
	result: McpCallResult,
): Promise<readonly string[]> {
	if (result.structuredContent === undefined)
		return ["The tool announces structured content, but sent none."];
	const check = await checks.check(schema);
	const problems = check.kind === "checked" ? check.problemsOf(result.structuredContent) : [];
	if (problems.length === 0) return [];
	return [`The structured content does not fit the tool's own schema: ${problems.join("; ")}.`];
}

function listOf(names: readonly string[]): string {
	const shown = names.slice(0, maxListed).join(", ");
	return names.length > maxListed ? `${shown} and ${names.length - maxListed} more` : shown;
}
