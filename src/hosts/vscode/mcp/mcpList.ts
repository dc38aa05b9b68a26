import type { McpConfigProblem, McpServerState, McpTool } from "@shared/mcp";
import type { McpServerSummary, McpSummary, McpToolSummary } from "@shared/mcp-view";

/** A server's own texts in the list; the whole of it is the model's and the log's. */
const maxDescriptionChars = 1000;
const maxLines = 40;
/** of a server that does not work, on its card */
const maxFoldedLines = 8;
const maxLineChars = 500;
const maxListed = 500;

export function mcpSummary(
	servers: readonly McpServerState[],
	problems: readonly McpConfigProblem[],
): McpSummary {
	const count = (status: McpServerState["status"]) =>
		servers.filter((server) => server.status === status).length;
	return {
		total: servers.length,
		connected: count("connected"),
		failed: servers.filter(({ status, needsSignIn }) => status === "failed" && !needsSignIn).length,
		needSignIn: servers.filter(({ needsSignIn }) => needsSignIn).length,
		// in a workspace that is not trusted as a whole there is nothing to agree to
		awaitingTrust: servers.filter((server) => server.trust !== undefined).length,
		changed: servers.filter((server) => server.changedTools.length > 0).length,
		problems: problems.length,
	};
}

/** What the view shows of a server: schemas as parameter names, the server's texts capped. */
export function mcpServerSummary(server: McpServerState): McpServerSummary {
	const { catalogue } = server;
	return {
		...server,
		isWhole: true,
		counts: countsOf(server),
		...(server.instructions !== undefined && { instructions: capped(server.instructions) }),
		catalogue: {
			// what is to be accepted is shown, wherever it stands
			tools: catalogue.tools
				.filter(({ hasChanged }, index) => hasChanged || index < maxListed)
				.map(toolSummary),
			resources: catalogue.resources.slice(0, maxListed).map(described),
			resourceTemplates: catalogue.resourceTemplates.slice(0, maxListed).map(described),
			prompts: catalogue.prompts.slice(0, maxListed).map(described),
			notes: catalogue.notes.slice(0, maxLines),
		},
		stderr: server.stderr.slice(-maxLines).map(cappedLine),
		log: server.log.slice(-maxLines).map((line) => ({ ...line, text: cappedLine(line.text) })),
	};
}

/** What a folded server's card shows of it. */
export function foldedServerSummary(server: McpServerState): McpServerSummary {
	const { instructions, catalogue, ...state } = server;
	const changed = catalogue.tools.filter(({ hasChanged }) => hasChanged);
	return {
		...state,
		isWhole: false,
		counts: countsOf(server),
		catalogue: {
			tools: changed.map(toolSummary),
			resources: [],
			resourceTemplates: [],
			prompts: [],
			notes: [],
		},
		stderr: server.status === "connected" ? [] : server.stderr.slice(-maxFoldedLines).map(cappedLine),
		log: [],
	};
}

function countsOf({ catalogue: { tools, resources, prompts } }: McpServerState): McpServerSummary["counts"] {
	return { tools: tools.length, resources: resources.length, prompts: prompts.length };
}

function toolSummary({ inputSchema, outputSchema, nativeName, ...tool }: McpTool): McpToolSummary {
	const { properties } = inputSchema;
	const isMap = typeof properties === "object" && properties !== null;
	return {
		...tool,
		description: capped(tool.description),
		parameters: isMap ? Object.keys(properties).slice(0, maxLines) : [],
		...(tool.hasChanged && { told: toldOf({ ...tool, inputSchema }) }),
	};
}

/** Uncut: nobody is to accept what they were not shown. */
function toldOf({
	title,
	description,
	inputSchema,
}: Pick<McpTool, "title" | "description" | "inputSchema">): string {
	const schema = JSON.stringify(inputSchema, null, 2);
	return [title, description, `Parameters: ${schema}`].filter((part) => part).join("\n\n");
}

function described<T extends { readonly description?: string | undefined }>(item: T): T {
	return item.description === undefined ? item : { ...item, description: capped(item.description) };
}

function capped(text: string): string {
	return text.length <= maxDescriptionChars ? text : `${text.slice(0, maxDescriptionChars)}…`;
}

function cappedLine(line: string): string {
	return line.length <= maxLineChars ? line : `${line.slice(0, maxLineChars)}…`;
}
