import type { Effect } from "@shared/effects";
import { KilnError } from "@shared/errors";
import type { FileEdit } from "@shared/host";
import type { Operation, TaskHandle } from "../BaseTool";
import { encodeText } from "./decodeText";
import {
	type DraftFile,
	type EditOptions,
	type Edits,
	type FileChange,
	isChange,
	type PlannedFile,
	type PlannedPlace,
} from "./Edits";
import { editRow } from "./editRow";
import { maxEditBytes, stampOf, type TextFile } from "./TextFile";

/**
 * The operation that changes, creates, moves and deletes these files; when all of them already are as wanted, one that
 * only reads and says so. Throws for what could not be written: a file that is named twice, a link to be deleted, a
 * character that the file's encoding cannot hold.
 */
export function planEdits(
	changes: readonly FileChange[],
	task: TaskHandle,
	options: EditOptions,
): Operation<Edits> {
	const files = changes.map(draftOf).filter(isChange);
	refuseTwice(files, task);
	for (const change of changes) refuseLink(change, task);
	return operationOf(files, task, { ...options, isAmended: false }, changes);
}

export function operationOf(
	drafts: readonly DraftFile[],
	task: TaskHandle,
	options: EditOptions & { readonly isAmended: boolean },
	looked: readonly { readonly givenPath: string; readonly file: TextFile }[] = [],
): Operation<Edits> {
	for (const draft of drafts) refuseUnwritable(draft, task);
	const { files, row } = editRow(drafts, task, options, looked);
	const data = { ...options, files };
	if (files.length === 0) return { effects: looked.map(({ givenPath }) => readOf(givenPath)), data, row };
	return { effects: effectsOf(files, options.isShowingText), data, row, edits: files.map(editOf) };
}

function draftOf({ file, givenPath, text, moveTo, note }: FileChange): DraftFile {
	return {
		...placeOf(file, givenPath),
		after: text,
		...(moveTo === undefined ? {} : { moveTo: placeOf(moveTo.file, moveTo.givenPath) }),
		...(note === undefined ? {} : { note }),
	};
}

function placeOf(file: TextFile, givenPath: string): PlannedPlace {
	return { givenPath, stamp: stampOf(file), before: file.exists ? file.text : null, isDirty: file.isDirty };
}

function readOf(path: string): Effect {
	return { kind: "read", path };
}

function effectsOf(files: readonly PlannedFile[], isShowingText: boolean): Effect[] {
	return files.flatMap(({ givenPath: path, after, moveTo }): Effect[] => {
		const read = isShowingText ? [readOf(path)] : [];
		if (after === null) return [...read, { kind: "delete", path }];
		const write: Effect = { kind: "write", path };
		if (moveTo === undefined) return [...read, write];
		return [...read, write, { kind: "delete", path }, { kind: "write", path: moveTo.givenPath }];
	});
}

function editOf({ stamp, before, after, moveTo }: PlannedFile): FileEdit {
	return { path: (moveTo?.stamp ?? stamp).path, before, after };
}

function refuseTwice(files: readonly DraftFile[], task: TaskHandle): void {
	const seen = new Set<string>();
	for (const { realPath, path } of files.flatMap(({ stamp, moveTo }) => [
		stamp,
		...(moveTo ? [moveTo.stamp] : []),
	])) {
		if (seen.has(realPath)) {
			const message = `${task.displayPath(path)} is named twice in this call.`;
			throw new KilnError("edit_malformed", message, "Put all changes of a file together.");
		}
		seen.add(realPath);
	}
}

/** What is shown is the text behind the link, but what would go is the link. */
function refuseLink({ file, text, moveTo }: FileChange, task: TaskHandle): void {
	if (!file.isLink || (text !== null && moveTo === undefined)) return;
	const message = `${task.displayPath(file.path)} is a link; it can be edited, but not deleted or moved this way.`;
	throw new KilnError("path_refused", message, "Use delete_file, or a command.");
}

function refuseUnwritable({ stamp, after }: DraftFile, task: TaskHandle): void {
	if (after === null) return;
	if (after.length <= maxEditBytes) encodeText(after, stamp);
	else
		throw new KilnError(
			"file_too_large",
			`${task.displayPath(stamp.path)} would grow too large to be edited.`,
		);
}
