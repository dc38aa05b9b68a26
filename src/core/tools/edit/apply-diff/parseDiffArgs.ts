import { KilnError } from "@shared/errors";

/** The diffs that a call asks for in one file. */
export interface FileDiffs {
	readonly path: string;
	readonly diffs: readonly {
		readonly content: string;
		/** of the first block, unless it says its own */
		readonly startLine?: number;
	}[];
}

interface Piece<T> {
	readonly value: T;
	/** behind its last close tag */
	readonly next: number;
}

const startLine = "<start_line>[^<]*</start_line>";
const nextFile = String.raw`\s*(?:<file>|$)`;
/** What must follow the close tag of a diff for it to be one. */
const afterDiff = String.raw`\s*(?:<diff>|</file>${nextFile})`;
const afterContent = new RegExp(String.raw`\s*(?:${startLine}\s*)?</diff>${afterDiff}`, "y");
const afterBareDiff = new RegExp(afterDiff, "y");

/**
 * Reads `<file><path/><diff><content/><start_line/></diff>…</file>…`. Content may hold anything, tags included: a close
 * tag ends it only where the structure goes on behind it, and what it opens itself is closed first. Throws
 * `malformed_call` with what was expected where.
 */
export function parseDiffArgs(args: string): FileDiffs[] {
	const text = args.trimEnd();
	const files: FileDiffs[] = [];
	for (let at = skipSpace(text, 0); at < text.length; at = skipSpace(text, at)) {
		const file = readFile(text, at);
		files.push(file.value);
		at = file.next;
	}
	if (files.length === 0) throw malformed(text, 0, "<file>");
	return files;
}

function readFile(text: string, from: number): Piece<FileDiffs> {
	const path = readShort(text, expectTag(text, from, "<file>"), "path");
	const diffs: FileDiffs["diffs"][number][] = [];
	let at = skipSpace(text, path.next);
	while (text.startsWith("<diff>", at)) {
		const diff = readDiff(text, at + "<diff>".length);
		diffs.push(diff.value);
		at = skipSpace(text, diff.next);
	}
	if (diffs.length === 0) throw malformed(text, at, "<diff>");
	return { value: { path: path.value, diffs }, next: expectTag(text, at, "</file>") };
}

function readDiff(text: string, from: number): Piece<FileDiffs["diffs"][number]> {
	const first = readHint(text, from);
	const at = skipSpace(text, first.next);
	if (!text.startsWith("<content>", at)) {
		const bare = readFree(text, first.next, "diff", afterBareDiff);
		return { value: diffOf(bare.value, first.value), next: bare.next };
	}
	const content = readFree(text, at + "<content>".length, "content", afterContent);
	const second = readHint(text, content.next);
	return {
		value: diffOf(content.value, second.value ?? first.value),
		next: expectTag(text, skipSpace(text, second.next), "</diff>"),
	};
}

function diffOf(content: string, hint: number | undefined) {
	return hint === undefined ? { content } : { content, startLine: hint };
}

/** Models leave the hint empty or write words: only a number counts. */
function readHint(text: string, from: number): Piece<number | undefined> {
	const at = skipSpace(text, from);
	if (!text.startsWith("<start_line>", at)) return { value: undefined, next: from };
	const { value, next } = readShort(text, at, "start_line");
	const line = Number(value);
	return { value: Number.isInteger(line) && line > 0 ? line : undefined, next };
}

function readShort(text: string, from: number, tag: string): Piece<string> {
	const start = expectTag(text, from, `<${tag}>`);
	const end = text.indexOf(`</${tag}>`, start);
	if (end === -1) throw malformed(text, start, `</${tag}>`);
	const value = text.slice(start, end).trim();
	if (value.includes("<")) throw malformed(text, start, `</${tag}>`);
	return { value, next: end + tag.length + "</>".length };
}

function readFree(text: string, from: number, tag: string, after: RegExp): Piece<string> {
	const close = closeOf(text, from, tag, after, "balanced") ?? closeOf(text, from, tag, after, "first");
	if (close === undefined) throw malformed(text, from, `</${tag}> and what follows it`);
	return { value: withoutCdata(text.slice(from, close)), next: close + tag.length + "</>".length };
}

function closeOf(
	text: string,
	from: number,
	tag: string,
	after: RegExp,
	which: "balanced" | "first",
): number | undefined {
	let depth = 0;
	for (const { 0: found, index } of text.slice(from).matchAll(new RegExp(`</?${tag}>`, "g"))) {
		if (which === "balanced" && found === `<${tag}>`) depth++;
		else if (depth > 0) depth--;
		else if (found !== `<${tag}>` && matchesAt(after, text, from + index + found.length)) return from + index;
	}
	return undefined;
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
	pattern.lastIndex = at;
	return pattern.test(text);
}

function withoutCdata(content: string): string {
	return /^\s*<!\[CDATA\[([\s\S]*)\]\]>\s*$/.exec(content)?.[1] ?? content;
}

function expectTag(text: string, from: number, tag: string): number {
	const at = skipSpace(text, from);
	if (!text.startsWith(tag, at)) throw malformed(text, at, tag);
	return at + tag.length;
}

function skipSpace(text: string, from: number): number {
	let at = from;
	while (/\s/.test(text.charAt(at))) at++;
	return at;
}

function malformed(text: string, at: number, expected: string): KilnError {
	const line = text.slice(0, at).split("\n").length;
	const found = text
		.slice(at, at + 40)
		.split("\n")[0]
		?.trim();
	return new KilnError(
		"malformed_call",
		`args is malformed: line ${line} should hold ${expected}${found ? `, not "${found}"` : ""}. Nothing was changed.`,
		"For each file: <file><path>…</path><diff><content>blocks</content></diff></file>.",
	);
}
