import { type McpPort, noMcp } from "@core/mcp/McpPort";
import type { McpServerState, McpTool } from "@shared/mcp";

type Schema = Readonly<Record<string, unknown>>;

const list = (items: Schema): Schema => ({ type: "array", items });
const record = (properties: Readonly<Record<string, Schema>>): Schema => ({
	type: "object",
	properties,
	required: Object.keys(properties),
});
const word: Schema = { type: "string" };

const tool = (name: string, description: string, properties: Readonly<Record<string, Schema>>): McpTool => ({
	name,
	description,
	inputSchema: record(properties),
	hints: {},
	nativeName: `mcp_memory_${name}`,
	isEnabled: true,
	isAlwaysAllowed: false,
	hasChanged: false,
	fingerprint: "f",
});

const entity = record({ name: word, entityType: word, observations: list(word) });

/** A connected server with five tools of `@modelcontextprotocol/server-memory`, as it describes them. */
const memory: McpServerState = {
	name: "memory",
	scope: { kind: "global" },
	status: "connected",
	failedTries: 0,
	needsSignIn: false,
	isSignedIn: false,
	isSigningIn: false,
	target: "npx -y @modelcontextprotocol/server-memory",
	runHash: "r",
	timeoutSeconds: 60,
	catalogue: {
		tools: [
			tool("create_entities", "Create multiple new entities in the knowledge graph", {
				entities: list(entity),
			}),
			tool("create_relations", "Create multiple new relations between entities in the knowledge graph", {
				relations: list(record({ from: word, to: word, relationType: word })),
			}),
			tool("add_observations", "Add new observations to existing entities in the knowledge graph", {
				observations: list(record({ entityName: word, contents: list(word) })),
			}),
			tool("delete_entities", "Delete multiple entities and their associated relations", {
				entityNames: list(word),
			}),
			tool("search_nodes", "Search for nodes in the knowledge graph based on a query", { query: word }),
		],
		resources: [{ uri: "memory://graph", name: "graph" }],
		resourceTemplates: [],
		prompts: [],
		notes: [],
	},
	changedTools: [],
	stderr: [],
	log: [],
};
const servers = [memory];

export const memoryServer: McpPort = { ...noMcp, servers: () => servers };
