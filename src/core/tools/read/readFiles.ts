import { languageOf } from "@services/tree-sitter/languages";
import { isAbortError, KilnError } from "@shared/errors";
import type { ContentPart } from "@shared/tools";
import type { TaskHandle } from "../BaseTool";
import { definitionsOfFile, renderDefinition } from "./definitionsOfFile";
import type { FileRequest } from "./readFileArgs";
import { cutAfter, type FailedReading, type FileReading, readRequest, viewFile } from "./readFileView";
import { errorText, type FileView, renderFiles } from "./renderFiles";
import { blockChars, charsPerLine, shareBudget } from "./shareBudget";

/** Share of the free context that one call may fill. */
const budgetShare = 0.6;
/** A cautious mean for code: fewer characters a token than prose has. */
const charsPerToken = 3.5;
/** So much is shown even when the window is full: an answer without text helps nobody. */
const minBudgetChars = 4000;
/** More than anybody reads at once, however large the window is. */
const maxBudgetChars = 400_000;
/** Path, tags and notices of one file. */
const charsPerFile = 600;
/** Of the lines' share, for the definitions of files that are cut. */
const definitionsShare = 0.1;
/** All images of one call. */
const maxImagesBytes = 20 * 1024 * 1024;

export interface FilesRead {
	readonly views: readonly FileView[];
	readonly parts: readonly ContentPart[];
}

/** Reads the files side by side and shows as much of them as the context has room for. Throws when all fail. */
export async function readFiles(files: readonly FileRequest[], task: TaskHandle): Promise<FilesRead> {
	const budget = lineBudget(files.length, task.freeContextTokens);
	const all = await Promise.all(files.map((file) => readRequest(file, task, budget)));
	const readings = numberImages(all);
	const failed = readings.filter((reading) => reading.kind === "failed");
	if (failed.length === readings.length) throw allFailed(failed);
	const views = await viewAll(readings, budget, task);
	return { views, parts: [{ type: "text", text: renderFiles(views) }, ...imageParts(readings)] };
}

/** Characters for the lines of a call. The runner cuts what is longer, blindly: this stays below its limit. */
function lineBudget(files: number, freeContextTokens: number): number {
	const share = Math.floor(freeContextTokens * budgetShare * charsPerToken);
	const budget = Math.min(maxBudgetChars, Math.max(minBudgetChars, share));
	return Math.max(Math.floor(budget / 2), budget - files * charsPerFile);
}

async function viewAll(
	readings: readonly FileReading[],
	budget: number,
	task: TaskHandle,
): Promise<FileView[]> {
	const isCut = (chars: readonly number[]) => (reading: FileReading, index: number) =>
		languageOf(reading.path) !== undefined && cutAfter(reading, chars[index] ?? 0) !== undefined;
	const shares = sharesOf(readings, budget);
	if (!readings.some(isCut(shares))) return viewWith(readings, shares, task);
	const reserved = Math.floor(budget * definitionsShare);
	const smaller = sharesOf(readings, budget - reserved);
	const views = viewWith(readings, smaller, task);
	const cut = readings.filter(isCut(smaller));
	const chars = Math.floor(reserved / cut.length);
	return Promise.all(
		views.map(async (view, index) => {
			const reading = readings[index];
			const last = reading && cutAfter(reading, smaller[index] ?? 0);
			if (!reading || last === undefined) return view;
			const definitions = await definitionsAfter(last, reading, chars, task);
			return definitions.length > 0 ? { ...view, definitions } : view;
		}),
	);
}

function sharesOf(readings: readonly FileReading[], budget: number): number[] {
	const wants = readings.map((reading) => (reading.kind === "lines" ? blockChars(reading.lines.blocks) : 0));
	return shareBudget(wants, budget);
}

function viewWith(
	readings: readonly FileReading[],
	shares: readonly number[],
	{ toolFormat }: TaskHandle,
): FileView[] {
	return readings.map((reading, index) => viewFile(reading, shares[index] ?? 0, toolFormat));
}

/** What the file defines behind a line, as far as it fits. A help only: nothing fails for the want of it. */
async function definitionsAfter(
	line: number,
	reading: FileReading,
	maxChars: number,
	task: TaskHandle,
): Promise<readonly string[]> {
	const language = languageOf(reading.path);
	if (!language) return [];
	try {
		const absolute = task.resolvePath(reading.request.path);
		const found = (await definitionsOfFile(absolute, language, task)) ?? [];
		return fitLines(found.filter(({ end }) => end > line).map(renderDefinition), maxChars);
	} catch (error) {
		if (isAbortError(error)) throw error;
		task.host.log.warn(`No definitions of ${reading.path}: ${String(error)}`);
		return [];
	}
}

function fitLines(lines: readonly string[], maxChars: number): readonly string[] {
	let left = maxChars;
	const end = lines.findIndex((line) => {
		left -= line.length + charsPerLine;
		return left < 0;
	});
	return end === -1 ? lines : [...lines.slice(0, end), `(${lines.length - end} more)`];
}

/** Says which image is which, and leaves out those past the limit of a call. */
function numberImages(readings: readonly FileReading[]): FileReading[] {
	let count = 0;
	let bytes = 0;
	return readings.map((reading) => {
		if (reading.kind !== "image") return reading;
		if (reading.data === undefined) {
			return { ...reading, title: `${reading.title}: not shown, this model takes no images` };
		}
		bytes += reading.bytes;
		if (bytes > maxImagesBytes) return tooManyImages(reading);
		count++;
		return { ...reading, title: `${reading.title}: image ${count} behind this text` };
	});
}

function tooManyImages({ path, request }: FileReading): FailedReading {
	const error = {
		code: "file_too_large" as const,
		message: `${path} was left out: the images of one call may have 20 MB together.`,
		hint: "Read it in a call of its own.",
	};
	return { kind: "failed", path, request, error };
}

function imageParts(readings: readonly FileReading[]): ContentPart[] {
	return readings.flatMap((reading): ContentPart[] =>
		reading.kind === "image" && reading.data !== undefined
			? [{ type: "image", mediaType: reading.mediaType, data: reading.data }]
			: [],
	);
}

function allFailed(failed: readonly FailedReading[]): KilnError {
	const errors = failed.map(({ error }) => error);
	const [first] = errors;
	if (!first) throw new Error("read_file ran without a file");
	if (errors.length === 1) return new KilnError(first.code, first.message, first.hint);
	const list = errors.map((error) => `- ${errorText(error)}`).join("\n");
	return new KilnError(first.code, `None of the ${errors.length} files could be read:\n${list}`);
}
