import type { Effect } from "@shared/effects";
import { KilnError } from "@shared/errors";
import type { ToolRow } from "@shared/tools";
import * as z from "zod";
import type { Operation, RowStage, TaskHandle } from "../BaseTool";
import type { Edits } from "../edit/Edits";
import { EditTool } from "../edit/EditTool";
import { planTextEdit } from "../edit/TextEdit";
import { readTextFile } from "../edit/TextFile";
import { freeText, text } from "../parameters";
import { parseReplacements } from "./parseReplacements";
import { replaceFirst } from "./replaceFirst";

const parameters = z.object({
	path: text("the file"),
	diff: freeText("one or more SEARCH/REPLACE blocks, as in the example"),
});
type Params = z.infer<typeof parameters>;

/** Cline's `replace_in_file`: each block replaces the first match after the one before; all or none are applied. */
export class ReplaceInFileTool extends EditTool<typeof parameters> {
	override readonly name = "replace_in_file";
	override readonly vocabulary = "cline";
	override readonly counterpart = "apply_diff";
	override readonly parameters = parameters;
	override readonly example = {
		path: "src/a.ts",
		diff: "------- SEARCH\nlet a = 1;\n=======\nconst a = 1;\n+++++++ REPLACE",
	};

	describe(): string {
		return "Changes parts of a file. SEARCH holds whole lines exactly as they are; each block replaces its first match, in the file's order. Nothing is changed if one finds none. Empty SEARCH: the whole file.";
	}

	label({ path }: Partial<Params>, _stage: RowStage): ToolRow {
		return { icon: "edit", title: path ? `Edit ${path}` : "Edit a file", body: { kind: "none" } };
	}

	targets({ path }: Params): readonly Effect[] {
		return [
			{ kind: "read", path },
			{ kind: "write", path },
		];
	}

	async plan({ path, diff }: Params, task: TaskHandle): Promise<Operation<Edits>> {
		const blocks = parseReplacements(diff);
		const file = await readTextFile(path, task);
		const shown = task.displayPath(file.path);
		if (!file.exists && blocks.some(({ search }) => search.length > 0))
			throw new KilnError("path_not_found", `${shown} does not exist.`, "Create it with write_to_file.");
		const after = replaceFirst(file.text, blocks, shown);
		const count = blocks.length === 1 ? "1 block" : `${blocks.length} blocks`;
		return planTextEdit(file, after, task, {
			givenPath: path,
			report: `The content was successfully saved to ${shown} (${count}).`,
			verb: "Edit",
			isShowingText: true,
		});
	}
}
