import { findLines } from "./findLines";
import { normaliseTypography } from "./normaliseTypography";

export type Reading = "exact" | "trimmedEnd" | "trimmed" | "plain";

const readings: Readonly<Record<Reading, (line: string) => string>> = {
	exact: (line) => line,
	trimmedEnd: (line) => line.trimEnd(),
	trimmed: (line) => line.trim(),
	plain: (line) => normaliseTypography(line).trim(),
};

/** On which lines a text stands, from 0. */
type LinePlaces = ReadonlyMap<string, readonly number[]>;

/** A file's lines in the readings that strategies compare; each is made once, when the first strategy asks for it. */
export class ComparableLines {
	private readonly made = new Map<Reading, readonly string[]>();
	private readonly places = new Map<Reading, LinePlaces>();

	constructor(readonly texts: readonly string[]) {}

	as(reading: Reading): readonly string[] {
		if (reading === "exact") return this.texts;
		const known = this.made.get(reading) ?? this.texts.map(readings[reading]);
		this.made.set(reading, known);
		return known;
	}

	/**
	 * Every start of these lines, 0-based, ascending, overlapping ones too. The rarest of them is looked up, so that a
	 * diff of thousands of blocks does not walk through a long file for each.
	 */
	find(run: readonly string[], reading: Reading): readonly number[] {
		const [lines, needle] = [this.as(reading), read(run, reading)];
		const { offset, places } = rarestOf(needle, this.placesOf(reading, lines));
		if (places.length * needle.length > lines.length) return findLines(lines, needle);
		const fits = (start: number) => needle.every((line, index) => lines[start + index] === line);
		return places.map((place) => place - offset).filter((start) => start >= 0 && fits(start));
	}

	private placesOf(reading: Reading, lines: readonly string[]): LinePlaces {
		const known = this.places.get(reading) ?? indexLines(lines);
		this.places.set(reading, known);
		return known;
	}
}

function indexLines(lines: readonly string[]): LinePlaces {
	const places = new Map<string, number[]>();
	for (const [index, line] of lines.entries()) {
		const known = places.get(line);
		if (known) known.push(index);
		else places.set(line, [index]);
	}
	return places;
}

/** The line of the needle that is on the fewest lines of the file: where in the needle, and where in the file. */
function rarestOf(needle: readonly string[], index: LinePlaces) {
	let rarest: { readonly offset: number; readonly places: readonly number[] } | undefined;
	for (const [offset, line] of needle.entries()) {
		const places = index.get(line) ?? [];
		if (rarest === undefined || places.length < rarest.places.length) rarest = { offset, places };
	}
	return rarest ?? { offset: 0, places: [] };
}

/** A block's lines in the same reading. */
export function read(lines: readonly string[], reading: Reading): readonly string[] {
	return lines.map(readings[reading]);
}
