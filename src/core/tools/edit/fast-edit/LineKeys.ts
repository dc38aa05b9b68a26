import { normaliseTypography } from "../apply-diff/normaliseTypography";

/** What lines are compared by: without white space at the ends, typography in its plain form. */
export function keyOf(line: string): string {
	return normaliseTypography(line).trim();
}

const closer = /^(?:[\])}>;,.\s]*|end[;,.]?|fi|done|esac|endif|<\/[\w:.-]+>[;,]?)$/i;
const common =
	/^(?:else:?|try:?|do|then|begin|break;?|continue;?|return;?|pass|finally:?|default:|\}?\s*(?:else|finally|try|do)\s*\{)$/i;

/** It only closes what began before it. */
export function isCloser(key: string): boolean {
	return key !== "" && closer.test(key);
}

/** Lines that say nothing of where they stand: brackets, blank lines, words that every block has. */
export function isWeak(key: string): boolean {
	return closer.test(key) || common.test(key) || !/[\p{L}\p{N}]/u.test(key);
}

/** The lines of a file by their keys: where each occurs. */
export class LineKeys {
	readonly keys: readonly string[];
	private readonly places = new Map<string, number[]>();

	constructor(readonly texts: readonly string[]) {
		this.keys = texts.map(keyOf);
		for (const [index, key] of this.keys.entries()) {
			const known = this.places.get(key);
			if (known) known.push(index);
			else this.places.set(key, [index]);
		}
	}

	/** 0-based lines in `[from, to)`, ascending. */
	placesOf(key: string, { from, to }: LineRange): readonly number[] {
		const all = this.places.get(key) ?? [];
		return from === 0 && to >= this.keys.length ? all : all.filter((line) => line >= from && line < to);
	}
}

/** Lines of a file, 0-based, without `to`. */
export interface LineRange {
	readonly from: number;
	readonly to: number;
}

/** A line of a segment (index in it) and the line of the file that it is. */
export interface LinePair {
	readonly sketch: number;
	readonly file: number;
}
