import { KilnError } from "@shared/errors";

/**
 * The SEARCH/REPLACE format of apply_diff. Marker order is checked strictly and the whole diff refused when it does
 * not add up: a guess about where a block ends could write a marker, or half a block, into the file.
 */
export interface DiffBlock {
	/** 1-based, in the order of the diff */
	readonly number: number;
	readonly search: readonly string[];
	readonly replace: readonly string[];
	/** `:start_line:`, 1-based, in the file as it was before this diff */
	readonly startLine?: number;
}

const searchMarker = /^[ \t]*<{7} SEARCH>*[ \t]*$/;
const replaceMarker = /^[ \t]*>{7} REPLACE[ \t]*$/;
const separator = /^([ \t]*)={7}[ \t]*$/;
const lineHint = /^[ \t]*:(start|end)_line:[ \t]*(\d+)[ \t]*$/;
const divider = /^[ \t]*-{7}[ \t]*$/;
const escaped = /^([ \t]*)\\(\\*(?:<{7}|={7}|>{7}|-{7}|:start_line:|:end_line:))/;
const escapable = /^([ \t]*)(\\*(?:<{7}|={7}|>{7}|-{7}|:start_line:|:end_line:))/;

/** Throws `edit_malformed` with the line of the diff that is wrong. Text outside of blocks is ignored. */
export function parseBlocks(diff: string): DiffBlock[] {
	const lines = diff.split(/\r?\n/);
	const blocks: DiffBlock[] = [];
	let at = lines.findIndex((line) => searchMarker.test(line));
	if (at === -1) throw malformed("The diff has no <<<<<<< SEARCH line.");
	while (at < lines.length) {
		const line = lines[at] ?? "";
		if (searchMarker.test(line)) {
			const parsed = parseBlock(lines, at, blocks.length + 1);
			blocks.push(parsed.block);
			at = parsed.next;
			continue;
		}
		if (replaceMarker.test(line) || separator.test(line)) {
			throw malformed(`Line ${at + 1} of the diff ("${line.trim()}") stands outside of a block.`);
		}
		at++;
	}
	return blocks;
}

/** A line of a file as it has to stand in a block; the reverse of what the parser does. */
export function escapeMarker(line: string): string {
	return line.replace(escapable, "$1\\$2");
}

function unescapeMarker(line: string): string {
	return line.replace(escaped, "$1$2");
}

function parseBlock(lines: readonly string[], start: number, number: number) {
	const { startLine, next: searchStart, isDivided } = parseHeader(lines, start + 1);
	const indent = /^[ \t]*/.exec(lines[start] ?? "")?.[0] ?? "";
	const searchEnd = findMarker(lines, searchStart, number, "=======", (line) => isSeparator(line, indent));
	const isEnd = (line: string) => replaceMarker.test(line);
	const end = findMarker(lines, searchEnd + 1, number, ">>>>>>> REPLACE", isEnd, indent);
	const replace = lines.slice(searchEnd + 1, end);
	refuseHintInReplace(replace, searchEnd + 2);
	// a file's own line, which the replacement repeats: a heading's underline, for one
	const isContent = isDivided && startLine === undefined && divider.test(replace[0] ?? "");
	const block: DiffBlock = {
		number,
		search: lines.slice(isContent ? searchStart - 1 : searchStart, searchEnd).map(unescapeMarker),
		replace: replace.map(unescapeMarker),
		...(startLine === undefined ? {} : { startLine }),
	};
	return { block, next: end + 1 };
}

interface Header {
	readonly startLine?: number;
	/** it ends with ------- */
	readonly isDivided: boolean;
	/** the first line behind it */
	readonly next: number;
}

function parseHeader(lines: readonly string[], from: number): Header {
	let startLine: number | undefined;
	let next = from;
	for (let hint = lineHint.exec(lines[next] ?? ""); hint; hint = lineHint.exec(lines[next] ?? "")) {
		const line = Number(hint[2]);
		if (hint[1] === "start" && line > 0) startLine = line;
		next++;
	}
	const isDivided = divider.test(lines[next] ?? "");
	if (isDivided) next++;
	return { ...(startLine === undefined ? {} : { startLine }), isDivided, next };
}

/** Content may hold an indented `=======` (a heading in a docstring), so an indented one counts only in an indented block. */
function isSeparator(line: string, indent: string): boolean {
	const found = separator.exec(line);
	return found !== null && (found[1] === "" || found[1] === indent);
}

/** The wanted marker's line; another marker before it means that the block is broken. */
function findMarker(
	lines: readonly string[],
	from: number,
	block: number,
	wanted: string,
	isWanted: (line: string) => boolean,
	separatorIndent?: string,
): number {
	for (let at = from; at < lines.length; at++) {
		const line = lines[at] ?? "";
		if (isWanted(line)) return at;
		const isForeign =
			searchMarker.test(line) ||
			replaceMarker.test(line) ||
			(separatorIndent !== undefined && isSeparator(line, separatorIndent));
		if (!isForeign) continue;
		throw malformed(
			`Block ${block}: line ${at + 1} of the diff is "${line.trim()}" where ${wanted} was expected.`,
		);
	}
	throw malformed(`Block ${block}: the diff ends before ${wanted}.`);
}

function refuseHintInReplace(replace: readonly string[], diffLine: number): void {
	if (!lineHint.test(replace[0] ?? "")) return;
	throw malformed(
		`Line ${diffLine} of the diff: a line hint belongs below <<<<<<< SEARCH, not below =======.`,
	);
}

function malformed(message: string): KilnError {
	return new KilnError(
		"edit_malformed",
		message,
		[
			"Each block must look like this (a marker that is content of the file gets a \\ in front):",
			"<<<<<<< SEARCH",
			":start_line:12",
			"-------",
			"lines of the file",
			"=======",
			"new lines",
			">>>>>>> REPLACE",
		].join("\n"),
	);
}
