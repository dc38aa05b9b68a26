import { KilnError } from "@shared/errors";
import type { TaskHandle } from "../../BaseTool";
import { ComparableLines } from "../apply-diff/ComparableLines";
import type { FileChange } from "../Edits";
import { splitLines } from "../splitLines";
import { readTextFile, type TextFile } from "../TextFile";
import { addedText } from "./addedText";
import { applyHunks } from "./applyHunks";
import { type FailedHunk, patchFailed } from "./describeProblem";
import type { FilePatch, Hunk } from "./FilePatch";
import { type PlacedHunk, placeHunks } from "./placeHunks";

export interface PatchPlan {
	readonly changes: readonly FileChange[];
	/** what the model should know of hunks that did not fit exactly, a line each */
	readonly notes: readonly string[];
}

interface FilePlan {
	readonly change?: FileChange;
	readonly notes?: readonly string[];
	readonly failures?: readonly FailedHunk[];
}

/** What a patch makes of the files as they are. All or nothing: throws for the first file, or all hunks, that fail. */
export async function planPatch(patches: readonly FilePatch[], task: TaskHandle): Promise<PatchPlan> {
	const plans: FilePlan[] = [];
	for (const patch of patches) plans.push(await planFile(patch, task));
	const failures = plans.flatMap((plan) => plan.failures ?? []);
	if (failures.length > 0) throw patchFailed(failures);
	const changes = plans.flatMap(({ change }) => change ?? []);
	refuseTwice(changes, task);
	return { changes, notes: plans.flatMap(({ notes }) => notes ?? []) };
}

function refuseTwice(changes: readonly FileChange[], task: TaskHandle): void {
	const seen = new Set<string>();
	for (const { realPath, path } of changes.flatMap(({ file, moveTo }) => [
		file,
		...(moveTo ? [moveTo.file] : []),
	])) {
		if (seen.has(realPath)) {
			throw refused(
				`${task.displayPath(path)} is named twice in the patch`,
				"Put all its hunks into one section.",
			);
		}
		seen.add(realPath);
	}
}

async function planFile(patch: FilePatch, task: TaskHandle): Promise<FilePlan> {
	task.signal.throwIfAborted();
	const givenPath = patch.path;
	const file = await readTextFile(givenPath, task);
	const shown = task.displayPath(file.path);
	if (patch.kind === "add") {
		if (file.exists) throw refused(`${shown} should be added, but exists`, "Update it instead.");
		return { change: { file, givenPath, text: addedText(patch.lines) } };
	}
	if (!file.exists) {
		const what = patch.kind === "delete" ? "deleted" : "updated";
		const message = `The patch was not applied: ${shown} should be ${what}, but does not exist.`;
		throw new KilnError("path_not_found", message, "Check the path; a new file is added with *** Add File.");
	}
	const patched = patchText(file, patch.hunks, shown);
	if (patched.failures) return patched;
	if (patch.kind === "delete") {
		if (patch.hunks.length > 0 && patched.text !== "") throw notWhole(shown);
		return { change: { file, givenPath, text: null } };
	}
	const moveTo = patch.moveTo === undefined ? undefined : await planMove(patch.moveTo, file, task);
	const { text, notes } = patched;
	return { change: { file, givenPath, text, ...(moveTo ? { moveTo } : {}) }, notes };
}

async function planMove(givenPath: string, from: TextFile, task: TaskHandle): Promise<FileChange["moveTo"]> {
	if (task.resolvePath(givenPath) === from.path) return undefined;
	const file = await readTextFile(givenPath, task);
	const [old, now] = [task.displayPath(from.path), task.displayPath(file.path)];
	if (file.exists) throw refused(`${old} should be moved to ${now}, which exists`, "Choose another name.");
	return { file, givenPath };
}

type Patched =
	| { readonly text: string; readonly notes: readonly string[]; readonly failures?: undefined }
	| { readonly failures: readonly FailedHunk[] };

function patchText(file: TextFile, hunks: readonly Hunk[], path: string): Patched {
	const lines = splitLines(file.text);
	const finder = new ComparableLines(lines.texts);
	const placed = placeHunks(finder, hunks);
	if (placed.problems.length > 0) {
		return { failures: placed.problems.map((problem) => ({ problem, path, file: finder })) };
	}
	const notes = placed.hunks.flatMap((one) => noteOf(one, path));
	return { text: applyHunks(file.text, lines, placed.hunks), notes };
}

const levelWords = {
	exact: undefined,
	"trailing white space": "but for trailing white space",
	indentation: "in another indentation, re-indented to the file",
	typography: "but for quotes, dashes or special spaces",
	similarity: undefined,
} as const;

function noteOf({ hunk, level, start }: PlacedHunk, path: string): string[] {
	const words = levelWords[level];
	return words === undefined ? [] : [`${path}, hunk ${hunk.number}: matched at line ${start + 1} ${words}.`];
}

function notWhole(path: string): KilnError {
	return new KilnError(
		"edit_no_match",
		`The patch was not applied: it deletes ${path}, but its lines are only a part of the file.`,
		"Delete the file with *** Delete File, or read it first.",
	);
}

function refused(what: string, hint: string): KilnError {
	return new KilnError("edit_malformed", `The patch was not applied: ${what}.`, hint);
}
