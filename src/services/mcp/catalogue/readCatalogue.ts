import { toPrompt, toResource, toTemplate, toTool } from "./listedItems";
import type { CatalogueList, ServerCatalogue } from "./ServerCatalogue";

/** One page of a list, as the server sent it. */
export interface ListPage {
	readonly items: readonly unknown[];
	readonly nextCursor?: string | undefined;
}

export type ReadPage = (list: CatalogueList, cursor: string | undefined) => Promise<ListPage>;

const maxPages = 200;
const maxItems: Readonly<Record<CatalogueList, number>> = {
	tools: 1000,
	resources: 5000,
	resourceTemplates: 1000,
	prompts: 1000,
};

/**
 * Reads all pages of the lists that a server has, in parallel. A broken item or list costs only itself and leaves a note.
 */
export async function readCatalogue(
	readPage: ReadPage,
	lists: ReadonlySet<CatalogueList>,
): Promise<ServerCatalogue> {
	const notes: string[] = [];
	const read = async <T>(
		list: CatalogueList,
		toItem: (value: unknown) => T | undefined,
		key: (item: T) => string,
	) => {
		if (!lists.has(list)) return [];
		try {
			return usable(list, await readAll(list, readPage, notes), toItem, key, notes);
		} catch (error) {
			notes.push(`Its ${label[list]} could not be listed: ${error instanceof Error ? error.message : error}`);
			return [];
		}
	};
	const [tools, resources, resourceTemplates, prompts] = await Promise.all([
		read("tools", toTool, (tool) => tool.name),
		read("resources", toResource, (resource) => resource.uri),
		read("resourceTemplates", toTemplate, (template) => template.uriTemplate),
		read("prompts", toPrompt, (prompt) => prompt.name),
	]);
	return { tools, resources, resourceTemplates, prompts, notes };
}

const label: Readonly<Record<CatalogueList, string>> = {
	tools: "tools",
	resources: "resources",
	resourceTemplates: "resource templates",
	prompts: "prompts",
};

async function readAll(list: CatalogueList, readPage: ReadPage, notes: string[]): Promise<unknown[]> {
	const items: unknown[] = [];
	const seen = new Set<string>();
	let cursor: string | undefined;
	for (let pages = 0; pages < maxPages; pages++) {
		const page = await readPage(list, cursor);
		items.push(...page.items);
		cursor = page.nextCursor;
		// a cursor that comes again would go round for ever
		if (cursor === undefined || seen.has(cursor)) return items.slice(0, maxItems[list]);
		seen.add(cursor);
		if (items.length >= maxItems[list]) break;
	}
	notes.push(`Only the first ${Math.min(items.length, maxItems[list])} ${label[list]} were taken.`);
	return items.slice(0, maxItems[list]);
}

function usable<T>(
	list: CatalogueList,
	items: readonly unknown[],
	toItem: (value: unknown) => T | undefined,
	keyOf: (item: T) => string,
	notes: string[],
): T[] {
	const byKey = new Map<string, T>();
	let broken = 0;
	for (const value of items) {
		const item = toItem(value);
		if (item === undefined) broken++;
		else if (!byKey.has(keyOf(item))) byKey.set(keyOf(item), item);
	}
	if (broken > 0) notes.push(`${broken} of its ${label[list]} are malformed and left out.`);
	return [...byKey.values()];
}
