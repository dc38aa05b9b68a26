import { endOfFile, type LineRange } from "@services/files/LineCollector";
import { readBufferLines, readTextLines, type TextLines } from "@services/files/readTextLines";
import { type ErrorInfo, KilnError, toErrorInfo } from "@shared/errors";
import type { TaskHandle } from "../BaseTool";
import type { FileRequest } from "./readFileArgs";
import { type FileView, lastLine } from "./renderFiles";
import { blockChars, charsPerLine, fitBlocks } from "./shareBudget";

/** Characters of a line that are shown. */
export const maxLineChars = 2000;

/** A file as it was read, before the budget is shared among the files of the call. */
export interface FileReading {
	readonly path: string;
	readonly request: FileRequest;
	readonly isUnsaved: boolean;
	readonly lines: TextLines;
	/** ranges that lie behind the end */
	readonly errors: readonly ErrorInfo[];
}

export interface FailedReading {
	readonly path: string;
	readonly request: FileRequest;
	readonly error: ErrorInfo;
}

/** Reads one file, or says why it could not be. Only an abort throws. */
export async function readRequest(
	request: FileRequest,
	task: TaskHandle,
	maxChars: number,
): Promise<FileReading | FailedReading> {
	const path = task.displayPath(task.resolvePath(request.path));
	try {
		const { lines, isUnsaved } = await readLines(request, path, task, maxChars);
		return checkRanges({ path, request, isUnsaved, lines, errors: [] });
	} catch (error) {
		task.signal.throwIfAborted();
		if (error instanceof KilnError) return { path, request, error: toErrorInfo(error) };
		throw error;
	}
}

async function readLines(request: FileRequest, shown: string, task: TaskHandle, maxChars: number) {
	const absolute = task.resolvePath(request.path);
	const head: LineRange = { start: 1, end: task.settings.read.maxFileLines };
	const ranges = request.ranges.length > 0 ? request.ranges : [head];
	const options = { shown, ranges, maxLineChars, maxChars, charsPerLine, signal: task.signal };
	const document = task.host.documents.open(absolute);
	if (document?.isDirty) return { lines: await readBufferLines(document.text, options), isUnsaved: true };
	return { lines: await readTextLines(absolute, options), isUnsaved: false };
}

/** Ranges behind the end are errors of their own; the others are shown. */
function checkRanges(reading: FileReading): FileReading | FailedReading {
	const { path, request, lines } = reading;
	if (lines.totalLines === 0) return reading;
	const errors = request.ranges
		.filter((range) => range.start > lines.totalLines)
		.map((range) => pastEnd(path, range, lines.totalLines));
	const [first] = errors;
	if (first && errors.length === request.ranges.length) return { path, request, error: first };
	return { ...reading, errors };
}

function pastEnd(path: string, range: LineRange, total: number): ErrorInfo {
	return {
		code: "invalid_parameters",
		message: `${path} has ${countLines(total)}; line ${range.start} does not exist.`,
		hint: `Ask for a range within 1-${total}.`,
	};
}

/** What the model is shown of a file when `maxChars` characters of it may be. */
export function viewFile(reading: FileReading, maxChars: number): FileView {
	const { path, lines, errors } = reading;
	const blocks = blockChars(lines.blocks) <= maxChars ? lines.blocks : fitBlocks(lines.blocks, maxChars);
	const isCut = lines.isFull || blocks !== lines.blocks;
	const last = blocks.at(-1);
	const shownTo = last ? lastLine(last) : 0;
	return { path, blocks, totalLines: lines.totalLines, errors, notices: notices(reading, shownTo, isCut) };
}

function notices(reading: FileReading, shownTo: number, isCut: boolean): string[] {
	const { lines, request, isUnsaved } = reading;
	const total = lines.totalLines;
	const said: string[] = [];
	if (isUnsaved) said.push("Unsaved: this is the editor's text, which differs from the file on disk.");
	if (lines.encoding !== "utf-8") said.push(`Encoding: ${lines.encoding.toUpperCase()}.`);
	if (lines.hasInvalidBytes) said.push("Not valid UTF-8: bytes that could not be decoded are shown as �.");
	if (isCut) said.push(cutNotice(shownTo, total, "The context window has no room for more."));
	else if (request.ranges.length === 0 && shownTo < total) said.push(cutNotice(shownTo, total));
	else if (request.ranges.some((range) => range.end < endOfFile && range.end > total && total > 0)) {
		said.push(`The file ends at line ${total}.`);
	}
	return said;
}

function cutNotice(shownTo: number, total: number, reason = ""): string {
	const next = `${shownTo + 1}-${total}`;
	const why = reason && `${reason} `;
	return `Shown up to line ${shownTo} of ${total}. ${why}Ask for the lines you need with line_range (args) or start_line and end_line, as in ${next}; find them with search_files.`;
}

export function countLines(count: number): string {
	return count === 1 ? "1 line" : `${count} lines`;
}
