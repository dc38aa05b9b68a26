import { posix } from "node:path";
import { endOfFile, type LineRange } from "@services/files/LineCollector";
import { KilnError } from "@shared/errors";
import { XMLParser } from "fast-xml-parser";

/** One file of a call; no ranges: the whole file. */
export interface FileRequest {
	readonly path: string;
	readonly ranges: readonly LineRange[];
}

/** A file as native calls give it. */
export interface NativeFile {
	readonly path: string;
	readonly line_ranges?: readonly (string | readonly number[])[] | undefined;
}

export interface ReadFileParams {
	readonly args?: string | undefined;
	readonly files?: readonly NativeFile[] | undefined;
	readonly path?: string | undefined;
	readonly start_line?: number | undefined;
	readonly end_line?: number | undefined;
}

const argsExample = "<file><path>src/app.ts</path><line_range>1-50</line_range></file>";

/**
 * The files that a call asks for, whichever way it names them. A file that is named twice is one request with the
 * ranges of both. Throws `invalid_parameters` naming the parameter.
 */
export function readFileRequests(params: ReadFileParams): FileRequest[] {
	const requests = [
		...(params.args === undefined ? [] : parseArgs(params.args)),
		...(params.files ?? []).map(fromNative),
		...fromPath(params),
	];
	if (requests.length === 0) {
		throw invalid("names no file", `Give path, or args with one <file> for each file: ${argsExample}`);
	}
	return mergeByPath(requests);
}

function fromPath({ path, start_line: start, end_line: end }: ReadFileParams): FileRequest[] {
	if (path === undefined) {
		const lone = start !== undefined ? "start_line" : end !== undefined ? "end_line" : undefined;
		if (lone) throw invalid(`${lone} was given without path`, "Give path as well, or a line_range in args.");
		return [];
	}
	if (start === undefined && end === undefined) return [{ path, ranges: [] }];
	return [{ path, ranges: [checkedRange(start ?? 1, end ?? endOfFile, "end_line")] }];
}

function fromNative(file: NativeFile, index: number): FileRequest {
	const where = `files[${index}]`;
	const path = file.path.trim();
	if (path === "") throw invalid(`${where}.path is empty`, "Give the file's path.");
	const ranges = (file.line_ranges ?? []).map((range) =>
		typeof range === "string" ? parseRange(range, `${where}.line_ranges`) : pairRange(range, where),
	);
	return { path, ranges };
}

function pairRange(pair: readonly number[], where: string): LineRange {
	const [start, end] = pair;
	if (start === undefined || end === undefined || pair.length > 2) {
		throw invalid(`${where}.line_ranges holds ${JSON.stringify(pair)}`, "Each range is a pair [start, end].");
	}
	return checkedRange(start, end, `${where}.line_ranges`);
}

const parser = new XMLParser({
	ignoreAttributes: true,
	// entities are never decoded: a path reads as the model wrote it
	processEntities: false,
	parseTagValue: false,
	isArray: () => true,
});

function parseArgs(args: string): FileRequest[] {
	const text = args.trim();
	if (!text.includes("<file>")) {
		throw invalid("args holds no <file>", `Write args like this: ${argsExample}`);
	}
	// the parser would close it by itself, and half a path may name another file
	const open = /<(path|line_range)>[^<]*$/.exec(text);
	if (open) throw invalid(`args ends inside <${open[1]}>`, `Write args like this: ${argsExample}`);
	const root = parseXml(text);
	checkTags(root, ["file"], "args");
	return asArray(root.file).map(fromXml);
}

function parseXml(text: string): Record<string, unknown> {
	try {
		const parsed: unknown = parser.parse(`<args>${text}</args>`);
		const root = isRecord(parsed) ? asArray(parsed.args)[0] : undefined;
		return isRecord(root) ? root : {};
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw invalid(`args is no valid XML: ${reason}`, `Write args like this: ${argsExample}`);
	}
}

function fromXml(file: unknown, index: number): FileRequest {
	const where = `file ${index + 1} of args`;
	// classic slip: <file>src/app.ts</file>
	if (typeof file === "string" && file !== "") return { path: file, ranges: [] };
	if (!isRecord(file)) throw invalid(`${where} is empty`, `Write args like this: ${argsExample}`);
	checkTags(file, ["path", "line_range"], where);
	const paths = asArray(file.path);
	const [path] = paths;
	if (typeof path !== "string" || path === "" || paths.length > 1) {
		throw invalid(`${where} needs exactly one <path>`, "Write one <file> for each file.");
	}
	const ranges = asArray(file.line_range).map((range) => parseRange(String(range), `line_range of ${path}`));
	return { path, ranges };
}

function checkTags(node: Readonly<Record<string, unknown>>, known: readonly string[], where: string): void {
	const stray = Object.keys(node).find((name) => !known.includes(name));
	if (stray === undefined) return;
	const what = stray === "#text" ? `text outside of a tag: "${shorten(node[stray])}"` : `<${shorten(stray)}>`;
	throw invalid(`${where} holds ${what}`, `Only <${known.join("> and <")}> may stand there: ${argsExample}`);
}

/** "10-20", "10" (one line) or "10-" (to the end). */
function parseRange(text: string, parameter: string): LineRange {
	const match = /^\s*(\d+)\s*(?:(-)\s*(\d+)?)?\s*$/.exec(text);
	if (!match) {
		throw invalid(`${parameter} is "${shorten(text)}"`, "Write a range as start-end, as in 10-20.");
	}
	const start = Number(match[1]);
	const end = match[3] ? Number(match[3]) : match[2] ? endOfFile : start;
	return checkedRange(start, end, parameter);
}

function checkedRange(start: number, end: number, parameter: string): LineRange {
	if (start < 1) throw invalid(`${parameter}: line ${start} does not exist`, "Lines count from 1.");
	if (end < start) {
		throw invalid(
			`${parameter}: the end, line ${end}, lies before the start, line ${start}`,
			"Both ends are inclusive; the end may not be smaller than the start.",
		);
	}
	return { start, end };
}

function mergeByPath(requests: readonly FileRequest[]): FileRequest[] {
	const byPath = new Map<string, FileRequest>();
	for (const request of requests) {
		const key = posix.normalize(request.path);
		const earlier = byPath.get(key);
		if (!earlier) byPath.set(key, request);
		else byPath.set(key, { path: earlier.path, ranges: joinRanges(earlier.ranges, request.ranges) });
	}
	return [...byPath.values()];
}

/** No ranges mean the whole file, which includes any range. */
function joinRanges(a: readonly LineRange[], b: readonly LineRange[]): readonly LineRange[] {
	return a.length === 0 || b.length === 0 ? [] : [...a, ...b];
}

function asArray(value: unknown): readonly unknown[] {
	return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function shorten(value: unknown): string {
	const text = String(value);
	return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function invalid(what: string, hint: string): KilnError {
	return new KilnError("invalid_parameters", `read_file: ${what}.`, hint);
}
