import { isAbsolute } from "node:path";
import { listedPath } from "@services/files/listedPath";
import type { Effect } from "@shared/effects";
import { KilnError } from "@shared/errors";
import type { ToolRow } from "@shared/tools";
import * as z from "zod";
import { BaseTool, type Operation, type RowStage, type TaskHandle, type ToolResult } from "../BaseTool";
import { text } from "../parameters";
import { checkDirectory } from "./checkDirectory";
import { type GlobResult, globFiles } from "./globFiles";
import { parseGlob } from "./globPattern";

const maxFiles = 500;
/** Files that a card names. */
const maxRowFiles = 50;

const parameters = z.object({
	pattern: text("glob with *, **, ?, [abc], {a,b}; without a slash it finds names at any depth"),
	path: text("directory to look in (default: the workspace)").optional(),
});
type Params = z.infer<typeof parameters>;

interface Data {
	readonly path: string;
	readonly pattern: string;
}

/** `glob`: finds files by their names, newest first. */
export class GlobTool extends BaseTool<typeof parameters, Data> {
	readonly name = "glob";
	readonly group = "read";
	readonly parameters = parameters;
	readonly example = { pattern: "src/**/*.test.{ts,tsx}" };

	describe(): string {
		return `Finds files by name, newest first, up to ${maxFiles}. Leaves out ignored files and those that may hold secrets.`;
	}

	label(params: Partial<Params>, _stage: RowStage): ToolRow {
		return rowOf(params.pattern, params.path);
	}

	targets({ path = "." }: Params): readonly Effect[] {
		return [{ kind: "read", path }];
	}

	async plan(params: Params, task: TaskHandle): Promise<Operation<Data>> {
		const { path = "." } = params;
		const pattern = relativePattern(params.pattern, task.resolvePath(path), task);
		parseGlob(pattern);
		await checkDirectory(task.resolvePath(path), task);
		return { effects: this.targets(params), data: { path, pattern }, row: rowOf(pattern, params.path) };
	}

	async execute({ data, row }: Operation<Data>, task: TaskHandle): Promise<ToolResult> {
		const directory = task.resolvePath(data.path);
		const found = await globFiles({ directory, pattern: data.pattern, cap: maxFiles }, task);
		const paths = found.paths.map((path) => task.displayPath(task.resolvePath(`${directory}/${path}`)));
		const total = paths.length + found.older;
		const files = paths.slice(0, maxRowFiles).map((path) => ({ path }));
		const more = total - files.length;
		return {
			parts: [{ type: "text", text: render(paths, found, data.pattern, task.displayPath(directory)) }],
			row: {
				...row,
				detail: total === 1 ? "1 file" : `${total} files`,
				body: total === 0 ? { kind: "none" } : { kind: "files", files, ...(more > 0 && { more }) },
			},
		};
	}
}

function render(paths: readonly string[], found: GlobResult, pattern: string, shown: string): string {
	const remarks = [
		...(found.older > 0
			? [
					`(The ${paths.length} newest of ${paths.length + found.older} files are shown. Use a narrower pattern or a path to see others.)`,
				]
			: []),
		...(found.isTimedOut ? ["(It took too long and was ended; there may be more. Give a path.)"] : []),
	];
	if (paths.length > 0)
		return [...paths.map(listedPath), ...(remarks.length > 0 ? ["", ...remarks] : [])].join("\n");
	const nothing = `No file matches ${pattern} in ${shown}. Case counts; ignored files, .git, node_modules and links are left out.`;
	return [nothing, ...remarks].join("\n");
}

/** Patterns are relative to `path`: only what lies below it has been decided on. */
function relativePattern(pattern: string, directory: string, task: TaskHandle): string {
	const slashed = task.host.environment.platform === "win32" ? pattern.replaceAll("\\", "/") : pattern;
	const prefix = `${directory.replaceAll("\\", "/").replace(/\/$/, "")}/`;
	if (slashed.startsWith(prefix)) return slashed.slice(prefix.length);
	if (!isAbsolute(slashed) && !slashed.startsWith("~/") && !slashed.split("/").includes("..")) return slashed;
	throw new KilnError(
		"invalid_parameters",
		`glob: pattern ${pattern} leads out of ${task.displayPath(directory)}.`,
		"Give the directory as path and a pattern relative to it.",
	);
}

function rowOf(pattern: string | undefined, path: string | undefined): ToolRow {
	const where = path ? ` in ${path}` : "";
	return {
		icon: "search",
		title: pattern ? `Find ${pattern}${where}` : "Find files",
		body: { kind: "none" },
	};
}
