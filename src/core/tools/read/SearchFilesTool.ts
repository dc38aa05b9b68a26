import type { SearchOutput } from "@services/ripgrep/ripgrepArguments";
import type { Effect } from "@shared/effects";
import { KilnError } from "@shared/errors";
import type { ToolBody, ToolRow } from "@shared/tools";
import * as z from "zod";
import { BaseTool, type Operation, type RowStage, type TaskHandle, type ToolResult } from "../BaseTool";
import { integer, text } from "../parameters";
import { maxLineChars, maxResults } from "./FoundFiles";
import { renderSearch, summary } from "./renderSearch";
import { type SearchRequest, type SearchResult, searchFiles } from "./searchFiles";

/** Files that a card names. */
const maxRowFiles = 50;

const outputs = ["content", "files_with_matches", "count"] as const satisfies readonly SearchOutput[];

const parameters = z.object({
	path: text("directory or file"),
	regex: text("regular expression, Rust syntax"),
	file_pattern: text('glob, as in "*.ts" or "src/**/*.{js,ts}"').optional(),
	output_mode: z.enum(outputs).describe("content (default), files_with_matches or count").optional(),
	context_lines: integer("lines around a match, 0-10 (default 1)", { min: 0, max: 10 }).optional(),
});
type Params = z.infer<typeof parameters>;

/** `search_files`: ripgrep over a file or a tree, ignore files honoured. */
export class SearchFilesTool extends BaseTool<typeof parameters, SearchRequest> {
	readonly name = "search_files";
	readonly group = "read";
	readonly parameters = parameters;
	readonly example = { path: "src", regex: "function\\s+parse\\w*\\(", file_pattern: "*.ts" };

	describe(): string {
		return `Searches file contents line by line with a regex; matching lines are marked ">". Case counts unless the regex starts with (?i). Up to ${maxResults} results, ${maxLineChars} characters a line; ignored files and those that may hold secrets (.env, keys) are left out.`;
	}

	label(params: Partial<Params>, _stage: RowStage): ToolRow {
		return rowOf(params.regex, params.path, params.file_pattern);
	}

	targets({ path }: Params): readonly Effect[] {
		return [{ kind: "read", path }];
	}

	async plan(params: Params): Promise<Operation<SearchRequest>> {
		const data: SearchRequest = {
			path: params.path,
			regex: params.regex,
			...(params.file_pattern !== undefined && { filePattern: params.file_pattern }),
			output: params.output_mode ?? "content",
			contextLines: params.context_lines ?? 1,
		};
		return { effects: this.targets(params), data, row: rowOf(data.regex, data.path, data.filePattern) };
	}

	async execute({ data, row }: Operation<SearchRequest>, task: TaskHandle): Promise<ToolResult> {
		const result = await search(data, task);
		const shown = renderSearch(result, data, task.displayPath(task.resolvePath(data.path)));
		return {
			parts: [{ type: "text", text: shown }],
			row: { ...row, detail: summary(result, data.output), body: bodyOf(result) },
		};
	}
}

async function search(request: SearchRequest, task: TaskHandle): Promise<SearchResult> {
	try {
		return await searchFiles(request, task);
	} catch (error) {
		if (error instanceof KilnError && error.code === "invalid_parameters") throw explain(error);
		throw error;
	}
}

/** ripgrep's own words say best what is wrong; which parameter it is about, they leave open. */
function explain(error: KilnError): KilnError {
	if (/parsing glob|invalid definition/.test(error.message)) {
		return new KilnError(
			error.code,
			`search_files: file_pattern is not valid: ${error.message}`,
			"Write a glob, as in *.ts or src/**/*.{js,ts}.",
			{ cause: error },
		);
	}
	const [problem = ""] = error.message.split("\n\nConsider enabling");
	const hint = /literal "\\[nr]" is not allowed/.test(problem) ? lineHint : syntaxHint;
	return new KilnError(error.code, `search_files: regex is not valid: ${problem}`, hint, { cause: error });
}

const lineHint =
	"Lines are searched one by one: give what stands in one of them. $ matches before CRLF, too.";
const syntaxHint =
	"Rust syntax: no look-around and no backreferences; escape ( ) [ ] { } . * + ? | with \\ to find them as they are.";

function rowOf(regex: string | undefined, path: string | undefined, pattern: string | undefined): ToolRow {
	const where = `${path ? ` in ${path}` : ""}${pattern ? ` (${pattern})` : ""}`;
	return {
		icon: "search",
		title: regex ? `Search ${regex}${where}` : `Search files${where}`,
		body: { kind: "none" },
	};
}

function bodyOf({ files }: SearchResult): ToolBody {
	if (files.length === 0) return { kind: "none" };
	const shown = files.slice(0, maxRowFiles).map(({ path, matches, lines }) => {
		const line = lines.find(({ isMatch }) => isMatch)?.line;
		const detail = matches === 1 ? "1 match" : `${matches} matches`;
		return { path, ...(line !== undefined && { line }), ...(matches > 0 && { detail }) };
	});
	const more = files.length - shown.length;
	return { kind: "files", files: shown, ...(more > 0 && { more }) };
}
