import { encodingTitles } from "@services/files/encoding";
import { endOfFile } from "@services/files/LineCollector";
import { linesOfText } from "@services/files/readTextLines";
import { type ErrorInfo, KilnError, toErrorInfo } from "@shared/errors";
import type { ToolFormatName } from "@shared/settings";
import type { TaskHandle } from "../BaseTool";
import { type ImageContent, type LineContent, readContent } from "./readContent";
import type { FileRequest } from "./readFileArgs";
import { type FileView, lastLine } from "./renderFiles";
import { blockChars, charsPerLine, fitBlocks } from "./shareBudget";

/** Characters of a line that are shown. */
export const maxLineChars = 2000;

interface Read {
	readonly path: string;
	readonly request: FileRequest;
}

/** A file as it was read, before the budget is shared among the files of the call. */
export interface LinesReading extends Read, LineContent {
	readonly isUnsaved: boolean;
	/** ranges that lie behind the end */
	readonly errors: readonly ErrorInfo[];
}

export interface ImageReading extends Read, ImageContent {}

export interface FailedReading extends Read {
	readonly kind: "failed";
	readonly error: ErrorInfo;
}

export type FileReading = LinesReading | ImageReading | FailedReading;

/** Reads one file, or says why it could not be. Only an abort throws. */
export async function readRequest(
	request: FileRequest,
	task: TaskHandle,
	maxChars: number,
): Promise<FileReading> {
	const absolute = task.resolvePath(request.path);
	const path = task.displayPath(absolute);
	const read = { path, request };
	const options = { ...lineOptions(read, task, maxChars), wantsImages: task.model.supportsImages };
	try {
		const document = task.host.documents.open(absolute);
		if (document?.isDirty) {
			const lines = linesOfText(document.text, options);
			return checkRanges({ ...read, kind: "lines", lines, isUnsaved: true, errors: [] });
		}
		const content = await readContent(absolute, options);
		if (content.kind === "image") return { ...read, ...content };
		return checkRanges({ ...read, ...content, isUnsaved: false, errors: [] });
	} catch (error) {
		task.signal.throwIfAborted();
		if (error instanceof KilnError) return { ...read, kind: "failed", error: toErrorInfo(error) };
		throw error;
	}
}

function lineOptions({ path, request }: Read, task: TaskHandle, maxChars: number) {
	const head = { start: 1, end: task.settings.read.maxFileLines };
	const ranges = request.ranges.length > 0 ? request.ranges : [head];
	return { shown: path, ranges, maxLineChars, maxChars, charsPerLine, signal: task.signal };
}

/** Ranges behind the end are errors of their own; the others are shown. */
function checkRanges(reading: LinesReading): LinesReading | FailedReading {
	const { path, request, lines } = reading;
	if (lines.totalLines === 0) return reading;
	const errors = request.ranges
		.filter((range) => range.start > lines.totalLines)
		.map((range) => pastEnd(path, range.start, lines.totalLines));
	const [first] = errors;
	if (first && errors.length === request.ranges.length) {
		return { path, request, kind: "failed", error: first };
	}
	return { ...reading, errors };
}

function pastEnd(path: string, start: number, total: number): ErrorInfo {
	return {
		code: "invalid_parameters",
		message: `${path} has ${countLines(total)}; line ${start} does not exist.`,
		hint: `Ask for a range within 1-${total}.`,
	};
}

/** What the model is shown of a file when `maxChars` characters of its lines may be. */
export function viewFile(reading: FileReading, maxChars: number, format: ToolFormatName): FileView {
	const { path } = reading;
	switch (reading.kind) {
		case "lines":
			return viewLines(reading, maxChars, format);
		case "image":
			return { path, notices: [`${reading.title}.`], blocks: [], isEmpty: false, errors: [] };
		case "failed":
			return { path, notices: [], blocks: [], isEmpty: false, errors: [reading.error] };
	}
}

function viewLines(reading: LinesReading, maxChars: number, format: ToolFormatName): FileView {
	const { path, lines, errors } = reading;
	const blocks = fittingBlocks(reading, maxChars);
	const isCut = lines.isFull || blocks !== lines.blocks;
	const isEmpty = lines.totalLines === 0 && errors.length === 0;
	return { path, blocks, errors, isEmpty, notices: notices(reading, shownTo(blocks), isCut, format) };
}

function fittingBlocks({ lines }: LinesReading, maxChars: number) {
	return blockChars(lines.blocks) <= maxChars ? lines.blocks : fitBlocks(lines.blocks, maxChars);
}

function shownTo(blocks: FileView["blocks"]): number {
	const last = blocks.at(-1);
	return last ? lastLine(last) : 0;
}

/** The last line that is shown of a whole file that was asked for and does not fit; undefined: all is there. */
export function cutAfter(reading: FileReading, maxChars: number): number | undefined {
	if (reading.kind !== "lines" || reading.request.ranges.length > 0) return undefined;
	const last = shownTo(fittingBlocks(reading, maxChars));
	return last < reading.lines.totalLines ? last : undefined;
}

function notices(reading: LinesReading, last: number, isCut: boolean, format: ToolFormatName): string[] {
	const { lines, request, isUnsaved, convertedFrom } = reading;
	const total = lines.totalLines;
	const said: string[] = [];
	if (isUnsaved) said.push("Unsaved: this is the editor's text, which differs from the file on disk.");
	if (convertedFrom) said.push(`Text converted from a ${convertedFrom}: not editable as shown.`);
	if (lines.encoding !== "utf8") said.push(`Encoding: ${encodingTitles[lines.encoding]}.`);
	if (lines.hasInvalidBytes) said.push("Not valid UTF-8: bytes that could not be decoded are shown as �.");
	if (isCut) said.push(cutNotice(last, total, format, "The context window has no room for more."));
	else if (request.ranges.length === 0 && last < total) said.push(cutNotice(last, total, format));
	else if (request.ranges.some((range) => range.end < endOfFile && range.end > total && total > 0)) {
		said.push(`The file ends at line ${total}.`);
	}
	return said;
}

function cutNotice(last: number, total: number, format: ToolFormatName, reason = ""): string {
	const next = `${last + 1}-${total}`;
	const why = reason && `${reason} `;
	const by = format === "native" ? "line_ranges" : "line_range (args) or start_line and end_line";
	return `Shown up to line ${last} of ${total}. ${why}Ask for the lines you need with ${by}, as in ${next}; find them with search_files.`;
}

export function countLines(count: number): string {
	return count === 1 ? "1 line" : `${count} lines`;
}
