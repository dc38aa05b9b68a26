import { stat } from "node:fs/promises";
import { fileError } from "@services/files/fileError";
import { endOfFile } from "@services/files/LineCollector";
import { linesOfText, type ReadLinesOptions, readTextLines } from "@services/files/readTextLines";
import type { Effect } from "@shared/effects";
import { KilnError } from "@shared/errors";
import type { ToolRow } from "@shared/tools";
import * as z from "zod";
import { BaseTool, type Operation, type RowStage, type TaskHandle, type ToolResult } from "../BaseTool";
import { integer, text } from "../parameters";
import { countLines } from "../read/readFileView";
import { maxFileBytes, refuseLargeFile } from "./refuseLargeFile";

const defaultLimit = 2000;
const maxLineChars = 2000;

const parameters = z.object({
	file_path: text("the file"),
	offset: integer("lines to skip (default 0)", { min: 0 }).optional(),
	limit: integer(`lines to read (default ${defaultLimit})`, { min: 1 }).optional(),
});
type Params = z.infer<typeof parameters>;

/** go-code's `Read`: "N: text", offset from 0, files up to 200 KB. */
export class ReadTool extends BaseTool<typeof parameters, Params> {
	override readonly name = "Read";
	override readonly group = "read";
	override readonly vocabulary = "go-code";
	override readonly counterpart = "read_file";
	override readonly parameters = parameters;
	override readonly example = { file_path: "src/main.go", offset: "0", limit: "100" };

	describe(): string {
		return `Reads a text file as "N: text" lines. Files up to ${maxFileBytes / 1024} KB. Permission: ReadOnly.`;
	}

	label({ file_path }: Partial<Params>, _stage: RowStage): ToolRow {
		const title = file_path === undefined ? "Read a file" : `Read ${file_path}`;
		return { icon: "file", title, body: { kind: "none" } };
	}

	targets({ file_path: path }: Params): readonly Effect[] {
		return [{ kind: "read", path }];
	}

	async plan(params: Params): Promise<Operation<Params>> {
		return { effects: this.targets(params), data: params, row: this.label(params, "ready") };
	}

	async execute({ data, row }: Operation<Params>, task: TaskHandle): Promise<ToolResult> {
		const { file_path, offset = 0, limit = defaultLimit } = data;
		await refuseLargeFile(file_path, task);
		const found = await readLines(file_path, { start: offset + 1, end: offset + limit }, task);
		const shown = found.blocks.flatMap(({ start, lines }) =>
			lines.map((line, index) => `${start + index}: ${line}`),
		);
		if (shown.length === 0 && offset > 0 && found.totalLines <= offset) {
			throw new KilnError(
				"invalid_parameters",
				`Read: offset is ${offset}, but ${file_path} has ${found.totalLines} lines.`,
				"Give a smaller offset.",
			);
		}
		const last = offset + shown.length;
		const rest = found.totalLines - last;
		const more = rest > 0 ? [`(${rest} more lines: offset ${last})`] : [];
		const body = shown.length === 0 ? "(the file is empty)" : [...shown, ...more].join("\n");
		return { parts: [{ type: "text", text: body }], row: { ...row, detail: countLines(shown.length) } };
	}
}

async function readLines(path: string, range: { start: number; end: number }, task: TaskHandle) {
	const absolute = task.resolvePath(path);
	const options: ReadLinesOptions = {
		shown: path,
		ranges: [{ start: range.start, end: Math.min(range.end, endOfFile) }],
		maxLineChars,
		maxChars: maxFileBytes * 2,
		charsPerLine: 0,
		signal: task.signal,
	};
	const buffer = task.host.documents.open(absolute);
	// Of a buffer without changes the disk knows more: the editor may have opened it in another encoding.
	if (buffer?.isDirty) return linesOfText(buffer.text, options);
	const stats = await stat(absolute).catch((error: unknown) => {
		throw fileError(error, path);
	});
	if (stats.isDirectory())
		throw new KilnError("path_is_directory", `${path} is a directory.`, "List it with Tree or Glob.");
	return readTextLines(absolute, options);
}
