/** Text that was pasted from `read_file`, with its numbers taken off. */
export interface NumberedText {
	readonly lines: readonly string[];
	/** of the first line, 1-based */
	readonly firstLine: number;
}

/** `12 | text`, as `read_file` prints it; `||` is an operator, not a border. */
const numberedLine = /^[ \t]*(\d+)[ \t]*\|(?!\|) ?(.*)$/s;

/** Undefined unless every line is numbered, each one more than the line before: anything else may be real content. */
export function stripLineNumbers(lines: readonly string[]): NumberedText | undefined {
	let firstLine: number | undefined;
	const stripped: string[] = [];
	for (const [index, line] of lines.entries()) {
		const match = numberedLine.exec(line);
		if (!match) return undefined;
		const number = Number(match[1]);
		firstLine ??= number;
		if (number !== firstLine + index) return undefined;
		stripped.push(match[2] ?? "");
	}
	return firstLine === undefined ? undefined : { lines: stripped, firstLine };
}

/** Takes a number off each line that has one; for text beside a numbered one. */
export function stripAnyLineNumbers(lines: readonly string[]): string[] {
	return lines.map((line) => numberedLine.exec(line)?.[2] ?? line);
}
