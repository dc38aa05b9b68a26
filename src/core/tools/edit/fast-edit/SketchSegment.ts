import { KilnError } from "@shared/errors";
import { indentOf, indentWidth } from "../apply-diff/indentation";
import { holdsPlaceholder, isPlaceholder } from "./placeholders";

/** A stretch of a sketch between placeholders: lines as they stand together after the edit. */
export interface SketchSegment {
	/** line of the sketch that the first line is, 1-based */
	readonly firstLine: number;
	readonly lines: readonly string[];
	/** how deep the placeholder before it is indented; undefined: there is none */
	readonly head: number | undefined;
	/** of the placeholder behind it */
	readonly tail: number | undefined;
}

export function hasPlaceholder(sketch: readonly string[]): boolean {
	return sketch.some(isPlaceholder);
}

/**
 * Splits at placeholders; a stretch of blank lines only says nothing. `fileLines`: trimmed lines of the file, which
 * must not be mistaken for placeholders.
 */
export function splitSketch(sketch: readonly string[], fileLines: ReadonlySet<string>): SketchSegment[] {
	const segments: SketchSegment[] = [];
	let from = 0;
	const depthAt = (index: number) => {
		const line = sketch[index];
		return line === undefined ? undefined : indentWidth(indentOf(line));
	};
	const flush = (to: number) => {
		const lines = sketch.slice(from, to);
		const isBlank = lines.every((line) => line.trim() === "");
		if (isBlank) return;
		segments.push({ firstLine: from + 1, lines, head: depthAt(from - 1), tail: depthAt(to) });
	};
	for (const [index, line] of sketch.entries()) {
		const trimmed = line.trim();
		if (isPlaceholder(line)) {
			if (fileLines.has(trimmed)) throw literalPlaceholder(index, trimmed);
			flush(index);
			from = index + 1;
		} else if (holdsPlaceholder(line) && !fileLines.has(trimmed)) {
			throw inlinePlaceholder(index, trimmed);
		}
	}
	flush(sketch.length);
	return segments;
}

function literalPlaceholder(index: number, line: string): KilnError {
	return new KilnError(
		"edit_ambiguous",
		`Line ${index + 1} of code_edit ("${line}") is a placeholder, but also a line of the file.`,
		'Word the placeholder differently ("… rest of code …"), or use apply_diff.',
	);
}

function inlinePlaceholder(index: number, line: string): KilnError {
	return new KilnError(
		"edit_malformed",
		`Line ${index + 1} of code_edit has code and a placeholder in one line: "${line.slice(0, 120)}".`,
		"Put the placeholder on a line of its own.",
	);
}

/** "line 3" or "lines 3–5", of the sketch. */
export function sketchLines({ firstLine }: SketchSegment, from: number, to: number): string {
	const [first, last] = [firstLine + from, firstLine + to];
	return first === last ? `line ${first} of code_edit` : `lines ${first}–${last} of code_edit`;
}

export function segmentTitle(segment: SketchSegment): string {
	return sketchLines(segment, 0, segment.lines.length - 1);
}
