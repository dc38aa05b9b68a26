import type { Effect } from "@shared/effects";
import { KilnError } from "@shared/errors";
import type { ToolRow } from "@shared/tools";
import * as z from "zod";
import type { Operation, RowStage, TaskHandle } from "../BaseTool";
import { freeText, integer, text } from "../parameters";
import type { Edits } from "./Edits";
import { EditTool } from "./EditTool";
import { linesSoFar } from "./linesSoFar";
import { fitEol } from "./literalMatches";
import { joinLines, splitLines } from "./splitLines";
import { planTextEdit } from "./TextEdit";
import { readTextFile, type TextFile } from "./TextFile";

const parameters = z.object({
	path: text("The file."),
	line: integer("The line before which the content goes, from 1; 0: at the end.", { min: 0 }),
	content: freeText("The whole lines to insert."),
});
type Params = z.infer<typeof parameters>;

/** Inserts whole lines; what is there stays as it is. */
export class InsertContentTool extends EditTool<typeof parameters> {
	override readonly name = "insert_content";
	override readonly isCustom = true;
	override readonly parameters = parameters;
	override readonly example = { path: "src/greet.ts", line: "1", content: 'import { log } from "./log";' };

	describe(): string {
		return "Inserts lines into a file, changing nothing else. A file that does not exist is created (line 0 or 1).";
	}

	label({ path, content }: Partial<Params>, stage: RowStage): ToolRow {
		const title = path ? `Insert into ${path}` : "Insert into a file";
		const row: ToolRow = { icon: "edit", title, body: { kind: "none" } };
		return stage !== "streaming" || content === undefined ? row : { ...row, detail: linesSoFar(content) };
	}

	targets({ path }: Params): readonly Effect[] {
		return [{ kind: "write", path }];
	}

	async plan(params: Params, task: TaskHandle): Promise<Operation<Edits>> {
		const file = await readTextFile(params.path, task);
		const shown = task.displayPath(file.path);
		const content = withoutLastEol(params.content, task);
		const { before, after, at } = insert(file, params.line, fitEol(content, file.text), shown);
		const count = content.split("\n").length;
		const place = count === 1 ? `line ${at}` : `lines ${at}–${at + count - 1}`;
		const report = file.exists ? `Inserted ${place} into ${shown}.` : `Created ${shown} (${place}).`;
		const options = { report, verb: "Edit", isShowingText: false } as const;
		return planTextEdit(file, before + after, task, { givenPath: params.path, ...options });
	}
}

/** Text formats drop one line end themselves: one that is left is a blank line. In JSON it ends the last line. */
function withoutLastEol(content: string, { toolFormat }: TaskHandle): string {
	return toolFormat === "native" ? content.replace(/\r?\n$/, "") : content;
}

/** `at`: the first inserted line. A file without a final newline stays so. */
function insert(
	file: TextFile,
	line: number,
	content: string,
	shown: string,
): { readonly before: string; readonly after: string; readonly at: number } {
	const { texts, eols } = splitLines(file.text);
	refuseBeyond(line, texts.length, shown);
	const eol = fitEol("\n", file.text);
	if (line > 0 && line <= texts.length) {
		const head = joinLines({ texts: texts.slice(0, line - 1), eols });
		return { before: head, after: content + eol + file.text.slice(head.length), at: line };
	}
	const isEnded = file.text === "" || file.text.endsWith("\n");
	const after = isEnded ? content + eol : eol + content;
	return { before: file.text, after, at: texts.length + 1 };
}

function refuseBeyond(line: number, lines: number, shown: string): void {
	if (line <= lines + 1) return;
	throw new KilnError(
		"edit_no_match",
		`${shown} has ${lines} lines: there is no line ${line} to insert before.`,
		"Use line 0 to append, or read the file for the right line.",
	);
}
