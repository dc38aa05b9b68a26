import type { Effect } from "@shared/effects";
import { isAbortError, KilnError } from "@shared/errors";
import type { ToolRow } from "@shared/tools";
import * as z from "zod";
import type { Operation, RowStage, TaskHandle } from "../BaseTool";
import { freeText, offeredIn, text } from "../parameters";
import { applyBlocks } from "./apply-diff/applyBlocks";
import { describeOutcome, failureNote, noBlockApplied } from "./apply-diff/describeOutcome";
import { blocksOf, diffRequests } from "./apply-diff/diffRequests";
import { type FileResult, joinResults } from "./apply-diff/joinResults";
import type { FileDiffs } from "./apply-diff/parseDiffArgs";
import type { Edits } from "./Edits";
import { EditTool } from "./EditTool";
import { linesSoFar } from "./linesSoFar";
import { planEdits } from "./planEdits";
import { readTextFile, type TextFile } from "./TextFile";

const fileList = z
	.preprocess(parseJson, z.array(z.object({ path: z.string().min(1), diff: z.string() })))
	.describe("Several files in one call, instead of path and diff.");

const parameters = z.object({
	path: text("The file.").optional(),
	diff: freeText("One or more SEARCH/REPLACE blocks.").optional(),
	args: offeredIn(
		freeText(
			"Several files in one call, instead of path and diff; each as " +
				"<file><path>…</path><diff><content>blocks</content></diff></file>.",
		).optional(),
		{ formats: ["xml"], variants: ["full"] },
	),
	files: offeredIn(fileList.optional(), { formats: ["native"] }),
});
type Params = z.infer<typeof parameters>;

/** Changes parts of existing files by SEARCH/REPLACE blocks. */
export class ApplyDiffTool extends EditTool<typeof parameters> {
	override readonly name = "apply_diff";
	override readonly parameters = parameters;
	override readonly example = {
		path: "src/greet.ts",
		diff: [
			"<<<<<<< SEARCH",
			":start_line:2",
			"-------",
			'\treturn "Hello, " + name;',
			"=======",
			'\treturn "Hello, " + name + "!";',
			">>>>>>> REPLACE",
		].join("\n"),
	};

	describe(): string {
		return [
			"Changes parts of existing files. A diff holds one or more blocks, as in the example.",
			"- SEARCH holds whole lines exactly as the file has them, without line numbers: enough of them to be",
			"  unique. :start_line: (the line of the first one, before any change) and ------- may be left out.",
			"- REPLACE holds the lines that take their place; leave it empty to delete them. To insert, repeat a",
			"  neighbouring line of SEARCH in REPLACE.",
			"- Put all changes of a file into one call. Blocks must not overlap; each succeeds or fails by itself.",
			"- A line of the file that begins like a marker (<<<<<<<, =======, >>>>>>>, -------, :start_line:) gets",
			"  a \\ in front.",
		].join("\n");
	}

	label(params: Partial<Params>, stage: RowStage): ToolRow {
		const row: ToolRow = { icon: "edit", title: titleOf(params), body: { kind: "none" } };
		const streamed = params.args ?? params.diff;
		if (stage !== "streaming" || streamed === undefined) return row;
		return { ...row, detail: linesSoFar(streamed) };
	}

	targets(params: Params): readonly Effect[] {
		return diffRequests(params).flatMap(({ path }): Effect[] => [
			{ kind: "read", path },
			{ kind: "write", path },
		]);
	}

	async plan(params: Params, task: TaskHandle): Promise<Operation<Edits>> {
		const results: FileResult[] = [];
		for (const request of joinSameFiles(diffRequests(params), task))
			results.push(await diffFile(request, task));
		const { changes, report } = joinResults(results);
		return planEdits(changes, task, { report, verb: "Edit", isShowingText: true });
	}
}

function parseJson(value: unknown): unknown {
	if (typeof value !== "string") return value;
	try {
		return JSON.parse(value);
	} catch {
		// the schema says what it must be
		return value;
	}
}

/** `args` may be incomplete yet, or malformed: the paths so far. */
function titleOf({ path, args, files }: Partial<Params>): string {
	if (path !== undefined) return `Edit ${path}`;
	const nested = args?.matchAll(/<file>\s*<path>([^<]*)<\/path>/g) ?? [];
	const paths = files?.map((file) => file.path) ?? [...nested].map((match) => (match[1] ?? "").trim());
	const [first] = paths;
	if (first === undefined) return "Edit a file";
	return paths.length === 1 ? `Edit ${first}` : `Edit ${paths.length} files`;
}

function joinSameFiles(requests: readonly FileDiffs[], task: TaskHandle): FileDiffs[] {
	const byPath = new Map<string, FileDiffs>();
	for (const request of requests) {
		const absolute = task.resolvePath(request.path);
		const earlier = byPath.get(absolute);
		const diffs = [...(earlier?.diffs ?? []), ...request.diffs];
		byPath.set(absolute, { path: earlier?.path ?? request.path, diffs });
	}
	return [...byPath.values()];
}

/** What is wrong with one file is told beside what was done to the others. */
async function diffFile(request: FileDiffs, task: TaskHandle): Promise<FileResult> {
	try {
		const blocks = blocksOf(request);
		const file = await readTextFile(request.path, task);
		const shown = task.displayPath(file.path);
		refuseEmptyFile(file, shown);
		const outcome = applyBlocks(file.text, blocks, task.settings.edit.fuzzyThreshold);
		if (!outcome.blocks.some((block) => block.kind === "applied")) throw noBlockApplied(outcome, shown);
		const note = failureNote(outcome);
		const report = describeOutcome(outcome, shown);
		return { kind: "changed", change: { file, givenPath: request.path, text: outcome.text, note }, report };
	} catch (error) {
		if (!(error instanceof KilnError) || isAbortError(error)) throw error;
		return { kind: "failed", path: request.path, error };
	}
}

function refuseEmptyFile(file: TextFile, shown: string): void {
	if (!file.exists) {
		throw new KilnError("path_not_found", `${shown} does not exist.`, "Create it with write_to_file.");
	}
	if (file.text === "") {
		throw new KilnError("edit_no_match", `${shown} is empty.`, "Fill it with write_to_file.");
	}
}
