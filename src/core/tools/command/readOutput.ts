import { isAbortError, KilnError } from "@shared/errors";
import type { TaskHandle } from "../BaseTool";
import type { FoundCommand } from "./findCommand";
import { outputLimits } from "./outputLimits";
import { type OutputPage, outputPage, renderLines } from "./outputPage";
import { searchOutput } from "./searchOutput";

export interface OutputRequest {
	/** first line; negative: so many from the end */
	readonly offset: number;
	readonly search?: string | undefined;
}

/** A page of a command's output for the model, or its lines that match. */
export async function readOutput(
	command: FoundCommand,
	request: OutputRequest,
	task: TaskHandle,
): Promise<string> {
	try {
		const { search } = request;
		return search === undefined
			? await page(command, request.offset, task)
			: await matches(command, search, request.offset, task);
	} catch (error) {
		if (error instanceof KilnError || isAbortError(error)) throw error;
		throw new KilnError(
			"io_error",
			`The stored output of ${command.id} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
			command.handle?.logProblem ?? "Run the command again if its output is needed.",
		);
	}
}

async function page(command: FoundCommand, offset: number, task: TaskHandle): Promise<string> {
	const found = await outputPage(() => command.chunks(), offset, outputLimits(task), task.signal);
	const shown = describePage(found, offset);
	const problem = command.handle?.logProblem;
	if (isWhole(found)) command.handle?.takeNewOutput();
	return [...shown, ...(problem ? [`(Note: ${problem}.)`] : [])].join("\n");
}

function describePage(found: OutputPage, offset: number): string[] {
	const { lines, totalLines } = found;
	const [first, last] = [lines[0], lines.at(-1)];
	if (totalLines === 0) return ["No output so far."];
	if (!first || !last) return [`Nothing at line ${offset}: there are ${totalLines} lines so far.`];
	const range = `Lines ${first.line}-${last.line} of ${totalLines}:`;
	return [range, renderLines(lines), ...(isWhole(found) ? [] : [`(Go on with offset ${last.line + 1}.)`])];
}

/** It goes up to the end: what a running command has written until now is told. */
function isWhole({ lines, totalLines }: OutputPage): boolean {
	return (lines.at(-1)?.line ?? totalLines) >= totalLines;
}

async function matches(
	command: FoundCommand,
	wanted: string,
	offset: number,
	task: TaskHandle,
): Promise<string> {
	const found = await searchOutput(() => command.chunks(), wanted, offset, task);
	const { lines, isCut, isPlainText } = found;
	const how = isPlainText ? " (as plain text: it is no valid regex)" : "";
	const last = lines.at(-1);
	if (!last)
		return `No line matches ${wanted}${how}. Case counts; (?i) ignores it.${isCut ? " The search took too long and was ended." : ""}`;
	const count = lines.length === 1 ? "1 line matches" : `${lines.length}${isCut ? "+" : ""} lines match`;
	const more = isCut ? [`(There are more: go on with offset ${last.line + 1}.)`] : [];
	return [`${count}${how}:`, renderLines(lines), ...more].join("\n");
}
