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
	/** lists that could not be read to their end */
	readonly brokenOff: readonly CatalogueList[];
	/** what was left out and why, each a sentence */
	readonly notes: readonly string[];
}

export const emptyCatalogue: ServerCatalogue = {
	tools: [],
	resources: [],
	resourceTemplates: [],
	prompts: [],
	brokenOff: [],
	notes: [],
};

export type CatalogueList = "tools" | "resources" | "resourceTemplates" | "prompts";

export const listWords: Readonly<Record<CatalogueList, string>> = {
	tools: "tools",
	resources: "resources",
	resourceTemplates: "resource templates",
	prompts: "prompts",
};

/** What a server offers when it was read again. A list that broke off stays as it was, if more of it was known. */
export function refreshedCatalogue(read: ServerCatalogue, before: ServerCatalogue): ServerCatalogue {
	const kept = read.brokenOff.filter((list) => before[list].length > read[list].length);
	return {
		...read,
		...Object.fromEntries(kept.map((list) => [list, before[list]])),
		notes: [...read.notes, ...kept.map((list) => `The list of ${listWords[list]} from before still counts.`)],
	};
}
