import { KilnError } from "@shared/errors";
import type { Anchoring } from "./anchorSegment";
import type { Doubt } from "./checkInsertion";
import { maxDeletedLines } from "./chooseChain";
import type { LineKeys } from "./LineKeys";
import { type SketchSegment, segmentTitle, sketchLines } from "./SketchSegment";

const maxPlaces = 8;
const maxLineChars = 200;

/** As `read_file` numbers lines. */
function numbered(file: LineKeys, line: number): string {
	const text = file.texts[line] ?? "";
	return `${line + 1} | ${text.length > maxLineChars ? `${text.slice(0, maxLineChars)}… (cut)` : text}`;
}

function ambiguous(message: string, hint: string): KilnError {
	return new KilnError("edit_ambiguous", `The file was not changed: ${message}`, hint);
}

/** Why a segment has no place. */
export function unplaced(
	segment: SketchSegment,
	file: LineKeys,
	found: Exclude<Anchoring, { kind: "anchored" }>,
): KilnError {
	const title = segmentTitle(segment);
	switch (found.kind) {
		case "none":
			return new KilnError(
				"edit_no_match",
				`The file was not changed: no line of ${title} is in it, or only such as are everywhere.`,
				"Put unchanged lines of the file around each change, exactly as they are.",
			);
		case "several": {
			const { places } = found;
			const shown = places.slice(0, maxPlaces).map((line) => numbered(file, line));
			if (places.length > maxPlaces) shown.push(`… (${places.length} places)`);
			return ambiguous(
				`${title} fit several places:\n${shown.join("\n")}`,
				"Add unchanged lines around the change that occur only once in the file.",
			);
		}
		case "unordered": {
			const shown = found.pairs.slice(0, maxPlaces).map((pair) => numbered(file, pair.file));
			return ambiguous(
				`${title} stand in another order in the file:\n${shown.join("\n")}`,
				"To move lines use apply_diff; else add unchanged lines around the change.",
			);
		}
		case "far": {
			const [a, b] = found.pairs;
			return ambiguous(
				`two lines of ${title} are far apart in the file, and what is between them would be deleted ` +
					`(more than ${maxDeletedLines} lines):\n${numbered(file, a.file)}\n${numbered(file, b.file)}`,
				"Put a placeholder between them; or, if the second one is new, add the unchanged line that follows it.",
			);
		}
	}
}

export function outOfOrder(segment: SketchSegment, file: LineKeys, line: number): KilnError {
	return ambiguous(
		`${segmentTitle(segment)} belong to line ${line + 1}, which is before the part above it:\n${numbered(file, line)}`,
		"Give the parts of the sketch in the order of the file, each line of it once.",
	);
}

/** The sketch begins or ends in the middle of the file without a placeholder. */
export function openEnd(end: "start" | "end", file: LineKeys, from: number, to: number): KilnError {
	const lines = to - from === 1 ? `line ${to}` : `lines ${from + 1}–${to}`;
	return ambiguous(
		`code_edit has no placeholder at its ${end}, so ${lines} would be deleted:\n${numbered(file, from)}`,
		`Put a placeholder at the ${end} to keep them; to delete them use apply_diff.`,
	);
}

/** New lines next to a placeholder that may be meant as changed ones. */
export function doubtfulEnd(
	segment: SketchSegment,
	from: number,
	to: number,
	file: LineKeys,
	doubt: Doubt,
): KilnError {
	const place = doubt.line === undefined ? "" : `\n${numbered(file, doubt.line)}`;
	return ambiguous(
		`${sketchLines(segment, from, to)}, next to a placeholder: new, or in place of lines of the file? ` +
			`Undecided, since ${doubt.why}.${place}`,
		"Put the unchanged line of the file that is next to this part between it and the placeholder.",
	);
}
