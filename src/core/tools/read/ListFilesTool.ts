import { realpath, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fileError } from "@services/files/fileError";
import { walkTree } from "@services/files/walkTree";
import type { Effect } from "@shared/effects";
import { KilnError } from "@shared/errors";
import { maxRowTextChars, type ToolRow } from "@shared/tools";
import * as z from "zod";
import { BaseTool, type Operation, type RowStage, type TaskHandle, type ToolResult } from "../BaseTool";
import { boolean, text } from "../parameters";
import { renderTree } from "./renderTree";

/** Entries of one listing. */
const maxEntries = 500;

const parameters = z.object({
	path: text("directory"),
	recursive: boolean("true: also what lies below (default false)").optional(),
});
type Params = z.infer<typeof parameters>;

interface Data {
	readonly path: string;
	readonly isRecursive: boolean;
}

/** `list_files`: the names in a directory, or in the tree below it, nearest levels first. */
export class ListFilesTool extends BaseTool<typeof parameters, Data> {
	readonly name = "list_files";
	readonly group = "read";
	readonly parameters = parameters;
	readonly example = { path: "src", recursive: "true" };

	describe(): string {
		return `Lists a directory, breadth first, up to ${maxEntries} entries: directories end in "/", links in "@"; ignored directories are named but not entered. Not for checking that a file you wrote exists.`;
	}

	label(params: Partial<Params>, _stage: RowStage): ToolRow {
		return rowOf(params.path, params.recursive === true);
	}

	targets({ path }: Params): readonly Effect[] {
		return [{ kind: "read", path }];
	}

	async plan(params: Params, task: TaskHandle): Promise<Operation<Data>> {
		const data = { path: params.path, isRecursive: params.recursive === true };
		await checkDirectory(data, task);
		return { effects: this.targets(params), data, row: rowOf(data.path, data.isRecursive) };
	}

	async execute({ data }: Operation<Data>, task: TaskHandle): Promise<ToolResult> {
		const root = task.resolvePath(data.path);
		const shown = task.displayPath(root);
		const options = { cap: maxEntries, isRecursive: data.isRecursive, signal: task.signal };
		const isHidden = (path: string) => task.project.isIgnored(join(root, path));
		try {
			const listing = await walkTree(root, { ...options, wanted: "everything", isHidden });
			const listed = renderTree(listing, shown);
			const count = listing.entries.length;
			const row: ToolRow = {
				...rowOf(data.path, data.isRecursive),
				detail: count === 1 ? "1 entry" : `${count} entries`,
				body: { kind: "text", text: listed.slice(0, maxRowTextChars) },
			};
			return { parts: [{ type: "text", text: listed }], row };
		} catch (error) {
			task.signal.throwIfAborted();
			throw fileError(error, shown);
		}
	}
}

function rowOf(path: string | undefined, isRecursive: boolean): ToolRow {
	const what = isRecursive ? "List all files below" : "List files in";
	return {
		icon: isRecursive ? "list-tree" : "folder-opened",
		title: path ? `${what} ${path}` : "List files",
		body: { kind: "none" },
	};
}

async function checkDirectory({ path, isRecursive }: Data, task: TaskHandle): Promise<void> {
	const absolute = task.resolvePath(path);
	const shown = task.displayPath(absolute);
	try {
		const stats = await stat(absolute);
		if (!stats.isDirectory()) {
			throw new KilnError(
				"path_not_directory",
				`${shown} is a file, not a directory.`,
				"Use read_file to see what it holds.",
			);
		}
		if (isRecursive) refuseHome(await realpath(absolute), await realHome(task), shown);
	} catch (error) {
		throw fileError(error, shown);
	}
}

/** The root, the home directory and whatever holds it: not a project, and full of private names. */
function refuseHome(real: string, home: string, shown: string): void {
	const toHome = relative(real, home);
	const holdsHome = toHome !== ".." && !toHome.startsWith(`..${sep}`);
	const isRoot = relative(real, "/") === "";
	if (!holdsHome && !isRoot) return;
	throw new KilnError(
		"path_refused",
		`${shown} is not listed recursively: it is ${isRoot ? "the root of the file system" : "or holds the home directory"}.`,
		"List it without recursive, or name the subdirectory that you need.",
	);
}

async function realHome(task: TaskHandle): Promise<string> {
	const { homeDir } = task.host.environment;
	return realpath(homeDir).catch(() => homeDir);
}
