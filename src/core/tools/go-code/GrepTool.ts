import { stat } from "node:fs/promises";
import { KilnError } from "@shared/errors";
import * as z from "zod";
import type { TaskHandle } from "../BaseTool";
import { text } from "../parameters";
import { SearchFilesTool } from "../read/SearchFilesTool";
import { TranslatedTool } from "../TranslatedTool";
import { isGlob, splitGlob } from "./splitGlob";

const parameters = z.object({
	pattern: text("regular expression"),
	path: text("directory, file or glob (default: the workspace)").optional(),
	include: text("only files that match this glob").optional(),
	output_mode: z
		.enum(["content", "files_with_matches", "count"])
		.describe("content (default), files_with_matches or count")
		.optional(),
});
type Params = z.infer<typeof parameters>;

/** go-code's `Grep`, whose path may be a glob. */
export class GrepTool extends TranslatedTool<typeof parameters> {
	override readonly name = "Grep";
	override readonly vocabulary = "go-code";
	override readonly parameters = parameters;
	override readonly example = { pattern: "func \\w+", path: "src/**/*.go" };
	protected override readonly ownNames = { regex: "pattern", file_pattern: "include" };

	constructor() {
		super(new SearchFilesTool());
	}

	describe(): string {
		return "Searches file contents by a regular expression. Permission: ReadOnly.";
	}

	protected override translate(params: Partial<Params>, task?: TaskHandle): Record<string, unknown> {
		const { pattern: regex, path = ".", include, output_mode } = params;
		const isWindows = task?.host.environment.platform === "win32";
		const place = isGlob(path) ? splitGlob(path, isWindows) : undefined;
		const file_pattern = place === undefined ? include : (narrowed(path, place.glob, include) ?? include);
		return {
			path: place?.base ?? path,
			regex,
			...(file_pattern === undefined ? {} : { file_pattern }),
			...(output_mode === undefined ? {} : { output_mode }),
		};
	}

	/** A file may be called `[id].tsx`: what exists is no glob. */
	protected override async settle(raw: Record<string, unknown>, params: Params, task: TaskHandle) {
		const { path, include } = params;
		if (path === undefined || !isGlob(path)) return raw;
		const exists = await stat(task.resolvePath(path)).then(
			() => true,
			() => false,
		);
		if (exists) return { ...raw, path, file_pattern: include };
		const isWindows = task.host.environment.platform === "win32";
		if (narrowed(path, splitGlob(path, isWindows).glob, include) !== undefined) return raw;
		throw new KilnError(
			"invalid_parameters",
			`Grep: path is ${path}, a glob that names files, and include was given, too.`,
			"Give the directory as path and one glob as include.",
		);
	}
}

/** The path's glob and `include` as one; undefined: both say something of the file's name, which no one glob can. */
function narrowed(path: string, glob: string, include: string | undefined): string | undefined {
	// behind a directory just that one is meant; a lone name may stand at any depth
	const anchored = path === glob || glob.startsWith("**") ? glob : `/${glob}`;
	if (include === undefined) return anchored;
	const segments = anchored.split("/");
	const last = segments.pop();
	if (last === "*") return [...segments, include].join("/");
	return last === "**" ? [...segments, "**", include].join("/") : undefined;
}
