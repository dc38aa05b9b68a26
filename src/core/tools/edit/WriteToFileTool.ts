import type { Effect } from "@shared/effects";
import type { ToolRow } from "@shared/tools";
import * as z from "zod";
import type { Operation, RowStage, TaskHandle } from "../BaseTool";
import { freeText, integer, text } from "../parameters";
import type { Edits } from "./Edits";
import { EditTool } from "./EditTool";
import { keepLineEnds } from "./keepLineEnds";
import { linesSoFar } from "./linesSoFar";
import { refusePlaceholders, refuseTruncated } from "./omittedContent";
import { eolStyle, joinLines, splitLines, uniformEol } from "./splitLines";
import { stripLineNumbers } from "./stripLineNumbers";
import { planTextEdit } from "./TextEdit";
import { readTextFile, type TextFile } from "./TextFile";

const parameters = z.object({
	path: text("The file."),
	content: freeText("The complete content of the file, without line numbers and with nothing left out."),
	line_count: integer("The number of lines of content, empty ones included.", { min: 0 }).optional(),
});
type Params = z.infer<typeof parameters>;

/** Creates a file, or replaces the whole of one. */
export class WriteToFileTool extends EditTool<typeof parameters> {
	override readonly name = "write_to_file";
	override readonly parameters = parameters;
	override readonly example = {
		path: "src/greet.ts",
		content: 'export function greet(name: string): string {\n\treturn "Hello, " + name;\n}\n',
		line_count: "3",
	};

	describe(): string {
		return (
			"Creates a file, with its directories, or replaces the whole content of an existing one. " +
			"Always send the complete content: a placeholder such as “rest of code unchanged” is refused. " +
			"To change a part of a file use apply_diff."
		);
	}

	label(params: Partial<Params>, stage: RowStage): ToolRow {
		const title = params.path ? `Write ${params.path}` : "Write a file";
		const row: ToolRow = { icon: "edit", title, body: { kind: "none" } };
		if (stage !== "streaming" || params.content === undefined) return row;
		return { ...row, detail: linesSoFar(params.content) };
	}

	targets(params: Params): readonly Effect[] {
		return [{ kind: "write", path: params.path }];
	}

	async plan(params: Params, task: TaskHandle): Promise<Operation<Edits>> {
		const file = await readTextFile(params.path, task);
		const shown = task.displayPath(file.path);
		const numbered = stripNumbers(params.content);
		const content = numbered ?? params.content;
		refuseTruncated(content, params.line_count, shown);
		refusePlaceholders(content, file.text, shown);
		const fitted = keepFileStyle(content, file);
		const note = numbered === undefined ? undefined : "Line numbers in front of every line were taken off.";
		const report = [describeWrite(file, fitted, shown), note].filter((line) => line !== undefined).join("\n");
		return planTextEdit(file, fitted, task, {
			givenPath: params.path,
			report,
			note,
			verb: "Rewrite",
			isShowingText: false,
		});
	}
}

/** A single line may well be content that looks so. */
function stripNumbers(content: string): string | undefined {
	const lines = splitLines(content);
	const numbered = lines.texts.length > 1 ? stripLineNumbers(lines.texts) : undefined;
	if (numbered?.firstLine !== 1) return undefined;
	return joinLines({ texts: numbered.lines, eols: lines.eols });
}

/** Models send LF, and text formats drop the last line end: neither is meant as a change of an existing file. */
function keepFileStyle(content: string, file: TextFile): string {
	if (content === "" || file.text === "") return content;
	const isEndMissing = file.text.endsWith("\n") && !content.endsWith("\n");
	const ended = isEndMissing ? content + (uniformEol(content) ?? "\n") : content;
	return eolStyle(ended) === "lf" ? keepLineEnds(ended, file.text) : ended;
}

function describeWrite(file: TextFile, content: string, shown: string): string {
	if (file.exists && file.text === content) {
		return `Nothing changed: ${shown} already has exactly this content.`;
	}
	const lines = splitLines(content).texts.length;
	const size = lines === 1 ? "1 line" : `${lines} lines`;
	return file.exists ? `Replaced the content of ${shown} (${size}).` : `Created ${shown} (${size}).`;
}
