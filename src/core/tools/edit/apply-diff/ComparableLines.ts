import { normaliseTypography } from "./normaliseTypography";

export type Reading = "exact" | "trimmedEnd" | "trimmed" | "plain";

const readings: Readonly<Record<Reading, (line: string) => string>> = {
	exact: (line) => line,
	trimmedEnd: (line) => line.trimEnd(),
	trimmed: (line) => line.trim(),
	plain: (line) => normaliseTypography(line).trim(),
};

/** A file's lines in the readings that strategies compare; each is made once, when the first strategy asks for it. */
export class ComparableLines {
	private readonly made = new Map<Reading, readonly string[]>();

	constructor(readonly texts: readonly string[]) {}

	as(reading: Reading): readonly string[] {
		if (reading === "exact") return this.texts;
		const known = this.made.get(reading) ?? this.texts.map(readings[reading]);
		this.made.set(reading, known);
		return known;
	}
}

/** A block's lines in the same reading. */
export function read(lines: readonly string[], reading: Reading): readonly string[] {
	return lines.map(readings[reading]);
}
