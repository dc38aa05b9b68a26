import { KilnError } from "@shared/errors";
import type { TaskHandle } from "../../BaseTool";
import { fitEol, literalMatches, replaceMatches } from "../literalMatches";
import { eolStyle, splitLines } from "../splitLines";
import type { ReplaceOperation } from "./parseOperations";
import { type Replaced, replaceByRegex } from "./replaceByRegex";

/** The text after all operations, and how many places each of them replaced. */
export interface OperationsOutcome {
	readonly text: string;
	readonly counts: readonly number[];
}

/** One after the other, each on what those before it made of the text; lines of a range are counted there, too. */
export async function applyOperations(
	text: string,
	operations: readonly ReplaceOperation[],
	task: TaskHandle,
): Promise<OperationsOutcome> {
	const counts: number[] = [];
	let current = text;
	for (const operation of operations) {
		const [head, range, tail] = cut(current, operation);
		const replaced = operation.use_regex
			? await byRegex(range, operation, task)
			: literally(range, operation);
		counts.push(replaced.count);
		current = head + replaced.text + tail;
	}
	return { text: current, counts };
}

function literally(text: string, { search, replace, ignore_case = false }: ReplaceOperation): Replaced {
	const matches = literalMatches(text, search, { ignoreCase: ignore_case });
	return { count: matches.length, text: replaceMatches(text, matches, replace) };
}

/** Patterns see LF, also in a CRLF file; one with both is taken as it is. */
async function byRegex(text: string, operation: ReplaceOperation, task: TaskHandle): Promise<Replaced> {
	const isWindows = eolStyle(text) === "crlf";
	const replaced = await replaceByRegex(
		{
			text: isWindows ? text.replaceAll("\r\n", "\n") : text,
			pattern: isWindows ? operation.search.replace(/\\r\??\\n|\r\n/g, "\\n") : operation.search,
			flags: operation.ignore_case ? "gim" : "gm",
			replacement: isWindows ? operation.replace.replaceAll("\r\n", "\n") : fitEol(operation.replace, text),
		},
		task.host.clock,
		task.signal,
	);
	return isWindows ? { ...replaced, text: replaced.text.replaceAll("\n", "\r\n") } : replaced;
}

/** What stands before the range of lines, the range with its last line end, and the rest. */
function cut(
	text: string,
	{ start_line: start = 1, end_line: end }: ReplaceOperation,
): [string, string, string] {
	if (start === 1 && end === undefined) return ["", text, ""];
	const { texts, eols } = splitLines(text);
	const last = Math.min(end ?? texts.length, texts.length);
	if (start > last) {
		throw new KilnError(
			"invalid_parameters",
			`There are no lines ${start}–${end ?? texts.length}: the file has ${texts.length}.`,
			"Give start_line ≤ end_line within the file.",
		);
	}
	const lengthOf = (from: number, to: number) =>
		texts
			.slice(from, to)
			.reduce((sum, line, index) => sum + line.length + (eols[from + index] ?? "").length, 0);
	const from = lengthOf(0, start - 1);
	const to = from + lengthOf(start - 1, last);
	return [text.slice(0, from), text.slice(from, to), text.slice(to)];
}
