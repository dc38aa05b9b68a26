import type { Effect } from "@shared/effects";
import { KilnError } from "@shared/errors";
import type { ToolRow } from "@shared/tools";
import * as z from "zod";
import { BaseTool, type Operation, type RowStage, type TaskHandle, type ToolResult } from "../BaseTool";
import { freeText, text } from "../parameters";
import { applyBlocks } from "./apply-diff/applyBlocks";
import { describeOutcome, failureNote, noBlockApplied } from "./apply-diff/describeOutcome";
import { parseBlocks } from "./apply-diff/parseBlocks";
import { linesSoFar } from "./linesSoFar";
import { executeTextEdit, planTextEdit, type TextEdit } from "./TextEdit";
import { readTextFile, type TextFile } from "./TextFile";

const parameters = z.object({
	path: text("The file, relative to the workspace."),
	diff: freeText("One or more SEARCH/REPLACE blocks."),
});
type Params = z.infer<typeof parameters>;

/** Changes parts of an existing file by SEARCH/REPLACE blocks. */
export class ApplyDiffTool extends BaseTool<typeof parameters, TextEdit> {
	override readonly name = "apply_diff";
	override readonly group = "edit";
	override readonly parameters = parameters;
	override readonly example = {
		path: "src/greet.ts",
		diff: [
			"<<<<<<< SEARCH",
			":start_line:2",
			"-------",
			'\treturn "Hello, " + name;',
			"=======",
			'\treturn "Hello, " + name + "!";',
			">>>>>>> REPLACE",
		].join("\n"),
	};

	describe(): string {
		return [
			"Changes parts of an existing file. diff holds one or more blocks, as in the example.",
			"- SEARCH holds whole lines exactly as the file has them, without line numbers: enough of them to be",
			"  unique. :start_line: (the line of the first one, before any change) and ------- may be left out.",
			"- REPLACE holds the lines that take their place; leave it empty to delete them. To insert, repeat a",
			"  neighbouring line of SEARCH in REPLACE.",
			"- Put all changes of a file into one call. Blocks must not overlap; each succeeds or fails by itself.",
			"- A line of the file that begins like a marker (<<<<<<<, =======, >>>>>>>, -------, :start_line:) gets",
			"  a \\ in front.",
		].join("\n");
	}

	label(params: Partial<Params>, stage: RowStage): ToolRow {
		const title = params.path ? `Edit ${params.path}` : "Edit a file";
		const row: ToolRow = { icon: "edit", title, body: { kind: "none" } };
		if (stage !== "streaming" || params.diff === undefined) return row;
		return { ...row, detail: linesSoFar(params.diff) };
	}

	targets(params: Params): readonly Effect[] {
		return [
			{ kind: "read", path: params.path },
			{ kind: "write", path: params.path },
		];
	}

	async plan(params: Params, task: TaskHandle): Promise<Operation<TextEdit>> {
		const blocks = parseBlocks(params.diff);
		const file = await readTextFile(params.path, task);
		const shown = task.displayPath(file.path);
		refuseEmptyFile(file, shown);
		const outcome = applyBlocks(file.text, blocks, task.settings.edit.fuzzyThreshold);
		if (!outcome.blocks.some((block) => block.kind === "applied")) throw noBlockApplied(outcome, shown);
		return planTextEdit(file, outcome.text, task, {
			givenPath: params.path,
			report: describeOutcome(outcome, shown),
			note: failureNote(outcome),
			verb: "Edit",
			isShowingText: true,
		});
	}

	execute(operation: Operation<TextEdit>, task: TaskHandle): Promise<ToolResult> {
		return executeTextEdit(operation, task);
	}
}

function refuseEmptyFile(file: TextFile, shown: string): void {
	if (!file.exists) {
		throw new KilnError("path_not_found", `${shown} does not exist.`, "Create it with write_to_file.");
	}
	if (file.text === "") {
		throw new KilnError("edit_no_match", `${shown} is empty.`, "Fill it with write_to_file.");
	}
}
