import type { Effect } from "@shared/effects";
import { KilnError } from "@shared/errors";
import { maxRowTextChars, type ToolRow } from "@shared/tools";
import * as z from "zod";
import { BaseTool, type Operation, type RowStage, type TaskHandle, type ToolResult } from "../BaseTool";
import { type UnifiedDiff, unifiedDiff } from "../edit/unifiedDiff";
import { freeText, text } from "../parameters";
import { type DiffSide, fileSide, textSide } from "./diffSides";

const parameters = z.object({
	path_a: text("old file").optional(),
	path_b: text("new file").optional(),
	old_string: freeText("instead of files: the old text").optional(),
	new_string: freeText("the new text").optional(),
});
type Params = z.infer<typeof parameters>;

/** Texts or paths: never one of each. */
type Data =
	| { readonly kind: "texts"; readonly old: string; readonly new: string }
	| { readonly kind: "files"; readonly old: string; readonly new: string };

/** `diff`: what differs between two files or two texts. */
export class DiffTool extends BaseTool<typeof parameters, Data> {
	readonly name = "diff";
	readonly group = "read";
	readonly parameters = parameters;
	readonly example = { path_a: "src/app.ts", path_b: "src/app.old.ts" };

	describe(): string {
		return `Unified diff of two files, or of two texts; up to ${maxRowTextChars} characters are shown.`;
	}

	label(params: Partial<Params>, _stage: RowStage): ToolRow {
		return rowOf(params.path_a, params.path_b);
	}

	targets({ path_a, path_b }: Params): readonly Effect[] {
		return [path_a, path_b].flatMap((path) => (path === undefined ? [] : [{ kind: "read", path }]));
	}

	async plan(params: Params): Promise<Operation<Data>> {
		const data = dataOf(params);
		return { effects: this.targets(params), data, row: rowOf(params.path_a, params.path_b) };
	}

	async execute({ data, row }: Operation<Data>, task: TaskHandle): Promise<ToolResult> {
		const [a, b] = await Promise.all(sidesOf(data, task));
		const { shown, added, removed } = compare(a, b);
		return {
			parts: [{ type: "text", text: shown }],
			row: {
				...row,
				detail: added + removed === 0 ? "equal" : `+${added} −${removed}`,
				body: { kind: "text", text: shown.slice(0, maxRowTextChars), language: "diff" },
			},
		};
	}
}

function dataOf({ path_a, path_b, old_string, new_string }: Params): Data {
	const hasTexts = old_string !== undefined || new_string !== undefined;
	const hasFiles = path_a !== undefined || path_b !== undefined;
	// an empty text is an absent parameter: one text alone is compared with nothing
	if (hasTexts && !hasFiles) return { kind: "texts", old: old_string ?? "", new: new_string ?? "" };
	if (!hasTexts && path_a !== undefined && path_b !== undefined)
		return { kind: "files", old: path_a, new: path_b };
	throw new KilnError(
		"invalid_parameters",
		hasTexts && hasFiles
			? "diff: both files and texts were given."
			: `diff: ${path_b === undefined ? (path_a === undefined ? "path_a and path_b are" : "path_b is") : "path_a is"} missing.`,
		"Give path_a and path_b, or old_string and new_string.",
	);
}

function sidesOf(data: Data, task: TaskHandle): [Promise<DiffSide>, Promise<DiffSide>] {
	if (data.kind === "files") return [fileSide(data.old, task), fileSide(data.new, task)];
	return [
		Promise.resolve(textSide("old_string", data.old)),
		Promise.resolve(textSide("new_string", data.new)),
	];
}

interface Comparison extends Pick<UnifiedDiff, "added" | "removed"> {
	readonly shown: string;
}

/** Line ends that differ throughout are said in a word: as a diff they would hide what else differs. */
function compare(a: DiffSide, b: DiffSide): Comparison {
	const hasOtherEnds = a.text.includes("\r\n") !== b.text.includes("\r\n");
	const [old, now] = hasOtherEnds ? [withLf(a.text), withLf(b.text)] : [a.text, b.text];
	const notes = [a, b].flatMap(({ name, notes: said }) => said.map((note) => `(${name} ${note}.)`));
	const ends = hasOtherEnds ? [`(Only ${a.text === old ? b.name : a.name} has CRLF line ends.)`] : [];
	if (old === now) {
		const equal = hasOtherEnds ? "are equal but for their line ends" : "are equal";
		const shown = [`${a.name} and ${b.name} ${equal}.`, ...ends, ...notes].join("\n");
		return { shown, added: 0, removed: 0 };
	}
	const { diff, added, removed } = unifiedDiff(old, now);
	const shown = [...notes, ...ends, `--- ${a.name}`, `+++ ${b.name}`, diff].join("\n");
	return { shown, added, removed };
}

function withLf(text: string): string {
	return text.replaceAll("\r\n", "\n");
}

function rowOf(a: string | undefined, b: string | undefined): ToolRow {
	const title = a !== undefined && b !== undefined ? `Compare ${a} with ${b}` : "Compare two texts";
	return { icon: "diff", title, body: { kind: "none" } };
}
