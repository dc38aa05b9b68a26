import { KilnError } from "@shared/errors";
import type { Amendment } from "@shared/tools";
import type { Operation, TaskHandle } from "../BaseTool";
import { splitBom } from "./decodeText";
import { applyHunks } from "./diffHunks";
import { type DraftFile, type Edits, isChange, type PlannedFile } from "./Edits";
import { shownPath } from "./editRow";
import { keepLineEnds } from "./keepLineEnds";
import { operationOf } from "./planEdits";
import { unifiedDiff } from "./unifiedDiff";

/** What became of a proposed file; undefined: nothing is done to it. */
type Kept = DraftFile | undefined;

/**
 * The edit as the person changed it. Hunks are counted over the card's diffs; one that the card does not show cannot be
 * chosen, so it is not kept. Where nothing is kept, the operation changes nothing and says so.
 */
export function amendEdits(
	operation: Operation<Edits>,
	amendment: Amendment,
	task: TaskHandle,
): Operation<Edits> {
	const { data } = operation;
	const kept = keptFiles(data.files, amendment, task);
	const drafts = kept.filter((draft) => draft !== undefined).filter(isChange);
	if (drafts.length === 0) return nothingKept(data, task);
	const { verb, isShowingText, report } = data;
	const isSame = data.files.every((file, index) => kept[index] === file);
	if (isSame) return operation;
	const amended = operationOf(drafts, task, { verb, isShowingText, report, isAmended: true });
	return { ...amended, amended: describeAmendment(data.files, kept, task) };
}

function nothingKept({ verb, isShowingText }: Edits, task: TaskHandle): Operation<Edits> {
	const report = "The user kept none of the changes: nothing was written.";
	const operation = operationOf([], task, { verb, isShowingText, report, isAmended: true });
	return { ...operation, row: { ...operation.row, title: "Kept none of the changes" } };
}

function keepHunks(files: readonly PlannedFile[], numbers: readonly number[]): Kept[] {
	const wanted = new Set(numbers);
	let first = 0;
	return files.map((file) => {
		const from = first;
		first += file.shownHunks;
		const ranges = file.hunks.filter((_, index) => index < file.shownHunks && wanted.has(from + index));
		if (ranges.length === 0) return undefined;
		if (ranges.length === file.hunks.length || file.before === null || file.after === null) return file;
		return draftOf(file, applyHunks(file.before, file.after, ranges));
	});
}

function keptFiles(files: readonly PlannedFile[], amendment: Amendment, task: TaskHandle): Kept[] {
	switch (amendment.kind) {
		case "hunks":
			return keepHunks(files, amendment.kept);
		case "text":
			return takeText(files, amendment, task);
		case "files":
			return takeFiles(files, amendment.files, task);
	}
}

/** What the editor's own diff shows under a file's path there. */
function takeFiles(
	files: readonly PlannedFile[],
	edited: readonly { readonly path: string; readonly text: string }[],
	task: TaskHandle,
): Kept[] {
	const texts = new Map(edited.map(({ path, text }) => [path, text]));
	const kept = files.map((file) => {
		const path = (file.moveTo?.stamp ?? file.stamp).path;
		const text = texts.get(path);
		texts.delete(path);
		return text === undefined ? file : withText(file, splitBom(text).text, task);
	});
	const [unknown] = texts.keys();
	if (unknown !== undefined) throw new KilnError("invalid_message", `The proposal has no file ${unknown}.`);
	return kept;
}

function takeText(
	files: readonly PlannedFile[],
	{ path, text }: Extract<Amendment, { kind: "text" }>,
	task: TaskHandle,
): Kept[] {
	const isMeant = (file: PlannedFile) =>
		path === undefined ? files.length === 1 : shownPath(file, task) === path;
	if (!files.some(isMeant)) {
		throw new KilnError("invalid_message", `The proposal has no file ${path ?? "without a name"}.`);
	}
	return files.map((file) => (isMeant(file) ? withText(file, splitBom(text).text, task) : file));
}

/** An editor shows a text in one kind of line ends: that alone is no change by the person. */
function withText(file: PlannedFile, text: string, task: TaskHandle): DraftFile {
	if (file.after === null) {
		if (text === "") return file;
		const message = `${shownPath(file, task)} is to be deleted: it cannot be given another text.`;
		throw new KilnError("invalid_message", message, "Deny the call to keep the file.");
	}
	return withLf(file.after) === withLf(text) ? file : draftOf(file, keepLineEnds(text, file.after));
}

function withLf(text: string): string {
	return text.replaceAll("\r\n", "\n");
}

function draftOf({ hunks, shownHunks, ...file }: PlannedFile, after: string): DraftFile {
	return { ...file, after };
}

const maxAmendedLines = 200;

function describeAmendment(files: readonly PlannedFile[], kept: readonly Kept[], task: TaskHandle): string {
	const lines = files.flatMap((file, index) => describeFile(file, kept[index], task));
	const shown = lines.slice(0, maxAmendedLines);
	const more = lines.length - shown.length;
	return [
		"The user changed the proposal before approving it. From what you proposed to what was kept:",
		...shown,
		...(more > 0 ? [`… ${more} more lines`] : []),
	].join("\n");
}

function describeFile(file: PlannedFile, kept: Kept, task: TaskHandle): string[] {
	if (kept === file) return [];
	const path = shownPath(file, task);
	if (kept === undefined) {
		if (file.before === null) return [`${path}: not created`];
		if (file.after === null) return [`${path}: not deleted`];
		if (file.moveTo !== undefined)
			return [`${task.displayPath(file.stamp.path)}: not moved to ${path}, not changed`];
	}
	const text = kept === undefined ? file.before : kept.after;
	const { diff } = unifiedDiff(file.after ?? "", text ?? "", Number.POSITIVE_INFINITY);
	return diff === ""
		? [`${path}: kept`]
		: [`--- ${path} (proposed)`, `+++ ${path} (kept)`, ...diff.split("\n")];
}
