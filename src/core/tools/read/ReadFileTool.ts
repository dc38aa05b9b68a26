import type { Effect } from "@shared/effects";
import { KilnError } from "@shared/errors";
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
import { integer, offeredIn, text } from "../parameters";
import { type FileRequest, readFileRequests } from "./readFileArgs";
import { previewRequests, requestsRow } from "./readFileRow";
import { readFiles } from "./readFiles";
import { countLines } from "./readFileView";
import type { FileView } from "./renderFiles";

const nativeFile = z.object({
	path: z.string(),
	line_ranges: z
		.array(z.union([z.array(z.int()), z.string()]))
		.optional()
		.describe("pairs [start, end], from 1, inclusive"),
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

const inText = { formats: ["xml", "react"] } as const;

const parameters = z.object({
	args: offeredIn(
		text(
			"several files: a <file> each with <path> and any number of <line_range>a-b</line_range>",
		).optional(),
		{ formats: ["xml"], variants: ["full"] },
	),
	path: offeredIn(text("one file").optional(), inText),
	start_line: offeredIn(integer("first line of path, from 1", { min: 1 }).optional(), inText),
	end_line: offeredIn(integer("last line of path, inclusive", { min: 1 }).optional(), inText),
	files: offeredIn(z.preprocess(toFiles, z.array(nativeFile)).describe("files to read").optional(), {
		formats: ["native"],
		isRequired: true,
	}),
});
type Params = z.infer<typeof parameters>;

interface Data {
	readonly files: readonly FileRequest[];
}

/** `read_file`: numbered lines of text files and documents, whole or in ranges; images. Each file fails by itself. */
export class ReadFileTool extends BaseTool<typeof parameters, Data> {
	readonly name = "read_file";
	readonly group = "read";
	readonly parameters = parameters;
	readonly example = {
		args: "\n<file><path>src/app.ts</path><line_range>1-50</line_range><line_range>120-160</line_range></file>\n<file><path>src/main.ts</path></file>\n",
	};

	override exampleIn({ toolFormat, promptVariant }: ToolContext): Readonly<Record<string, string>> {
		if (toolFormat === "native") {
			const files = [{ path: "src/app.ts", line_ranges: [[1, 50]] }, { path: "src/main.ts" }];
			return { files: JSON.stringify(files) };
		}
		return isSingle({ toolFormat, promptVariant })
			? { path: "src/app.ts", start_line: "1", end_line: "50" }
			: this.example;
	}

	describe({ settings, model, toolFormat, promptVariant }: ToolContext): string {
		const { maxFilesPerCall, maxFileLines } = settings.read;
		const lines = `Lines come as "N | text"; the prefix is not part of the file. Without a range the first ${maxFileLines} lines.`;
		if (promptVariant === "compact") return `Reads a file. ${lines}`;
		const images = model.supportsImages ? ", images as images" : "";
		const what = isSingle({ toolFormat, promptVariant })
			? "Reads a file."
			: `Reads up to ${maxFilesPerCall} files a call: read related files together.`;
		return `${what} ${lines} PDF, DOCX, XLSX and IPYNB come as text${images}.`;
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
		const { views, parts } = await readFiles(data.files, task);
		return { parts, row: requestsRow(data.files, views.map(detail)) };
	}
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

/** What the card says of a file. */
function detail({ blocks, errors, notices, isEmpty }: FileView): string {
	const shown = blocks.reduce((sum, block) => sum + block.lines.length, 0);
	const [error] = errors;
	if (shown > 0 || isEmpty) return countLines(shown);
	return error?.message ?? notices[0] ?? countLines(0);
}

/** Where a call is offered for one file only. */
function isSingle({ toolFormat, promptVariant }: Pick<ToolContext, "toolFormat" | "promptVariant">): boolean {
	return toolFormat === "react" || promptVariant === "compact";
}
