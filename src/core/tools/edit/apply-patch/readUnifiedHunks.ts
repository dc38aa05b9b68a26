import type { Hunk } from "./FilePatch";
import { type HunkHeader, parseHunkHeader } from "./parseHunkHeader";
import { hunkLines, malformed, malformedLine, withoutEmptyEnd } from "./patchLines";

/**
 * The hunks of one file. The counts of a header decide where its hunk ends if they lead to something that can follow
 * a hunk: a removed line "-- a" looks like a file header. Where they do not (models count badly), the marks decide.
 */
export function readUnifiedHunks(lines: readonly string[], from: number): { hunks: Hunk[]; next: number } {
	const hunks: Hunk[] = [];
	let at = skipEmpty(lines, from);
	while (lines[at]?.startsWith("@@")) {
		const header = parseHunkHeader(lines[at] ?? "");
		const end = endByCounts(lines, at + 1, header) ?? endByMarks(lines, at + 1);
		hunks.push(readHunk(lines, at, end, header, hunks.length + 1));
		at = skipEmpty(lines, end);
	}
	return { hunks, next: at };
}

function skipEmpty(lines: readonly string[], from: number): number {
	let at = from;
	while (lines[at]?.trim() === "") at++;
	return at;
}

function readHunk(
	lines: readonly string[],
	at: number,
	end: number,
	header: HunkHeader,
	number: number,
): Hunk {
	const { anchors, oldStart, isInsertion } = header;
	const body = hunkLines(lines.slice(at + 1, end), at + 1);
	if (body.every((line) => line.mark === " ")) {
		throw malformed(`The hunk at line ${at + 1} of the patch has neither + nor - lines.`);
	}
	const start = oldStart === undefined ? {} : { oldStart };
	return { number, patchLine: at + 1, lines: body, anchors, isInsertion, isAtEnd: false, ...start };
}

function endByCounts(lines: readonly string[], from: number, { counts }: HunkHeader): number | undefined {
	if (!counts) return undefined;
	let { old, new: now } = counts;
	let at = from;
	while (old > 0 || now > 0) {
		const line = lines[at++];
		if (line === undefined) return undefined;
		const mark = line === "" || line === "\r" ? " " : line[0];
		if (mark === "\\") continue;
		if (mark !== " " && mark !== "-" && mark !== "+") return undefined;
		if (mark !== "+") old--;
		if (mark !== "-") now--;
		if (old < 0 || now < 0) return undefined;
	}
	while (lines[at]?.startsWith("\\")) at++;
	return canFollow(lines, skipEmpty(lines, at)) ? at : undefined;
}

function canFollow(lines: readonly string[], at: number): boolean {
	const line = lines[at];
	return line === undefined || isFileStart(lines, at) || isSignature(lines, at) || !/^[ +\\-]/.test(line);
}

/** `--- a` and `+++ b` in a row, or git's line before them. */
export function isFileStart(lines: readonly string[], at: number): boolean {
	const [line = "", next = ""] = [lines[at], lines[at + 1]];
	return line.startsWith("diff --git ") || (/^--- \S/.test(line) && /^\+\+\+ \S/.test(next));
}

/** `git format-patch` ends with "-- " and its version. */
export function isSignature(lines: readonly string[], at: number): boolean {
	return /^-- ?$/.test(lines[at] ?? "") && /^\d+\.\d+/.test(lines[at + 1] ?? "");
}

const sectionStart = /^(?:@@|Index: |diff |index [0-9a-f]|From [0-9a-f]{40} )/;

function endByMarks(lines: readonly string[], from: number): number {
	let end = from;
	while (end < lines.length && !isFileStart(lines, end) && !isSignature(lines, end)) {
		const line = lines[end] ?? "";
		if (sectionStart.test(line) || /^={10,}\s*$/.test(line) || /^```\s*$/.test(line)) break;
		if (line.trim() !== "" && !/^[ +\\-]/.test(line)) throw malformedLine(end, line);
		end++;
	}
	return from + withoutEmptyEnd(lines.slice(from, end)).length;
}
