import { indentShift, pairIndents, reindent } from "../apply-diff/indentation";
import { type TextLines, uniformEol } from "../splitLines";
import { type HunkLine, oldLines } from "./FilePatch";
import type { PlacedHunk } from "./placeHunks";

interface Output {
	readonly texts: string[];
	readonly eols: string[];
}

/**
 * The file's new text. A line that stays is the file's own, byte for byte. A line that comes takes the file's line end,
 * unless the patch shows that it means its own; and the file's indentation where the old lines were found in another.
 * `hunks` in the order of the file, without overlap.
 */
export function applyHunks(text: string, file: TextLines, hunks: readonly PlacedHunk[]): string {
	const out: Output = { texts: [], eols: [] };
	const style = uniformEol(text);
	let at = 0;
	for (const placed of hunks) {
		copyLines(out, file, at, placed.start);
		applyHunk(out, file, placed, style);
		at = placed.start + placed.length;
	}
	copyLines(out, file, at, file.texts.length);
	return render(out, style ?? "\n", isEnded(file, hunks));
}

function copyLines(out: Output, file: TextLines, from: number, to: number): void {
	for (let at = from; at < to; at++) {
		out.texts.push(file.texts[at] ?? "");
		out.eols.push(file.eols[at] ?? "");
	}
}

function applyHunk(out: Output, file: TextLines, placed: PlacedHunk, style: string | undefined): void {
	const { hunk, start } = placed;
	const added = addedTexts(file.texts, placed);
	const eolOf = addedEol(file, placed);
	let at = start;
	let index = 0;
	for (const line of hunk.lines) {
		if (line.mark === " ") copyLines(out, file, at, at + 1);
		if (line.mark !== "+") {
			at++;
			continue;
		}
		out.texts.push(added[index++] ?? line.text);
		out.eols.push(eolOf(line) ?? style ?? (out.eols.at(-1) || file.eols[at] || "\n"));
	}
}

function addedTexts(fileTexts: readonly string[], { hunk, start, level, length }: PlacedHunk): string[] {
	const added = hunk.lines.filter((line) => line.mark === "+").map((line) => line.text);
	if (level === "exact" || level === "trailing white space") return added;
	const pairs = pairIndents(oldLines(hunk), fileTexts.slice(start, start + length));
	const all = hunk.lines.map((line) => line.text);
	return reindent(added, indentShift(pairs, all, fileTexts));
}

/** A CR in the patch counts unless its old lines have one where the file has none: then the patch was converted. */
function addedEol(file: TextLines, { hunk, start }: PlacedHunk): (line: HunkLine) => string | undefined {
	const old = hunk.lines.filter((line) => line.mark !== "+");
	const isMarked = old.some((line) => line.hasCr);
	const isTrue = old.some((line, index) => line.hasCr && file.eols[start + index] === "\r\n");
	if (isMarked && !isTrue) return () => undefined;
	if (isTrue) return (line) => (line.hasCr ? "\r\n" : "\n");
	return (line) => (line.hasCr ? "\r\n" : undefined);
}

/** The final newline stays as it is but where a hunk at the end of the file says that it changes. */
function isEnded(file: TextLines, hunks: readonly PlacedHunk[]): boolean {
	const last = hunks.at(-1);
	const wasEnded = file.texts.length === 0 || file.eols.at(-1) !== "";
	if (!last || last.start + last.length !== file.texts.length) return wasEnded;
	const says = (gone: string) => last.hunk.lines.some((line) => line.mark !== gone && line.isUnended);
	const [wasUnended, isUnended] = [says("+"), says("-")];
	return wasUnended === isUnended ? wasEnded : !isUnended;
}

function render({ texts, eols }: Output, style: string, isEndWanted: boolean): string {
	const last = texts.length - 1;
	const parts = texts.map((text, index) => {
		if (index === last && !isEndWanted) return text;
		return text + (eols[index] || eols[index - 1] || style);
	});
	return parts.join("");
}
