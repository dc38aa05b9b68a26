import { indentOf, indentWidth } from "../apply-diff/indentation";
import { blockSimilarity } from "../apply-diff/similarity";
import { isCloser, isWeak, keyOf, type LineKeys } from "./LineKeys";

/** Lines at the end of a segment that are next to a placeholder, and where the file goes on behind them. */
export interface Insertion {
	/** from the segment's sure lines outwards */
	readonly lines: readonly string[];
	/** the file's line next to them, 0-based, and the way outwards */
	readonly file: LineKeys;
	readonly beside: number;
	readonly step: 1 | -1;
	/** the segment's sure line next to them */
	readonly anchor: string;
	/** how deep the placeholder is indented */
	readonly hidden: number;
	/** lines of the segment that were found in the file and say where they stand */
	readonly anchors: number;
}

export interface Doubt {
	/** of the file, 0-based: what may be meant to go */
	readonly line?: number | undefined;
	readonly why: string;
}

/**
 * Whether lines next to a placeholder may be meant to *replace* lines of the file that the sketch hides behind it.
 * Undefined: they are new. Too much doubt costs one more call, too little the user's code.
 */
export function doubtOf(insertion: Insertion): Doubt | undefined {
	const { lines, file, step } = insertion;
	const places = nearbyLines(insertion);
	const around = sameBlock(places.map((line) => file.texts[line] ?? ""));
	const own = sameBlock(lines).filter(({ text }) => !isWeak(keyOf(text)));
	const like = around.find(({ text }) => own.some((one) => isLike(one, text)));
	if (like) return { line: places[like.index], why: "it is like one of its lines" };
	if (isPartOfBlock(insertion)) return { why: "it may be the whole of its block or a part of it" };
	if (!isBalanced(lines, step)) return { why: "its brackets are not closed in themselves" };
	return doubtOfAnchors(own, insertion);
}

/** One line that is found is not enough where others of the same part are in the file, too, but elsewhere. */
function doubtOfAnchors(own: readonly BlockLine[], { file, anchors }: Insertion): Doubt | undefined {
	const known = own.filter(({ text }) => file.placesOf(keyOf(text), whole(file)).length > 0);
	const isDoubtful = known.length > 0 && known.length >= anchors;
	return isDoubtful ? { why: "its lines are in the file, but elsewhere" } : undefined;
}

/**
 * Lines inside of the block that the sure line opens (or, upwards, follows), where the placeholder is outside of it:
 * then they may be all that the block should hold.
 */
function isPartOfBlock({ lines, anchor, hidden, step }: Insertion): boolean {
	const filled = lines.filter((line) => line.trim() !== "");
	const edge = widthOf((step === 1 ? filled[0] : filled.at(-1)) ?? "");
	return edge > widthOf(anchor) && (hidden < edge || filled.some((line) => widthOf(line) < edge));
}

function widthOf(line: string): number {
	return indentWidth(indentOf(line));
}

const minSimilarity = 0.6;

/** The same line, one of the same thing, or a statement that looks much the same. */
function isLike({ text, isOpener }: BlockLine, other: string): boolean {
	const [key, otherKey] = [keyOf(text), keyOf(other)];
	if (key === otherKey) return true;
	const subject = subjectOf(key);
	if (subject !== undefined && subject === subjectOf(otherKey)) return true;
	return !isOpener && !isWeak(otherKey) && blockSimilarity([key], [otherKey], 0) >= minSimilarity;
}

function whole(file: LineKeys) {
	return { from: 0, to: file.keys.length };
}

function nearbyLines({ lines, file, beside, step }: Insertion): number[] {
	const count = Math.min(lines.length + 2, 60);
	const all = Array.from({ length: count }, (_, index) => beside + index * step);
	return all.filter((line) => line >= 0 && line < file.keys.length);
}

const brackets = new Map([
	["(", 1],
	["[", 1],
	["{", 1],
	[")", -1],
	["]", -1],
	["}", -1],
]);

/** Strings and comments are not known here: a false alarm asks for one more line, a miss would break code. */
function isBalanced(lines: readonly string[], step: 1 | -1): boolean {
	let depth = 0;
	const ordered = step === 1 ? lines : lines.toReversed();
	const first = ordered.find((line) => line.trim() !== "") ?? "";
	if (isCloser(keyOf(first))) return false;
	for (const character of ordered.map(withoutStrings).join("\n")) {
		depth += brackets.get(character) ?? 0;
		if (depth < 0) return false;
	}
	return depth === 0;
}

/** In longer lines every quote that is not closed would be looked for to the end. */
const maxQuotedChars = 2000;

function withoutStrings(line: string): string {
	return line.length > maxQuotedChars ? line : line.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, "");
}

const assigned =
	/^(?<name>[^=:(){}]*[\p{L}\p{N}_$"'\]])\s*(?::(?!:)[^=]*)?(?:[-+*/|&%]?=(?!=|>)|:(?!:)\s*\S)/u;
const declared = /^(?<name>(?:[\p{L}\p{N}_$@<>*&.:]+\s+)+[\p{L}\p{N}_$]+)\s*(?:<[^>]*>)?\(/u;
const control =
	/\b(?:if|else|elif|for|foreach|while|switch|case|catch|except|return|await|new|throw|yield|with|when|import|from|export \*)\b/;

/** What a line declares or sets: "const a" of `const a = 1`, "def f" of `def f(x):`. */
function subjectOf(key: string): string | undefined {
	if (key.length > 300) return undefined;
	if (/^(?:return|throw|raise)\b/.test(key)) return "end of the block";
	const name = (assigned.exec(key) ?? declared.exec(key))?.groups?.name;
	if (name === undefined || control.test(name)) return undefined;
	return name.replace(/\s+/g, " ").trim();
}

interface BlockLine {
	readonly text: string;
	/** in the list that it is from */
	readonly index: number;
	/** a block follows it, or a deeper line is next to it */
	readonly isOpener: boolean;
}

/** Lines that no line before them is shallower than. */
function sameBlock(texts: readonly string[]): BlockLine[] {
	let lowest = Number.POSITIVE_INFINITY;
	return texts.flatMap((text, index) => {
		const width = widthOf(text);
		if (text.trim() === "" || width > lowest) return [];
		lowest = width;
		const isDeep = [texts[index - 1], texts[index + 1]].some((next) => widthOf(next ?? "") > width);
		const isOpener = isDeep || /[{([:]$/.test(text.trimEnd());
		return [{ text, index, isOpener }];
	});
}
