import { indentOf, indentShift, pairIndents, reindent } from "../apply-diff/indentation";
import { type TextLines, uniformEol } from "../splitLines";
import { isWeak, keyOf } from "./LineKeys";
import type { PlacedSegment } from "./placeSegment";

/** The file with its segments in place, in order. Line ends are the file's, the final newline stays as it is. */
export function renderMerge(text: string, file: TextLines, segments: readonly PlacedSegment[]): string {
	const uniform = uniformEol(text);
	const texts: string[] = [];
	const eols: string[] = [];
	const keep = (from: number, to: number) => {
		for (let at = from; at < to; at++) {
			texts.push(file.texts[at] ?? "");
			eols.push(file.eols[at] ?? "");
		}
	};
	let at = 0;
	for (const segment of segments) {
		keep(at, segment.from);
		const origins = new Map(segment.pairs.map((pair) => [pair.sketch, pair.file]));
		for (const [index, line] of fitLines(segment, file.texts).entries()) {
			const origin = origins.get(index);
			const own = origin === undefined ? undefined : file.eols[origin];
			texts.push(line);
			eols.push(uniform ?? (own || eols.at(-1) || file.eols[segment.from] || "\n"));
		}
		at = segment.to;
	}
	keep(at, file.texts.length);
	const isEnded = file.eols.at(-1) !== "";
	const parts = texts.map((line, index) => {
		const eol = index === texts.length - 1 && !isEnded ? "" : eols[index] || uniform || "\n";
		return line + eol;
	});
	return parts.join("");
}

/** Lines that stay as the file has them; the others in its indentation. */
function fitLines(segment: PlacedSegment, fileTexts: readonly string[]): string[] {
	const { lines, pairs } = segment;
	const isShifted = isIndentedElsewhere(segment, fileTexts);
	const fitted = isShifted ? shiftLines(segment, fileTexts) : [...lines];
	for (const { sketch, file } of pairs) {
		const own = fileTexts[file] ?? "";
		const isSame = indentOf(own) === indentOf(lines[sketch] ?? "") || own.trim() === "";
		if (isShifted || isSame) fitted[sketch] = own;
	}
	return fitted;
}

function shiftLines(segment: PlacedSegment, fileTexts: readonly string[]): string[] {
	const pairs = pairIndents(...sides(segment, fileTexts));
	return reindent(segment.lines, indentShift(pairs, segment.lines, fileTexts));
}

function sides({ lines, pairs }: PlacedSegment, fileTexts: readonly string[]): [string[], string[]] {
	return [pairs.map(({ sketch }) => lines[sketch] ?? ""), pairs.map(({ file }) => fileTexts[file] ?? "")];
}

/**
 * Whether the sketch is written in another indentation than the file, as a whole. Where only some lines differ, or new
 * lines stand outside of all that are known (a block is put around them), the difference is the edit.
 */
function isIndentedElsewhere(segment: PlacedSegment, fileTexts: readonly string[]): boolean {
	const [model, file] = sides(segment, fileTexts);
	const both = model.map((line, index) => ({ model: line, file: file[index] ?? "" }));
	const filled = both.filter((pair) => pair.model.trim() !== "" && pair.file.trim() !== "");
	const indents = filled.map((pair) => ({ model: indentOf(pair.model), file: indentOf(pair.file) }));
	// a bracket may have been paired by chance
	const telling = filled
		.filter((pair) => !isWeak(keyOf(pair.model)))
		.map((pair) => ({ model: indentOf(pair.model), file: indentOf(pair.file) }))
		.filter((pair) => pair.model !== "" || pair.file !== "");
	if (telling.length === 0 || telling.some((pair) => pair.model === pair.file)) return false;
	const known = new Map<string, string>();
	for (const pair of indents) {
		if ((known.get(pair.model) ?? pair.file) !== pair.file) return false;
		known.set(pair.model, pair.file);
	}
	const isOtherKind = telling.every((pair) => pair.model.includes("\t") !== pair.file.includes("\t"));
	if (isOtherKind && telling.every((pair) => pair.model !== "" && pair.file !== "")) return true;
	// what stands at the margin in both was not shifted
	if (indents.some((pair) => pair.model === pair.file)) return false;
	const least = Math.min(...indents.map((pair) => pair.model.length));
	return segment.lines.every((line) => line.trim() === "" || indentOf(line).length >= least);
}
