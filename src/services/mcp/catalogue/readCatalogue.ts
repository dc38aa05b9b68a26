import { toPrompt, toResource, toTemplate, toTool } from "./listedItems";
import type { CatalogueList, ServerCatalogue } from "./ServerCatalogue";
import { UsableItems } from "./UsableItems";

/** One page of a list, as the server sent it. */
export interface ListPage {
	readonly items: readonly unknown[];
	readonly nextCursor?: string | undefined;
}

export type ReadPage = (list: CatalogueList, cursor: string | undefined) => Promise<ListPage>;

const maxPages = 200;
/**
 * Reads all pages of the lists that a server has, in parallel. A broken item or list costs only itself and leaves a note;
 * of a list that breaks off the pages before count.
 */
export async function readCatalogue(
	readPage: ReadPage,
	lists: ReadonlySet<CatalogueList>,
): Promise<ServerCatalogue> {
	const notes: string[] = [];
	const brokenOff: CatalogueList[] = [];
	const read = async <T>(
		list: CatalogueList,
		toItem: (value: unknown) => T | undefined,
		keyOf: (item: T) => string,
	) => {
		if (!lists.has(list)) return [];
		const items = new UsableItems(list, toItem, keyOf);
		try {
			await readPages(list, readPage, items);
		} catch (error) {
			brokenOff.push(list);
			items.breakOff(error instanceof Error ? error.message : String(error));
		}
		notes.push(...items.notes);
		return items.kept;
	};
	const [tools, resources, resourceTemplates, prompts] = await Promise.all([
		read("tools", toTool, (tool) => tool.name),
		read("resources", toResource, (resource) => resource.uri),
		read("resourceTemplates", toTemplate, (template) => template.uriTemplate),
		read("prompts", toPrompt, (prompt) => prompt.name),
	]);
	return { tools, resources, resourceTemplates, prompts, brokenOff, notes };
}

async function readPages(
	list: CatalogueList,
	readPage: ReadPage,
	items: Pick<UsableItems<unknown>, "add" | "isFull" | "cut">,
): Promise<void> {
	const seen = new Set<string>();
	let cursor: string | undefined;
	for (let pages = 0; pages < maxPages; pages++) {
		const page = await readPage(list, cursor);
		items.add(page.items);
		cursor = page.nextCursor;
		// a cursor that comes again would go round for ever
		if (cursor === undefined || seen.has(cursor)) return;
		seen.add(cursor);
		if (items.isFull) break;
	}
	items.cut();
}
