import { KilnError } from "@shared/errors";
import { splitLines } from "./splitLines";

/**
 * Guards a whole rewrite against a model that was lazy or cut short: what it left out would be lost. Both checks are
 * deliberately narrow, since legitimate text must never be refused for its looks.
 */
const minLineCount = 20;
const minShare = 0.8;

/** Models count badly: only a large gap in a long file counts. */
export function refuseTruncated(content: string, lineCount: number | undefined, path: string): void {
	if (lineCount === undefined || lineCount < minLineCount) return;
	const lines = splitLines(content).texts.length;
	if (lines >= lineCount * minShare) return;
	throw new KilnError(
		"edit_malformed",
		`Nothing was written to ${path}: line_count says ${lineCount}, but content has only ${lines} lines.`,
		"Send the complete content with its true line_count, or change only a part of the file with apply_diff.",
	);
}

/** Only lines that the file does not hold already, and only when there is something to lose. */
export function refusePlaceholders(content: string, before: string, path: string): void {
	if (before === "") return;
	const known = new Set(splitLines(before).texts.map((line) => line.trim()));
	const lines = splitLines(content).texts;
	const index = lines.findIndex((line) => isPlaceholder(line) && !known.has(line.trim()));
	if (index === -1) return;
	throw new KilnError(
		"edit_malformed",
		`Nothing was written to ${path}: line ${index + 1} stands for content that was left out: ` +
			`"${(lines[index] ?? "").trim().slice(0, 120)}".`,
		"write_to_file replaces the whole file. Send all of it, or change only a part with apply_diff " +
			"(also if this line is meant literally).",
	);
}

/** The comment forms of common languages; the text inside is the first group that took part. */
const comment = /^\s*(?:\/\/+|#+|--+|;+|%+|\{?\/\*+|<!--+|"""|\*)\s*(.*?)\s*(?:\*+\/\}?|--+>|""")?\s*$/;

const dotted = /^(?:\.{3,}|…)|(?:\.{3,}|…)$/;
const dottedWord = /\b(?:rest|existing|remaining|remains?|unchanged|previous|same|other|original)\b/i;

const part =
	"(?:code|file|content|contents|function|functions|method|methods|class|component|imports|implementation|" +
	"logic|document|section|styles|tests)";
const stays =
	"(?:(?:remains?|stays?|is|are)\\s+)?(?:unchanged|(?:the\\s+)?same(?:\\s+as\\s+before)?|as\\s+before|here)";

/** Without dots the whole comment has to say it. */
const plain = [
	new RegExp(
		`^(?:the\\s+)?(?:rest|remainder)(?:\\s+of\\s+(?:the\\s+|this\\s+)?(?:${part}\\s*)+)?(?:\\s*${stays})?$`,
		"i",
	),
	new RegExp(
		`^(?:the\\s+)?(?:existing|previous|remaining|unchanged|original)\\s+(?:${part}\\s*)+(?:\\s*${stays})?$`,
		"i",
	),
	new RegExp(`^(?:${part}\\s+)+(?:remains?|stays?)\\s+(?:unchanged|the\\s+same)$`, "i"),
];

function isPlaceholder(line: string): boolean {
	if (line.length > 200) return false;
	const text = comment.exec(line)?.[1];
	if (text === undefined || text === "") return false;
	if (dotted.test(text)) return dottedWord.test(text);
	return plain.some((pattern) => pattern.test(text));
}
