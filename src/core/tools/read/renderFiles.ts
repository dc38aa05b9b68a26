import type { LineBlock } from "@services/files/LineCollector";
import type { ErrorInfo } from "@shared/errors";

/** One file of a read_file result. */
export interface FileView {
	/** relative to the workspace */
	readonly path: string;
	/** what the model must know about what it sees */
	readonly notices: readonly string[];
	readonly blocks: readonly LineBlock[];
	/** there is no text in it */
	readonly isEmpty: boolean;
	readonly errors: readonly ErrorInfo[];
	/** what the lines that are not shown define, one a line */
	readonly definitions?: readonly string[];
}

/** The result of read_file in its classic form. Lines stand behind their number, so no text of a file closes a tag. */
export function renderFiles(files: readonly FileView[]): string {
	return ["<files>", ...files.map(renderFile), "</files>"].join("\n");
}

function renderFile(file: FileView): string {
	return [
		`<file><path>${file.path}</path>`,
		...file.notices.map((notice) => `<notice>${notice}</notice>`),
		...(file.isEmpty ? ["<content/><notice>File is empty</notice>"] : file.blocks.map(renderBlock)),
		...(file.definitions ? [renderDefinitions(file.definitions)] : []),
		...file.errors.map((error) => `<error>${errorText(error)}</error>`),
		"</file>",
	].join("\n");
}

function renderBlock(block: LineBlock): string {
	const last = lastLine(block);
	const width = String(last).length;
	const lines = block.lines.map((line, index) => `${String(block.start + index).padStart(width)} | ${line}`);
	return `<content lines="${block.start}-${last}">\n${lines.join("\n")}\n</content>`;
}

function renderDefinitions(lines: readonly string[]): string {
	return `<definitions>\n${lines.join("\n")}\n</definitions>`;
}

export function lastLine(block: LineBlock): number {
	return block.start + block.lines.length - 1;
}

export function errorText(error: ErrorInfo): string {
	return error.hint ? `${error.message} ${error.hint}` : error.message;
}
