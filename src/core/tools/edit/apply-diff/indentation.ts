/**
 * How the indentation of a block as the model wrote it maps to the file's. Widths are columns with tab stops of four:
 * only their order and ratio matter.
 */
export interface IndentShift {
	/** pairs of the same lines' indentation: the model's and the file's, by growing width, never empty */
	readonly pairs: readonly IndentPair[];
	/** file columns for one column of the model's, beyond the known pairs */
	readonly ratio: number;
	readonly isTabbed: boolean;
}

export interface IndentPair {
	readonly model: string;
	readonly file: string;
}

const tabColumns = 4;

export function indentOf(line: string): string {
	return /^[ \t]*/.exec(line)?.[0] ?? "";
}

export function indentWidth(indent: string): number {
	let width = 0;
	for (const character of indent) {
		width += character === "\t" ? tabColumns - (width % tabColumns) : 1;
	}
	return width;
}

/** The distinct pairs of two equally long blocks, sorted; blank lines say nothing. The first pair of an indent counts. */
export function pairIndents(model: readonly string[], file: readonly string[]): IndentPair[] {
	const pairs = new Map<string, string>();
	for (const [index, line] of model.entries()) {
		const other = file[index] ?? "";
		if (line.trim() === "" || other.trim() === "") continue;
		if (!pairs.has(indentOf(line))) pairs.set(indentOf(line), indentOf(other));
	}
	return [...pairs]
		.map(([from, to]) => ({ model: from, file: to }))
		.sort((a, b) => indentWidth(a.model) - indentWidth(b.model));
}

/**
 * True when the file's block has the same structure: equal indents stay equal, deeper ones deeper. In Python a
 * different structure is a different program.
 */
export function hasSameStructure(model: readonly string[], file: readonly string[]): boolean {
	const pairs = pairIndents(model, file);
	const known = new Map(pairs.map((pair) => [pair.model, pair.file]));
	const isConsistent = model.every((line, index) => {
		const other = file[index] ?? "";
		return line.trim() === "" || known.get(indentOf(line)) === indentOf(other);
	});
	return isConsistent && pairs.every((pair, index) => index === 0 || isInOrder(pairs[index - 1], pair));
}

function isInOrder(before: IndentPair | undefined, pair: IndentPair): boolean {
	if (!before) return true;
	const grows = Math.sign(indentWidth(pair.model) - indentWidth(before.model));
	return grows === Math.sign(indentWidth(pair.file) - indentWidth(before.file));
}

/** `blockLines`: search and replacement, from which the model's step is guessed when one pair alone does not tell. */
export function indentShift(
	pairs: readonly IndentPair[],
	blockLines: readonly string[],
	fileLines: readonly string[],
): IndentShift {
	const known = pairs.length > 0 ? pairs : [{ model: "", file: "" }];
	const isFileTabbed = known.some((pair) => pair.file.includes("\t")) || isTabbed(known, fileLines);
	return { pairs: known, ratio: ratioOf(known, blockLines, fileLines, isFileTabbed), isTabbed: isFileTabbed };
}

function isTabbed(pairs: readonly IndentPair[], fileLines: readonly string[]): boolean {
	if (pairs.some((pair) => pair.file !== "")) return false;
	const tabs = fileLines.filter((line) => line.startsWith("\t")).length;
	return tabs > fileLines.filter((line) => line.startsWith("  ")).length;
}

function ratioOf(
	pairs: readonly IndentPair[],
	blockLines: readonly string[],
	fileLines: readonly string[],
	isFileTabbed: boolean,
): number {
	const [first, last] = [pairs[0], pairs.at(-1)];
	if (first && last) {
		const modelStep = indentWidth(last.model) - indentWidth(first.model);
		if (modelStep > 0) return (indentWidth(last.file) - indentWidth(first.file)) / modelStep;
	}
	const isModelTabbed = blockLines.some((line) => indentOf(line).includes("\t"));
	if (isModelTabbed === isFileTabbed) return 1;
	const fileStep = isFileTabbed ? tabColumns : stepOf(fileLines);
	return fileStep / (isModelTabbed ? tabColumns : stepOf(blockLines));
}

/** The most frequent step inwards from a line to the next, in columns. */
function stepOf(lines: readonly string[]): number {
	const counts = new Map<number, number>();
	let before = 0;
	for (const line of lines) {
		if (line.trim() === "") continue;
		const width = indentWidth(indentOf(line));
		if (width > before) counts.set(width - before, (counts.get(width - before) ?? 0) + 1);
		before = width;
	}
	const [best] = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
	return best?.[0] ?? tabColumns;
}

/** Lines of the replacement in the file's indentation; blank lines stay as they are. */
export function reindent(lines: readonly string[], shift: IndentShift): string[] {
	return lines.map((line) => {
		if (line.trim() === "") return line;
		const indent = indentOf(line);
		return shiftIndent(indent, shift) + line.slice(indent.length);
	});
}

function shiftIndent(indent: string, shift: IndentShift): string {
	const exact = shift.pairs.find((pair) => pair.model === indent);
	if (exact) return exact.file;
	const width = indentWidth(indent);
	const base = shift.pairs.findLast((pair) => indentWidth(pair.model) < width) ?? shift.pairs[0];
	if (!base) return indent;
	const extra = Math.round((width - indentWidth(base.model)) * shift.ratio);
	if (extra >= 0) return base.file + columns(extra, shift.isTabbed);
	return columns(Math.max(0, indentWidth(base.file) + extra), shift.isTabbed);
}

function columns(count: number, isTabbedFile: boolean): string {
	if (!isTabbedFile) return " ".repeat(count);
	return "\t".repeat(Math.floor(count / tabColumns)) + " ".repeat(count % tabColumns);
}
