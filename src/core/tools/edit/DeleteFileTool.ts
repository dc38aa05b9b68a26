import { join } from "node:path";
import type { Effect } from "@shared/effects";
import { KilnError } from "@shared/errors";
import { groupsOf, type ModeConfig } from "@shared/modes";
import type { ToolRow } from "@shared/tools";
import * as z from "zod";
import { BaseTool, type Operation, type RowStage, type TaskHandle, type ToolResult } from "../BaseTool";
import { text } from "../parameters";
import { type Deletion, deletionRow, describeSurvey, kindOf } from "./delete/Deletion";
import { type DeletionTarget, deletionTarget } from "./delete/deletionTarget";
import { removeTree } from "./delete/removeTree";
import { maxNames, surveyTarget } from "./delete/surveyTarget";
import type { Survey } from "./delete/surveyTree";

const parameters = z.object({ path: text("The file or directory.") });
type Params = z.infer<typeof parameters>;

/** Deletes a file, a link, or a directory with all that is in it. */
export class DeleteFileTool extends BaseTool<typeof parameters, Deletion> {
	override readonly name = "delete_file";
	override readonly group = "edit";
	override readonly parameters = parameters;
	override readonly example = { path: "src/old.ts" };

	/** `maxEntries`: of a directory, that are counted before the approval */
	constructor(private readonly maxEntries = 10_000) {
		super();
	}

	describe(): string {
		return (
			"Deletes a file, or a directory with everything in it, inside the workspace. A link is removed, not what " +
			"it points to. Refused: git's files, directories that hold protected or ignored files or unsaved changes."
		);
	}

	label(params: Partial<Params>, _stage: RowStage): ToolRow {
		return {
			icon: "trash",
			title: params.path ? `Delete ${params.path}` : "Delete a file",
			body: { kind: "none" },
		};
	}

	/** A directory itself need not match a mode's `fileRegex`: its files do, which the plan finds. */
	targets({ path }: Params, task: TaskHandle): readonly Effect[] {
		return [{ kind: hasFileRegex(task.mode) ? "read" : "delete", path }];
	}

	async plan(params: Params, task: TaskHandle): Promise<Operation<Deletion>> {
		const target = await deletionTarget(params.path, task);
		const shown = task.displayPath(target.path);
		if ([target.path, target.realPath].some((path) => task.project.isIgnored(path))) {
			throw new KilnError(
				"path_ignored",
				`${shown} is ignored by .kilocodeignore.`,
				"Leave it, or ask the user.",
			);
		}
		const found = await surveyTarget(target, task, this.maxEntries);
		const { names, kept, ...counted } = found;
		const data: Deletion = {
			path: target.path,
			realPath: target.realPath,
			kind: kindOf(target),
			survey: counted,
		};
		return { effects: effectsOf(params.path, data, names, task), data, row: deletionRow(data, names, task) };
	}

	async execute({ data, row }: Operation<Deletion>, task: TaskHandle): Promise<ToolResult> {
		const shown = task.displayPath(data.path);
		const target = await deletionTarget(data.path, task);
		// past the limit only the whole walk tells that nothing protected is there
		const found = await surveyTarget(
			target,
			task,
			data.survey.isMore ? Number.POSITIVE_INFINITY : this.maxEntries,
		);
		if (!isApproved(data, target, found)) {
			throw new KilnError(
				"file_changed",
				`${shown} was not deleted: it has changed since that was approved.`,
				"Look at it again, then repeat the call.",
			);
		}
		await removeTree(target.path, target.realPath, task);
		const detail = data.kind === "directory" ? ` (${describeSurvey(data.survey)})` : "";
		const what = data.kind === "link" ? "the link " : "";
		return { parts: [{ type: "text", text: `Deleted ${what}${shown}${detail}.` }], row };
	}
}

function hasFileRegex(mode: ModeConfig): boolean {
	return groupsOf(mode).some(({ group, fileRegex }) => group === "edit" && fileRegex !== undefined);
}

/** In a mode with a `fileRegex` each file is an effect of its own, which the runner tests. */
function effectsOf(given: string, data: Deletion, names: readonly string[], task: TaskHandle): Effect[] {
	const isWhole = data.kind !== "directory" || names.length === 0;
	if (isWhole || !hasFileRegex(task.mode)) return [{ kind: "delete", path: given }];
	if (data.survey.isMore || data.survey.files > names.length) {
		throw new KilnError(
			"tool_not_allowed",
			`${task.displayPath(data.path)} has more than ${maxNames} files: too many to test each of them, ` +
				`and ${task.mode.name} mode may only edit some.`,
			"Delete smaller directories, or switch to a mode that may edit all files.",
		);
	}
	// Not joined to what was given: without its "./" or ".." that may name another folder of the workspace.
	return names.map((name) => ({ kind: "delete", path: task.displayPath(join(data.path, name)) }));
}

function isApproved(
	{ survey: approved, kind, realPath }: Deletion,
	target: DeletionTarget,
	now: Survey,
): boolean {
	if (kindOf(target) !== kind || target.realPath !== realPath) return false;
	// only lower bounds are known
	if (approved.isMore) return now.files >= approved.files && now.directories >= approved.directories;
	const { files, directories, bytes, newestMs, isMore } = approved;
	const isSameCount = now.files === files && now.directories === directories && now.isMore === isMore;
	return isSameCount && now.bytes === bytes && now.newestMs === newestMs;
}
