import type { FilePatch, Hunk, HunkLine } from "./FilePatch";
import { parseHunkHeader } from "./parseHunkHeader";
import { hunkLine, hunkLines, malformed, malformedLine, withoutEmptyEnd } from "./patchLines";

/**
 * The `*** Begin Patch` envelope. Markers begin in the first column and lines of files have a mark before them, so
 * that neither can be taken for the other. An envelope without its end was cut off and is refused.
 */
const fileMarker = /^\*\*\* (Add|Update|Delete) File:(.*)$/;
const moveMarker = /^\*\*\* Move to:(.*)$/;
const endOfFile = /^\*\*\* End of File\s*$/;
const begin = /^\*\*\* Begin Patch\s*$/;
const end = /^\*\*\* End Patch\s*$/;
/** what models put around an envelope: a code fence, a here-document */
const wrapping = /^(?:```\w*|~~~\w*|(?:apply_patch\b.*)?<<-?\s*['"]?\w+['"]?|EOF|PATCH|\)?)$/;

export function isEnvelopeStart(line: string): boolean {
	return begin.test(line) || fileMarker.test(line);
}

export function parseEnvelope(lines: readonly string[]): FilePatch[] {
	const start = lines.findIndex(isEnvelopeStart);
	const last = lines.findIndex((line) => end.test(line));
	if (last === -1) throw malformed("The patch has no *** End Patch line: it may have been cut off.");
	refuseOutside(lines, 0, start);
	refuseOutside(lines, last + 1, lines.length);
	const patches: FilePatch[] = [];
	let at = begin.test(lines[start] ?? "") ? start + 1 : start;
	while (at < last) {
		if ((lines[at] ?? "").trim() === "") {
			at++;
			continue;
		}
		const next = nextFile(lines, at + 1, last);
		patches.push(parseFile(lines, at, next));
		at = next;
	}
	return patches;
}

function refuseOutside(lines: readonly string[], from: number, to: number): void {
	const index = lines.slice(from, to).findIndex((line) => !wrapping.test(line.trim()));
	if (index === -1) return;
	const text = (lines[from + index] ?? "").trim().slice(0, 120);
	throw malformed(`Line ${from + index + 1} stands outside of the patch: "${text}".`);
}

function nextFile(lines: readonly string[], from: number, last: number): number {
	for (let at = from; at < last; at++) {
		const line = lines[at] ?? "";
		if (begin.test(line)) throw malformed(`Line ${at + 1} of the patch is a second *** Begin Patch.`);
		if (fileMarker.test(line)) return at;
	}
	return last;
}

function parseFile(lines: readonly string[], at: number, next: number): FilePatch {
	const [, verb, rest = ""] = fileMarker.exec(lines[at] ?? "") ?? [];
	if (verb === undefined) {
		throw malformed(`Line ${at + 1} of the patch stands before any file: "${(lines[at] ?? "").trim()}".`);
	}
	const path = pathOf(rest, at);
	const body = withoutEmptyEnd(lines.slice(at + 1, next));
	if (verb === "Add") return { kind: "add", path, lines: addedLines(body, at + 1) };
	if (verb === "Update") return parseUpdate(path, body, at + 1);
	if (body.length > 0) throw malformed(`Line ${at + 2} of the patch: *** Delete File takes no lines.`);
	return { kind: "delete", path, hunks: [] };
}

function pathOf(text: string, index: number): string {
	const path = text.trim();
	if (path === "") throw malformed(`Line ${index + 1} of the patch names no file.`);
	return path;
}

/** An empty line among added ones can only be one of them. */
function addedLines(body: readonly string[], from: number): HunkLine[] {
	const texts = endOfFile.test(body.at(-1) ?? "") ? body.slice(0, -1) : body;
	return texts.map((text, index) => {
		const line = hunkLine(text);
		if (line?.mark === "+") return line;
		if (line !== undefined && text.trim() === "") return { ...line, mark: "+", text: "" };
		throw malformed(
			`Line ${from + index + 1} of the patch: every line of an added file begins with +, ` +
				`not "${text.trim().slice(0, 120)}".`,
		);
	});
}

function parseUpdate(path: string, body: readonly string[], from: number): FilePatch {
	const move = moveMarker.exec(body[0] ?? "");
	const skipped = move ? 1 : 0;
	const hunks = parseHunks(body.slice(skipped), from + skipped);
	if (!move && hunks.length === 0) throw malformed(`*** Update File: ${path} has no hunk.`);
	return { kind: "update", path, hunks, ...(move ? { moveTo: pathOf(move[1] ?? "", from) } : {}) };
}

function parseHunks(body: readonly string[], from: number): Hunk[] {
	const hunks: Hunk[] = [];
	let at = 0;
	while (at < body.length) {
		let filled = at;
		while (body[filled] === "") filled++;
		if (body[filled]?.startsWith("@@")) at = filled;
		const { hunk, next } = parseHunk(body, at, from, hunks.length + 1);
		hunks.push(hunk);
		at = next;
	}
	return hunks;
}

/** Several `@@` lines in a row lead to the place step by step. */
function parseHunk(body: readonly string[], start: number, from: number, number: number) {
	const anchors: string[] = [];
	let header: Pick<Hunk, "oldStart" | "isInsertion"> = { isInsertion: false };
	let at = start;
	for (; body[at]?.startsWith("@@"); at++) {
		const { oldStart, isInsertion, anchors: found } = parseHunkHeader(body[at] ?? "");
		anchors.push(...found);
		header = { isInsertion, ...(oldStart === undefined ? {} : { oldStart }) };
	}
	let next = at;
	while (next < body.length && !/^(?:@@|\*\*\* )/.test(body[next] ?? "")) next++;
	const isAtEnd = endOfFile.test(body[next] ?? "");
	if (next < body.length && !isAtEnd && !body[next]?.startsWith("@@")) {
		throw malformedLine(from + next, body[next] ?? "");
	}
	const lines = hunkLines(withoutEmptyEnd(body.slice(at, next)), from + at);
	if (lines.every((line) => line.mark === " ")) {
		throw malformed(`The hunk at line ${from + start + 1} of the patch has neither + nor - lines.`);
	}
	const hunk: Hunk = { number, patchLine: from + start + 1, lines, anchors, ...header, isAtEnd };
	return { hunk, next: isAtEnd ? next + 1 : next };
}
