import type { McpPrompt, McpResource, McpResourceTemplate, McpTool } from "@shared/mcp";

/** A tool as its server lists it. */
export type ListedTool = Pick<
	McpTool,
	"name" | "title" | "description" | "inputSchema" | "outputSchema" | "hints"
> & {
	/** it answers through a protocol task only */
	readonly needsTask: boolean;
};

/** What a server offers, as far as it can be used. */
export interface ServerCatalogue {
	readonly tools: readonly ListedTool[];
	readonly resources: readonly McpResource[];
	readonly resourceTemplates: readonly McpResourceTemplate[];
	readonly prompts: readonly McpPrompt[];
	/** what was left out and why, each a sentence */
	readonly notes: readonly string[];
}

export const emptyCatalogue: ServerCatalogue = {
	tools: [],
	resources: [],
	resourceTemplates: [],
	prompts: [],
	notes: [],
};

export type CatalogueList = "tools" | "resources" | "resourceTemplates" | "prompts";
