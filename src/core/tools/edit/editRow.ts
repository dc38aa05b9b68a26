import { maxRowTextChars, type ToolRow } from "@shared/tools";
import type { TaskHandle } from "../BaseTool";
import type { DraftFile, EditOptions, PlannedFile } from "./Edits";
import { type UnifiedDiff, unifiedDiff } from "./unifiedDiff";

type DiffBody = Extract<ToolRow["body"], { kind: "diff" }>;
type DiffEntry = DiffBody["files"][number];

/**
 * The card of an edit: a unified diff a file, all within a row's limit. Each file has at least one "@@" header, so that
 * a hunk chosen on the card can stand for any change: an empty file, a move, a delete.
 */
export function editRow(
	drafts: readonly DraftFile[],
	task: TaskHandle,
	{ verb }: EditOptions,
	looked: readonly { readonly file: { readonly path: string } }[],
): { readonly files: readonly PlannedFile[]; readonly row: ToolRow } {
	if (drafts.length === 0) return { files: [], row: unchangedRow(looked, task) };
	const files: PlannedFile[] = [];
	const entries: DiffEntry[] = [];
	let room = maxRowTextChars;
	for (const [index, draft] of drafts.entries()) {
		const diff = diffOf(draft, Math.max(minDiffChars, Math.floor(room / (drafts.length - index))));
		room -= diff.diff.length;
		files.push({ ...draft, hunks: diff.hunks, shownHunks: diff.shownHunks });
		entries.push(entryOf(draft, diff, task));
	}
	return { files, row: rowOf(drafts, entries, verb) };
}

/** enough for a hunk's header and some lines */
const minDiffChars = 300;

/** As the card names it: a moved file by where it goes. */
export function shownPath({ stamp, moveTo }: DraftFile, task: TaskHandle): string {
	return task.displayPath((moveTo?.stamp ?? stamp).path);
}

function unchangedRow(
	looked: readonly { readonly file: { readonly path: string } }[],
	task: TaskHandle,
): ToolRow {
	const [first] = looked;
	const title =
		looked.length === 1 && first ? `No change in ${task.displayPath(first.file.path)}` : "No change";
	return { icon: "edit", title, body: { kind: "none" } };
}

function diffOf({ before, after }: DraftFile, maxChars: number): UnifiedDiff {
	const diff = unifiedDiff(before ?? "", after ?? "", maxChars);
	if (diff.hunks.length > 0) return diff;
	return { ...diff, diff: "@@ -0,0 +0,0 @@", hunks: [[0, 0, 0, 0]], shownHunks: 1 };
}

function entryOf(draft: DraftFile, { diff, added, removed }: UnifiedDiff, task: TaskHandle): DiffEntry {
	const notes = [moveNote(draft, task), draft.isDirty ? "includes unsaved changes" : undefined, draft.note];
	const note = notes.filter((part) => part !== undefined).join("; ");
	const operation = draft.after === null ? "delete" : draft.before === null ? "create" : "modify";
	return { path: shownPath(draft, task), diff, added, removed, operation, ...(note === "" ? {} : { note }) };
}

function moveNote({ stamp, moveTo }: DraftFile, task: TaskHandle): string | undefined {
	if (moveTo === undefined) return undefined;
	const from = `moved from ${task.displayPath(stamp.path)}`;
	return moveTo.before === null ? from : `${from}, in place of the file there`;
}

function rowOf(drafts: readonly DraftFile[], entries: DiffEntry[], verb: EditOptions["verb"]): ToolRow {
	const words = new Set(drafts.map((draft) => verbOf(draft, verb)));
	const [word = verb] = words;
	const shared = words.size === 1 ? word : "Change";
	const sum = (key: "added" | "removed") => entries.reduce((total, entry) => total + entry[key], 0);
	return {
		icon: word === "Create" ? "new-file" : word === "Delete" ? "trash" : "edit",
		title: entries.length === 1 ? `${word} ${titlePath(entries[0])}` : `${shared} ${entries.length} files`,
		detail: `+${sum("added")} −${sum("removed")}`,
		body: { kind: "diff", files: entries },
	};
}

function titlePath(entry: DiffEntry | undefined): string {
	return entry?.path ?? "";
}

function verbOf({ before, after, moveTo }: DraftFile, verb: EditOptions["verb"]): string {
	if (after === null) return "Delete";
	if (moveTo !== undefined) return "Move";
	return before === null ? "Create" : verb;
}
