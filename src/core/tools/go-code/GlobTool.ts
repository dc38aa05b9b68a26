import * as z from "zod";
import type { TaskHandle } from "../BaseTool";
import { text } from "../parameters";
import { GlobTool as KilnGlobTool } from "../read/GlobTool";
import { TranslatedTool } from "../TranslatedTool";
import { leadsElsewhere, splitGlob } from "./splitGlob";

const parameters = z.object({
	pattern: text("glob, as in src/**/*.ts").optional(),
	path: text("directory to look in; without pattern: the glob itself").optional(),
});
type Params = z.infer<typeof parameters>;

/** go-code's `Glob`, which takes its glob under either name, absolute ones too. */
export class GlobTool extends TranslatedTool<typeof parameters> {
	override readonly name = "Glob";
	override readonly vocabulary = "go-code";
	override readonly parameters = parameters;
	override readonly example = { pattern: "src/**/*.ts" };

	constructor() {
		super(new KilnGlobTool());
	}

	describe(): string {
		return "Finds files by name, newest first. Permission: ReadOnly.";
	}

	protected override translate(params: Partial<Params>, task?: TaskHandle): Record<string, unknown> {
		const pattern = params.pattern ?? params.path;
		if (pattern === undefined) return {};
		const isWindows = task?.host.environment.platform === "win32";
		const directory = params.pattern === undefined ? undefined : params.path;
		// what an absolute glob would look at is decided by the directory that it names
		if (directory === undefined && leadsElsewhere(pattern, isWindows)) {
			const { base, glob } = splitGlob(pattern, isWindows);
			return { pattern: glob, path: base };
		}
		return { pattern, ...(directory === undefined ? {} : { path: directory }) };
	}
}
