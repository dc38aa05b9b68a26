import { cutText } from "@services/files/LineCollector";
import { cleanPath, parseRipgrepCount, parseRipgrepLine } from "@services/ripgrep/parseRipgrepLine";
import type { SearchOutput } from "@services/ripgrep/ripgrepArguments";

/** Matches (or, in the other modes, files) of one search. */
export const maxResults = 300;
/** Characters of a line that are shown. */
export const maxLineChars = 500;
/** What a line costs beside its text: mark, number, separators. */
const charsPerLine = 12;
/** What a file's heading costs beside its path. */
const charsPerFile = 4;

export interface FoundLine {
	readonly line: number;
	readonly isMatch: boolean;
	/** cut to `maxLineChars`, with a mark */
	readonly text: string;
}

export interface FoundFile {
	/** relative to the workspace */
	readonly path: string;
	/** matching lines; 0 when they were not counted */
	matches: number;
	readonly lines: FoundLine[];
}

/** What a search has found so far, up to its limits. */
export class FoundFiles {
	cut: "results" | "size" | undefined;
	private readonly byPath = new Map<string, FoundFile>();
	private results = 0;

	constructor(
		private readonly output: SearchOutput,
		private charsLeft: number,
	) {}

	/** The file that a record of ripgrep's output is about. */
	pathOf(record: string): string | undefined {
		if (this.output === "files_with_matches") return record === "" ? undefined : cleanPath(record);
		return record.includes("\0") ? cleanPath(record.slice(0, record.indexOf("\0"))) : undefined;
	}

	/** False: a limit is reached, and this record was not added. */
	add(record: string): boolean {
		if (this.output === "content") return this.addLine(record);
		const counted =
			this.output === "count" ? parseRipgrepCount(record) : { path: cleanPath(record), count: 0 };
		if (!counted) return true;
		if (!this.hasRoom(counted.path.length, true)) return false;
		this.byPath.set(counted.path, { path: counted.path, matches: counted.count, lines: [] });
		return true;
	}

	sorted(): FoundFile[] {
		return [...this.byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
	}

	private addLine(record: string): boolean {
		const found = parseRipgrepLine(record);
		if (!found) return true;
		const text = showLine(found.text, found.column);
		const known = this.byPath.get(found.path);
		const cost = known ? text.length : text.length + found.path.length + charsPerFile;
		if (!this.hasRoom(cost, found.isMatch)) return false;
		const file = known ?? { path: found.path, matches: 0, lines: [] };
		this.byPath.set(found.path, file);
		file.lines.push({ line: found.line, isMatch: found.isMatch, text });
		if (found.isMatch) file.matches++;
		return true;
	}

	private hasRoom(chars: number, isResult: boolean): boolean {
		if (isResult && this.results >= maxResults) this.cut = "results";
		else if (this.charsLeft < chars + charsPerLine) this.cut = "size";
		if (this.cut) return false;
		this.charsLeft -= chars + charsPerLine;
		if (isResult) this.results++;
		return true;
	}
}

function showLine(text: string, column: number | undefined): string {
	if (text.length <= maxLineChars) return text;
	const isBehind = column !== undefined && column > maxLineChars;
	return `${cutText(text, maxLineChars)}… [line cut at ${maxLineChars} characters${isBehind ? `; the match is at byte ${column}` : ""}]`;
}
