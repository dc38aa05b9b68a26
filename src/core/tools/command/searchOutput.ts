import { cutText } from "@services/files/LineCollector";
import { findRipgrep } from "@services/ripgrep/findRipgrep";
import { runRipgrep } from "@services/ripgrep/runRipgrep";
import { KilnError } from "@shared/errors";
import type { TaskHandle } from "../BaseTool";
import type { NumberedLine } from "./outputPage";

const maxMatches = 200;
const maxMatchChars = 500;
/** Bytes of a line that ripgrep prints: `maxMatchChars` of any script. */
const maxColumns = 2000;
const timeoutMs = 30_000;

export interface OutputMatches {
	readonly lines: readonly NumberedLine[];
	/** there are more */
	readonly isCut: boolean;
	/** what was looked for is no regex and was taken as plain text */
	readonly isPlainText: boolean;
}

/** Matching lines from line `offset` on. ripgrep searches: no expression can hang it, however long the output is. */
export async function searchOutput(
	chunks: () => AsyncIterable<Buffer>,
	wanted: string,
	offset: number,
	task: TaskHandle,
): Promise<OutputMatches> {
	try {
		return { ...(await search(chunks(), [`--regexp=${wanted}`], offset, task)), isPlainText: false };
	} catch (error) {
		if (!(error instanceof KilnError) || error.code !== "invalid_parameters") throw error;
		const args = ["--fixed-strings", `--regexp=${wanted}`];
		return { ...(await search(chunks(), args, offset, task)), isPlainText: true };
	}
}

async function search(
	input: AsyncIterable<Buffer>,
	wanted: readonly string[],
	offset: number,
	task: TaskHandle,
): Promise<Omit<OutputMatches, "isPlainText">> {
	const run = runRipgrep({
		binary: await findRipgrep(task.host.environment),
		args: [...fixedArguments, ...wanted, "--", "-"],
		cwd: task.cwd,
		separator: "\n",
		signal: task.signal,
		timeoutMs,
		input,
	});
	const lines: NumberedLine[] = [];
	try {
		for (;;) {
			const next = await run.next();
			if (next.done) return { lines, isCut: next.value.isTimedOut };
			for (const record of next.value) {
				const found = parse(record);
				if (!found || found.line < offset) continue;
				if (lines.length >= maxMatches) return { lines, isCut: true };
				lines.push(found);
			}
		}
	} finally {
		await run.return({ isTimedOut: false, hasUnreadable: false });
	}
}

const fixedArguments = [
	"--no-config",
	"--color=never",
	"--text",
	"--crlf",
	"--line-number",
	"--no-filename",
	`--max-columns=${maxColumns}`,
	"--max-columns-preview",
] as const;

/** `12:text` */
function parse(record: string): NumberedLine | undefined {
	const colon = record.indexOf(":");
	const line = Number(record.slice(0, colon));
	if (colon === -1 || !Number.isInteger(line)) return undefined;
	const text = record.slice(colon + 1);
	return { line, text: text.length > maxMatchChars ? `${cutText(text, maxMatchChars)}… [line cut]` : text };
}
