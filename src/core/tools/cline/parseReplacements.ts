import { KilnError } from "@shared/errors";

export interface Replacement {
	readonly search: readonly string[];
	readonly replace: readonly string[];
}

/** Both of Cline's marker styles, with three or more signs. */
const begin = /^(?:-{3,}|<{3,}) SEARCH>?\s*$/;
const middle = /^={3,}\s*$/;
const end = /^(?:\+{3,}|>{3,}) REPLACE>?\s*$/;

/** The marker as it is taught; in other lengths it may be a heading's underline. */
const taughtMiddle = /^={7}\s*$/;

/** The blocks of a `replace_in_file` call; text outside of them is ignored. Throws `edit_malformed` with the line. */
export function parseReplacements(diff: string): Replacement[] {
	const blocks: Replacement[] = [];
	let open: { readonly from: number; readonly lines: string[] } | undefined;
	for (const [index, line] of diff.split(/\r?\n/).entries()) {
		if (open === undefined) {
			if (begin.test(line)) open = { from: index + 1, lines: [] };
			else if (end.test(line)) throw misplaced(index, line);
		} else if (end.test(line)) {
			blocks.push(partBlock(open.lines, open.from, line));
			open = undefined;
		} else if (begin.test(line)) throw misplaced(index, line);
		else open.lines.push(line);
	}
	if (open !== undefined) {
		const missing = open.lines.some((line) => middle.test(line)) ? "+++++++ REPLACE" : "=======";
		throw malformed(`The last block has no ${missing} line.`);
	}
	if (blocks.length === 0) throw malformed("The diff has no ------- SEARCH line.");
	return blocks;
}

/** A guess which of several lines parts the two could write a marker into the file. */
function partBlock(lines: readonly string[], from: number, endLine: string): Replacement {
	const parts = lines.flatMap((line, index) => (middle.test(line) ? [index] : []));
	if (parts.length === 0) throw misplaced(from + lines.length, endLine);
	const taught = parts.filter((index) => taughtMiddle.test(lines[index] ?? ""));
	const [at, ...others] = parts.length === 1 ? parts : taught;
	if (at === undefined || others.length > 0) throw severalParts(parts, from);
	return { search: lines.slice(0, at), replace: lines.slice(at + 1) };
}

function misplaced(index: number, line: string): KilnError {
	return malformed(`Line ${index + 1} of the diff ("${line.trim()}") stands where no such marker can.`);
}

function severalParts(parts: readonly number[], from: number): KilnError {
	const lines = parts.map((index) => from + index + 1).join(", ");
	return malformed(
		`Lines ${lines} of the diff could all be the one between SEARCH and REPLACE: ` +
			"leave those of the file out of the block, or use write_to_file.",
	);
}

function malformed(message: string): KilnError {
	return new KilnError(
		"edit_malformed",
		message,
		"Write each block as: ------- SEARCH, lines, =======, lines, +++++++ REPLACE.",
	);
}
