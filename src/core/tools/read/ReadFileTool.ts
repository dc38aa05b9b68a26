import type { Effect } from "@shared/effects";
import { type ErrorInfo, KilnError } from "@shared/errors";
import type { ToolRow } from "@shared/tools";
import * as z from "zod";
import {
	BaseTool,
	type Operation,
	type RowStage,
	type TaskHandle,
	type ToolContext,
	type ToolResult,
} from "../BaseTool";
import { integer, text } from "../parameters";
import { type FileRequest, readFileRequests } from "./readFileArgs";
import { previewRequests, requestsRow } from "./readFileRow";
import { countLines, type FailedReading, type FileReading, readRequest, viewFile } from "./readFileView";
import { errorText, type FileView, renderFiles } from "./renderFiles";
import { blockChars, shareBudget } from "./shareBudget";

/** Share of the free context that one call may fill. */
const budgetShare = 0.6;
/** A cautious mean for code: fewer characters a token than prose has. */
const charsPerToken = 3.5;
/** So much is shown even when the window is full: an answer without text helps nobody. */
const minBudgetChars = 4000;
/** More than anybody reads at once, however large the window is. */
const maxBudgetChars = 400_000;
/** Path, tags and notices of one file. */
const charsPerFile = 500;

const nativeFile = z.object({
	path: z.string(),
	line_ranges: z
		.array(z.union([z.array(z.int()), z.string()]))
		.optional()
		.describe("pairs [start, end]"),
});

/** Some models send the list as JSON text, or bare paths instead of objects. */
function toFiles(value: unknown): unknown {
	const list = typeof value === "string" ? parseJson(value) : value;
	if (!Array.isArray(list)) return list;
	return list.map((file: unknown) => (typeof file === "string" ? { path: file } : file));
}

function parseJson(value: string): unknown {
	try {
		return JSON.parse(value);
	} catch {
		// the schema names the parameter and what it must be
		return value;
	}
}

const parameters = z.object({
	args: text(
		"XML: a <file> with <path> and any number of <line_range>start-end</line_range> for each file",
	).optional(),
	path: text("one file, instead of args").optional(),
	start_line: integer("first line of path, from 1", { min: 1 }).optional(),
	end_line: integer("last line of path, inclusive", { min: 1 }).optional(),
	files: z.preprocess(toFiles, z.array(nativeFile)).describe("JSON form of args").optional(),
});
type Params = z.infer<typeof parameters>;

interface Data {
	readonly files: readonly FileRequest[];
}

/** `read_file`: numbered lines of one or several text files, whole or in ranges. Missing files fail by themselves. */
export class ReadFileTool extends BaseTool<typeof parameters, Data> {
	readonly name = "read_file";
	readonly group = "read";
	readonly parameters = parameters;
	readonly example = {
		args: "\n<file><path>src/app.ts</path><line_range>1-50</line_range><line_range>120-160</line_range></file>\n<file><path>src/main.ts</path></file>\n",
	};

	describe({ settings }: ToolContext): string {
		const { maxFilesPerCall, maxFileLines } = settings.read;
		return `Reads text files, up to ${maxFilesPerCall} a call: read related files together. Lines come as "N | text"; the prefix is not part of the file. Without a range the first ${maxFileLines} lines.`;
	}

	label(params: Partial<Params>, _stage: RowStage): ToolRow {
		return requestsRow(previewRequests(params));
	}

	targets(params: Params, task: TaskHandle): readonly Effect[] {
		return requestsOf(params, task).map(({ path }) => ({ kind: "read", path }));
	}

	async plan(params: Params, task: TaskHandle): Promise<Operation<Data>> {
		const files = requestsOf(params, task);
		return { effects: this.targets(params, task), data: { files }, row: requestsRow(files) };
	}

	async execute({ data }: Operation<Data>, task: TaskHandle): Promise<ToolResult> {
		const budget = lineBudget(data.files.length, task.freeContextTokens);
		const readings = await Promise.all(data.files.map((file) => readRequest(file, task, budget)));
		const failed = readings.filter((reading) => "error" in reading);
		if (failed.length === readings.length) throw allFailed(failed);
		const views = viewAll(readings, budget);
		const row = requestsRow(data.files, views.map(detail));
		return { parts: [{ type: "text", text: renderFiles(views) }], row };
	}
}

/** Characters for the lines of a call. The runner cuts what is longer, blindly: this stays below its limit. */
function lineBudget(files: number, freeContextTokens: number): number {
	const share = Math.floor(freeContextTokens * budgetShare * charsPerToken);
	const budget = Math.min(maxBudgetChars, Math.max(minBudgetChars, share));
	return Math.max(Math.floor(budget / 2), budget - files * charsPerFile);
}

function requestsOf(params: Params, task: TaskHandle): FileRequest[] {
	const requests = readFileRequests(params);
	const limit = task.settings.read.maxFilesPerCall;
	if (requests.length <= limit) return requests;
	throw new KilnError(
		"invalid_parameters",
		`read_file: ${requests.length} files were asked for, ${limit} are the limit of one call.`,
		"Split them over several calls.",
	);
}

function viewAll(readings: readonly (FileReading | FailedReading)[], budget: number): FileView[] {
	const wants = readings.map((reading) => ("error" in reading ? 0 : blockChars(reading.lines.blocks)));
	const shares = shareBudget(wants, budget);
	return readings.map((reading, index) =>
		"error" in reading ? failedView(reading) : viewFile(reading, shares[index] ?? 0),
	);
}

function failedView({ path, error }: FailedReading): FileView {
	return { path, notices: [], blocks: [], totalLines: 0, errors: [error] };
}

function detail(view: FileView): string {
	const shown = view.blocks.reduce((sum, block) => sum + block.lines.length, 0);
	const [error] = view.errors;
	return error && shown === 0 ? error.message : countLines(shown);
}

function allFailed(failed: readonly FailedReading[]): KilnError {
	const errors: ErrorInfo[] = failed.map(({ error }) => error);
	const [first] = errors;
	if (!first) throw new Error("read_file ran without a file");
	if (errors.length === 1) return new KilnError(first.code, first.message, first.hint);
	const list = errors.map((error) => `- ${errorText(error)}`).join("\n");
	return new KilnError(first.code, `None of the ${errors.length} files could be read:\n${list}`);
}
