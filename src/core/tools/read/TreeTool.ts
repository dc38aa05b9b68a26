import { join } from "node:path";
import { fileError } from "@services/files/fileError";
import { type TreeListing, walkTree } from "@services/files/walkTree";
import type { Effect } from "@shared/effects";
import { maxRowTextChars, type ToolRow } from "@shared/tools";
import * as z from "zod";
import { BaseTool, type Operation, type RowStage, type TaskHandle, type ToolResult } from "../BaseTool";
import { integer, text } from "../parameters";
import { checkDirectory } from "./checkDirectory";
import { countFiles } from "./countFiles";
import { drawTree } from "./drawTree";

const maxEntries = 500;
const defaultDepth = 3;

const parameters = z.object({
	path: text("directory (default: the workspace)").optional(),
	depth: integer(`levels, 1-10 (default ${defaultDepth})`, { min: 1, max: 10 }).optional(),
});
type Params = z.infer<typeof parameters>;

interface Data {
	readonly path: string;
	readonly depth: number;
}

/** `tree`: a directory tree as text down to a depth; what is folded is counted. */
export class TreeTool extends BaseTool<typeof parameters, Data> {
	readonly name = "tree";
	readonly group = "read";
	readonly parameters = parameters;
	readonly example = { path: "src", depth: "2" };

	describe(): string {
		return `Shows a directory tree without ignored entries, up to ${maxEntries}; directories that are not opened come with the number of files below them. For an overview; list_files shows ignored entries, too.`;
	}

	label(params: Partial<Params>, _stage: RowStage): ToolRow {
		return rowOf(params.path);
	}

	targets({ path = "." }: Params): readonly Effect[] {
		return [{ kind: "read", path }];
	}

	async plan(params: Params, task: TaskHandle): Promise<Operation<Data>> {
		const { path = ".", depth = defaultDepth } = params;
		await checkDirectory(task.resolvePath(path), task);
		return { effects: this.targets(params), data: { path, depth }, row: rowOf(params.path) };
	}

	async execute({ data, row }: Operation<Data>, task: TaskHandle): Promise<ToolResult> {
		const root = task.resolvePath(data.path);
		const listing = await list(root, data.depth, task);
		const counts = await countFiles(root, foldedOf(listing, data.depth), task);
		const count = listing.entries.length;
		const drawn =
			count === 0
				? `${task.displayPath(root)} holds nothing, or only ignored entries.`
				: drawTree(listing, counts);
		return {
			parts: [{ type: "text", text: drawn }],
			row: {
				...row,
				detail: count === 1 ? "1 entry" : `${count} entries`,
				body: { kind: "text", text: drawn.slice(0, maxRowTextChars) },
			},
		};
	}
}

async function list(root: string, maxDepth: number, task: TaskHandle): Promise<TreeListing> {
	const { project, signal } = task;
	try {
		return await walkTree(root, {
			cap: maxEntries,
			isRecursive: true,
			wanted: "visible",
			maxDepth,
			signal,
			isHidden: (path) => project.isIgnored(join(root, path)),
		});
	} catch (error) {
		signal.throwIfAborted();
		throw fileError(error, task.displayPath(root));
	}
}

/** Directories that are shown but were not opened. */
function foldedOf({ entries, unopened }: TreeListing, maxDepth: number): string[] {
	const notOpened = new Set(unopened);
	const isFolded = (path: string) => path.split("/").length >= maxDepth || notOpened.has(path);
	return entries.filter(({ kind, path }) => kind === "directory" && isFolded(path)).map(({ path }) => path);
}

function rowOf(path: string | undefined): ToolRow {
	return {
		icon: "list-tree",
		title: path ? `Show the tree of ${path}` : "Show the directory tree",
		body: { kind: "none" },
	};
}
