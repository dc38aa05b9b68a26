import * as z from "zod";
import type { TaskHandle } from "../BaseTool";
import { SearchReplaceTool } from "../edit/SearchReplaceTool";
import { boolean, freeText, text } from "../parameters";
import { TranslatedTool } from "../TranslatedTool";
import { maxFileBytes, refuseLargeFile } from "./refuseLargeFile";

const parameters = z.object({
	file_path: text("the file"),
	old_string: freeText("the exact text to replace; empty: creates the file"),
	new_string: freeText("the text that takes its place"),
	replace_all: boolean("every occurrence (default false)").optional(),
});
type Params = z.infer<typeof parameters>;

/** go-code's `Edit`: one exact text, up to 200 KB of file. */
export class EditTool extends TranslatedTool<typeof parameters> {
	override readonly name = "Edit";
	override readonly vocabulary = "go-code";
	/** the editor that prompts offer; search_replace, which does the work, is offered on demand only */
	override readonly counterpart = "apply_diff";
	override readonly parameters = parameters;
	override readonly example = { file_path: "src/a.ts", old_string: "let a = 1;", new_string: "const a = 1;" };

	constructor() {
		super(new SearchReplaceTool());
	}

	describe(): string {
		return `Replaces an exact text that occurs once, or every occurrence with replace_all. Files up to ${maxFileBytes / 1024} KB. Permission: WorkspaceWrite.`;
	}

	protected override translate(params: Partial<Params>): Record<string, unknown> {
		return { ...params };
	}

	protected override async settle(raw: Record<string, unknown>, { file_path }: Params, task: TaskHandle) {
		await refuseLargeFile(file_path, task);
		return raw;
	}
}
