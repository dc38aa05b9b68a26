import { join, relative } from "node:path";
import { KilnError } from "@shared/errors";
import { isWithin } from "../../../approval/isWithin";
import { protectedPattern } from "../../../approval/protectedPaths";
import type { TaskHandle } from "../../BaseTool";
import { ioError } from "../ioError";
import type { DeletionTarget } from "./deletionTarget";
import { surveyTree, type TreeSurvey } from "./surveyTree";

/** Files of a directory that are named: as many as a mode's `fileRegex` can be tested on, one by one. */
export const maxNames = 1000;

/** Counts what is there. Throws when something of it must stay: protected or ignored files, unsaved changes. */
export async function surveyTarget(
	target: DeletionTarget,
	task: TaskHandle,
	maxEntries: number,
): Promise<TreeSurvey> {
	refuseUnsaved(target, task);
	const found = await survey(target, task, maxEntries);
	refuseKept(found, task.displayPath(target.path));
	return found;
}

async function survey(target: DeletionTarget, task: TaskHandle, limit: number): Promise<TreeSurvey> {
	const keptFor = (path: string) => {
		const both = [path, join(target.realPath, relative(target.path, path))];
		if (both.some((one) => task.project.isIgnored(one))) return "ignored by .kilocodeignore";
		const isProtected = both.some((one) => protectedPattern(task.displayPath(one)) !== undefined);
		return isProtected ? "protected" : undefined;
	};
	const options = { maxEntries: limit, maxNames, signal: task.signal, keptFor };
	try {
		return await surveyTree(target.path, target.stats, options);
	} catch (error) {
		task.signal.throwIfAborted();
		throw ioError(error, task.displayPath(target.path));
	}
}

function refuseKept({ kept }: TreeSurvey, shown: string): void {
	if (kept.length === 0) return;
	throw new KilnError(
		"path_refused",
		`${shown} was not deleted, since it holds files that must stay: ${kept.join(", ")}.`,
		"Delete the other files one by one; protected files only by a call of their own.",
	);
}

function refuseUnsaved({ path, realPath }: DeletionTarget, task: TaskHandle): void {
	const { documents } = task.host;
	const isBelow = (open: string) => isWithin(open, path) || isWithin(open, realPath);
	const unsaved = documents
		.openPaths()
		.filter((open) => isBelow(open) && documents.open(open)?.isDirty === true);
	if (unsaved.length === 0) return;
	throw new KilnError(
		"path_refused",
		`${task.displayPath(path)} was not deleted: unsaved changes in ${unsaved.map(task.displayPath).join(", ")}.`,
		"Ask the user to save or discard them.",
	);
}
