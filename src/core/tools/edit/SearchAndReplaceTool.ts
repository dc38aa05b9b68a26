import type { Effect } from "@shared/effects";
import { KilnError } from "@shared/errors";
import type { ToolRow } from "@shared/tools";
import * as z from "zod";
import type { Operation, RowStage, TaskHandle } from "../BaseTool";
import { boolean, freeText, integer, text } from "../parameters";
import type { Edits } from "./Edits";
import { EditTool } from "./EditTool";
import { applyOperations, type OperationsOutcome } from "./search-and-replace/applyOperations";
import { parseOperations, type ReplaceOperation } from "./search-and-replace/parseOperations";
import { planTextEdit } from "./TextEdit";
import { readTextFile } from "./TextFile";

/** Optional free text in which white space counts: the runner drops a blank value of what is plainly optional. */
function blankable(description: string) {
	return z.preprocess((value) => value, freeText(description).optional()).describe(description);
}

const operationsText =
	'Several in order, instead of search and replace: a JSON list [{"search": …, "replace": …, …}].';

const parameters = z.object({
	path: text("The file."),
	search: blankable("The text or pattern to find."),
	replace: blankable("What takes its place; with use_regex $1, $<name> and $& stand for what matched."),
	use_regex: boolean("search is a JavaScript regular expression; ^ and $ match at each line.").optional(),
	ignore_case: boolean("Upper and lower case are the same.").optional(),
	start_line: integer("First line to look at, from 1.", { min: 1 }).optional(),
	end_line: integer("Last line to look at.", { min: 1 }).optional(),
	operations: z
		.preprocess(
			(value) => (Array.isArray(value) ? JSON.stringify(value) : value),
			freeText(operationsText).optional(),
		)
		.describe(operationsText)
		.optional(),
});
type Params = z.infer<typeof parameters>;

/** Replaces every occurrence of a text or pattern. */
export class SearchAndReplaceTool extends EditTool<typeof parameters> {
	override readonly name = "search_and_replace";
	override readonly isCustom = true;
	override readonly parameters = parameters;
	override readonly example = { path: "src/greet.ts", search: "oldName", replace: "newName" };

	describe(): string {
		return "Replaces every occurrence of a text or regular expression in a file, and says how many there were.";
	}

	label({ path }: Partial<Params>, _stage: RowStage): ToolRow {
		const title = path ? `Search and replace in ${path}` : "Search and replace in a file";
		return { icon: "replace-all", title, body: { kind: "none" } };
	}

	targets({ path }: Params): readonly Effect[] {
		return [
			{ kind: "read", path },
			{ kind: "write", path },
		];
	}

	async plan(params: Params, task: TaskHandle): Promise<Operation<Edits>> {
		const operations = operationsOf(params);
		const file = await readTextFile(params.path, task);
		const shown = task.displayPath(file.path);
		if (!file.exists) {
			throw new KilnError("path_not_found", `${shown} does not exist.`, "Create it with write_to_file.");
		}
		const outcome = await applyOperations(file.text, operations, task);
		if (outcome.counts.every((count) => count === 0)) throw noMatch(operations, shown);
		const report = describe(operations, outcome, shown);
		const options = { report, verb: "Edit", isShowingText: true } as const;
		return planTextEdit(file, outcome.text, task, { givenPath: params.path, ...options });
	}
}

function operationsOf({ operations, path: _path, ...single }: Params): readonly ReplaceOperation[] {
	const { search = "", replace = "" } = single;
	if ((search === "") === (operations === undefined)) {
		throw new KilnError(
			"invalid_parameters",
			"search_and_replace needs either search (with replace) or operations.",
			"Give one of them.",
		);
	}
	return operations === undefined ? [{ ...single, search, replace }] : parseOperations(operations);
}

function describe(
	operations: readonly ReplaceOperation[],
	{ counts }: OperationsOutcome,
	shown: string,
): string {
	const places = (count: number) => (count === 1 ? "1 place" : `${count} places`);
	const [only] = counts;
	if (counts.length === 1 && only !== undefined) return `Replaced ${places(only)} in ${shown}.`;
	const lines = operations.map(({ search }, index) => {
		const count = counts[index] ?? 0;
		return `${index + 1}. ${excerpt(search)}: ${count === 0 ? "not found" : places(count)}`;
	});
	return [`Replaced in ${shown}:`, ...lines].join("\n");
}

function noMatch(operations: readonly ReplaceOperation[], shown: string): KilnError {
	const sought = operations.map(({ search }) => excerpt(search)).join(", ");
	return new KilnError(
		"edit_no_match",
		`${shown} was not changed: nothing in it matches ${sought}.`,
		"Read the file and give the text as it is there, or check the pattern, the case and the lines.",
	);
}

const maxExcerptChars = 80;

function excerpt(search: string): string {
	const text = JSON.stringify(search);
	return text.length > maxExcerptChars ? `${text.slice(0, maxExcerptChars)}…"` : text;
}
