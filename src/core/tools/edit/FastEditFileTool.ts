import type { Effect } from "@shared/effects";
import { KilnError } from "@shared/errors";
import type { ToolRow } from "@shared/tools";
import * as z from "zod";
import type { Operation, RowStage, TaskHandle } from "../BaseTool";
import { freeText, text } from "../parameters";
import type { Edits } from "./Edits";
import { EditTool } from "./EditTool";
import { mergeSketch } from "./fast-edit/mergeSketch";
import { hasPlaceholder } from "./fast-edit/SketchSegment";
import { wholeText } from "./fast-edit/wholeText";
import { linesSoFar } from "./linesSoFar";
import { splitLines } from "./splitLines";
import { planTextEdit } from "./TextEdit";
import { readTextFile, type TextFile } from "./TextFile";

const parameters = z.object({
	target_file: text("The file."),
	instructions: text("One sentence: what the edit does."),
	code_edit: freeText("The changed parts with unchanged lines around them, and placeholders for the rest."),
});
type Params = z.infer<typeof parameters>;

/** Edits a file by a sketch of it, merged here by the lines that both share. */
export class FastEditFileTool extends EditTool<typeof parameters> {
	override readonly name = "fast_edit_file";
	override readonly parameters = parameters;
	override readonly example = {
		target_file: "src/greet.ts",
		instructions: "Add an exclamation mark.",
		code_edit: [
			"// ... existing code ...",
			"export function greet(name: string): string {",
			'\treturn "Hello, " + name + "!";',
			"}",
			"// ... existing code ...",
		].join("\n"),
	};

	describe(): string {
		return [
			"Edits a file by a sketch: its changed parts, in order, with a line “// ... existing code ...” (in the",
			"file's comment style) for each part left out, also at the start and the end.",
			"- Begin and end each part with an unchanged line that occurs once in the file: parts are found by these.",
			"- Lines left out between two lines of a part are deleted (at most 100 at one place).",
			"- A missing file is created if code_edit has no placeholder.",
		].join("\n");
	}

	label(params: Partial<Params>, stage: RowStage): ToolRow {
		const title = params.target_file ? `Edit ${params.target_file}` : "Edit a file";
		const row: ToolRow = { icon: "edit", title, body: { kind: "none" } };
		if (stage !== "streaming" || params.code_edit === undefined) return row;
		return { ...row, detail: linesSoFar(params.code_edit) };
	}

	targets({ target_file: path }: Params): readonly Effect[] {
		return [
			{ kind: "read", path },
			{ kind: "write", path },
		];
	}

	async plan(params: Params, task: TaskHandle): Promise<Operation<Edits>> {
		const file = await readTextFile(params.target_file, task);
		const shown = task.displayPath(file.path);
		const edited = editedText(file, params.code_edit, shown);
		return planTextEdit(file, edited, task, {
			givenPath: params.target_file,
			report: describeEdit(file, edited, shown),
			note: params.instructions.slice(0, 300),
			verb: "Edit",
			isShowingText: true,
		});
	}
}

function editedText(file: TextFile, sketch: string, shown: string): string {
	if (!hasPlaceholder(splitLines(sketch).texts)) return wholeText(file.text, sketch, shown);
	if (!file.exists) {
		throw new KilnError(
			"path_not_found",
			`${shown} does not exist, but code_edit has placeholders for parts of it.`,
			"Check the path; to create the file send all of it, without placeholders.",
		);
	}
	if (file.text === "") {
		throw new KilnError("edit_no_match", `${shown} is empty.`, "Send all of it, without placeholders.");
	}
	return mergeSketch(file.text, sketch);
}

function describeEdit(file: TextFile, edited: string, shown: string): string {
	if (!file.exists) return `Created ${shown}.`;
	return file.text === edited
		? `Nothing changed: ${shown} is so already.`
		: `Merged the sketch into ${shown}.`;
}
