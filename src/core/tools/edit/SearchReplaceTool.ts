import type { Effect } from "@shared/effects";
import { KilnError } from "@shared/errors";
import type { ToolRow } from "@shared/tools";
import * as z from "zod";
import type { Operation, RowStage, TaskHandle } from "../BaseTool";
import { boolean, freeText, text } from "../parameters";
import { describeMiss } from "./apply-diff/describeMiss";
import type { Edits } from "./Edits";
import { EditTool } from "./EditTool";
import { type LiteralMatch, lineCounter, literalMatches, replaceMatches } from "./literalMatches";
import { splitLines } from "./splitLines";
import { planTextEdit } from "./TextEdit";
import { readTextFile, type TextFile } from "./TextFile";

const parameters = z.object({
	file_path: text("The file."),
	old_string: freeText(
		"The exact text to replace, with enough around it to be unique. Empty: creates the file.",
	),
	new_string: freeText("The text that takes its place."),
	replace_all: boolean("Replaces every occurrence.").optional(),
});
type Params = z.infer<typeof parameters>;

/** Replaces one exact text, which occurs once unless all are meant. */
export class SearchReplaceTool extends EditTool<typeof parameters> {
	override readonly name = "search_replace";
	override readonly isCustom = true;
	override readonly parameters = parameters;
	override readonly example = {
		file_path: "src/greet.ts",
		old_string: 'return "Hello, " + name;',
		new_string: 'return greeting + ", " + name;',
	};

	describe(): string {
		return (
			"Replaces old_string, exactly as the file has it, by new_string. It must occur exactly once, unless " +
			"replace_all is true."
		);
	}

	label({ file_path }: Partial<Params>, _stage: RowStage): ToolRow {
		return { icon: "edit", title: file_path ? `Edit ${file_path}` : "Edit a file", body: { kind: "none" } };
	}

	targets({ file_path: path }: Params): readonly Effect[] {
		return [
			{ kind: "read", path },
			{ kind: "write", path },
		];
	}

	async plan(params: Params, task: TaskHandle): Promise<Operation<Edits>> {
		const file = await readTextFile(params.file_path, task);
		const shown = task.displayPath(file.path);
		const { after, report } =
			params.old_string === "" ? fill(params, file, shown) : replace(params, file, shown);
		const options = { report, verb: "Edit", isShowingText: true } as const;
		return planTextEdit(file, after, task, { givenPath: params.file_path, ...options });
	}
}

function fill({ new_string }: Params, file: TextFile, shown: string): { after: string; report: string } {
	if (file.text !== "") {
		throw new KilnError(
			"edit_malformed",
			`old_string is empty, but ${shown} exists and is not empty.`,
			"Give the text to replace.",
		);
	}
	return { after: new_string, report: `${file.exists ? "Filled" : "Created"} ${shown}.` };
}

function replace(params: Params, file: TextFile, shown: string): { after: string; report: string } {
	const { old_string, new_string, replace_all = false } = params;
	if (!file.exists) {
		throw new KilnError("path_not_found", `${shown} does not exist.`, "To create it leave old_string empty.");
	}
	if (old_string === new_string) {
		throw new KilnError("edit_malformed", "old_string and new_string are the same: nothing to change.");
	}
	const matches = literalMatches(file.text, old_string, { mayOverlap: !replace_all });
	const [first] = matches;
	if (first === undefined) throw noMatch(params, file, shown);
	if (matches.length > 1 && !replace_all) throw ambiguous(matches, file, shown);
	const lines = listLines(matches, file);
	const count = matches.length === 1 ? "1 occurrence" : `${matches.length} occurrences`;
	return {
		after: replaceMatches(file.text, matches, new_string),
		report: `Replaced ${count} in ${shown} (${lines}).`,
	};
}

const maxListedLines = 12;

function listLines(matches: readonly LiteralMatch[], file: TextFile): string {
	const lineOf = lineCounter(file.text);
	const lines = matches.slice(0, maxListedLines).map(({ index }) => lineOf(index));
	const more = matches.length > maxListedLines ? ", …" : "";
	return `${lines.length === 1 ? "line" : "lines"} ${lines.join(", ")}${more}`;
}

function ambiguous(matches: readonly LiteralMatch[], file: TextFile, shown: string): KilnError {
	return new KilnError(
		"edit_ambiguous",
		`${shown} was not changed: old_string occurs ${matches.length} times (${listLines(matches, file)}).`,
		"Add text around it until it is unique, or set replace_all to true.",
	);
}

function noMatch({ old_string, new_string }: Params, file: TextFile, shown: string): KilnError {
	const sides = { search: splitLines(old_string).texts, replace: splitLines(new_string).texts };
	const names = { search: "old_string", replace: "new_string" };
	return new KilnError(
		"edit_no_match",
		`${shown} was not changed: ${describeMiss(splitLines(file.text).texts, sides, undefined, names)}`,
		"Give old_string exactly as the file has it, white space included.",
	);
}
