import type { FileEdit } from "@shared/host";
import type { ToolRow } from "@shared/tools";
import type { Operation, TaskHandle, ToolResult } from "../BaseTool";
import { type FileStamp, stampOf, type TextFile } from "./TextFile";
import { unifiedDiff } from "./unifiedDiff";
import { writeTextFile } from "./writeTextFile";

/** What an approved edit of one file does: exactly this text, written only over exactly that file. */
export interface TextEdit {
	readonly file: FileStamp;
	/** the whole new text, without BOM */
	readonly text: string;
	/** what the model is told once it is written; or, when `isUnchanged`, instead */
	readonly report: string;
	readonly isUnchanged: boolean;
}

export interface TextEditOptions {
	/** as the model gave it: effects carry it to the runner's resolver */
	readonly givenPath: string;
	readonly report: string;
	/** shown with the diff, to the person */
	readonly note?: string | undefined;
	/** for an existing file; a new one is always "Create" */
	readonly verb: "Edit" | "Rewrite";
	/** the errors of the tool show file text */
	readonly isShowingText: boolean;
}

/** The operation that turns the file into `text`; when it already is, one that only reads and says so. */
export function planTextEdit(
	file: TextFile,
	text: string,
	task: TaskHandle,
	options: TextEditOptions,
): Operation<TextEdit> {
	const path = task.displayPath(file.path);
	const isUnchanged = file.exists && file.text === text;
	const data = { file: stampOf(file), text, report: options.report, isUnchanged };
	const read = { kind: "read", path: options.givenPath } as const;
	if (isUnchanged) {
		const row: ToolRow = { icon: "edit", title: `No change in ${path}`, body: { kind: "none" } };
		return { effects: [read], data, row };
	}
	const write = { kind: "write", path: options.givenPath } as const;
	const edit: FileEdit = { path: file.path, before: file.exists ? file.text : null, after: text };
	return {
		effects: options.isShowingText ? [read, write] : [write],
		data,
		row: editRow(file, text, path, options),
		edits: [edit],
	};
}

function editRow(file: TextFile, text: string, path: string, options: TextEditOptions): ToolRow {
	const diff = unifiedDiff(file.text, text);
	const notes = [file.isDirty ? "includes unsaved changes" : undefined, options.note];
	const note = notes.filter((part) => part !== undefined).join("; ");
	const operation = file.exists ? "modify" : "create";
	return {
		icon: file.exists ? "edit" : "new-file",
		title: `${file.exists ? options.verb : "Create"} ${path}`,
		detail: `+${diff.added} −${diff.removed}`,
		body: { kind: "diff", files: [{ path, ...diff, operation, ...(note === "" ? {} : { note }) }] },
	};
}

/** Writes what was approved. Throws `file_changed` when the file is no longer the one that was read. */
export async function executeTextEdit(operation: Operation<TextEdit>, task: TaskHandle): Promise<ToolResult> {
	const { file, text, report, isUnchanged } = operation.data;
	if (isUnchanged) return { parts: [{ type: "text", text: report }], row: operation.row };
	const { isReformatted } = await writeTextFile(file, text, task);
	const closing = isReformatted
		? "The editor reformatted the file while saving: read it again before the next edit."
		: "The file now holds exactly this; there is no need to read it again.";
	return { parts: [{ type: "text", text: `${report}\n${closing}` }], row: operation.row };
}
