// The workspace that the task works on, and the task's steps as a model would write them.

export type StepKind = "read" | "search" | "diff" | "write" | "end";

export interface ScriptedStep {
	readonly kind: StepKind;
	readonly text: string;
}

const modules = 40;
/** functions a module, ten lines each */
const parts = 20;
/** Diffs go to the first modules, overwriting writes to the ones behind. */
const firstOverwritten = 30;

/** 40 source files of 200 lines. */
export function workspaceFiles(): Record<string, string> {
	return Object.fromEntries(
		Array.from({ length: modules }, (_, index) => [moduleFile(index), moduleText(index, 0)]),
	);
}

/**
 * 40 reads, 20 searches, 20 diffs and 20 writes (half of them new files), and the end. `run` counts from 1: each run
 * changes what the run before it has left.
 */
export function mixedTask(run: number): ScriptedStep[] {
	const rounds = Array.from({ length: 20 }, (_, round): ScriptedStep[] => [
		step("read", "Next I look at a module.", readCall(2 * round)),
		step("search", "Who calls it?", searchCall(round)),
		step("read", "Its neighbour matters as well.", readCall(2 * round + 1)),
		step("diff", "Now the offset of two parts.", diffCall(round, run)),
		step("write", "And the whole file.", writeCall(round, run)),
	]);
	return [...rounds.flat(), end];
}

/** Reads of 40 lines: after 300 of them the conversation still fits into a window of 200 000 tokens. */
export function readTask(steps: number): ScriptedStep[] {
	const reads = Array.from({ length: steps }, (_, index) => {
		const start = 1 + 40 * (Math.floor(index / modules) % 5);
		const range = `\n<start_line>${start}</start_line>\n<end_line>${start + 39}</end_line>`;
		return step("read", "Next I look at a part of a module.", readCall(index % modules, range));
	});
	return [...reads, end];
}

const end: ScriptedStep = {
	kind: "end",
	text: "<attempt_completion>\n<result>\nThe offsets are moved and every caller fits.\n</result>\n</attempt_completion>",
};

function step(kind: StepKind, words: string, call: string): ScriptedStep {
	return { kind, text: `${words}\n${call}` };
}

function readCall(index: number, range = ""): string {
	return `<read_file>\n<path>${moduleFile(index)}</path>${range}\n</read_file>`;
}

function searchCall(round: number): string {
	return `<search_files>\n<path>src</path>\n<regex>ledgerPart${round}\\(</regex>\n<file_pattern>*.ts</file_pattern>\n</search_files>`;
}

function diffCall(round: number, run: number): string {
	const blocks = [round % parts, (round + 7) % parts].map((part) => {
		const [before, after] = [functionText(round, part, run - 1), functionText(round, part, run)];
		return `<<<<<<< SEARCH\n${before}=======\n${after}>>>>>>> REPLACE`;
	});
	return `<apply_diff>\n<path>${moduleFile(round)}</path>\n<diff>\n${blocks.join("\n")}\n</diff>\n</apply_diff>`;
}

function writeCall(round: number, run: number): string {
	const overwritten = firstOverwritten + round / 2;
	const path = round % 2 === 0 ? moduleFile(overwritten) : `src/run${run}/report-${round}.ts`;
	return `<write_to_file>\n<path>${path}</path>\n<content>\n${moduleText(overwritten, run)}</content>\n</write_to_file>`;
}

function moduleFile(index: number): string {
	return `src/ledger-${String(index).padStart(2, "0")}.ts`;
}

function moduleText(index: number, run: number): string {
	return Array.from({ length: parts }, (_, part) => functionText(index, part, run)).join("");
}

function functionText(index: number, part: number, run: number): string {
	return [
		`/** Part ${part} of ledger ${index}: what stands above its own number counts, moved by the offset. */`,
		`export function ledgerPart${part}(input: readonly number[], factor = ${index}): number {`,
		`\tconst offset = ${run * 100 + part};`,
		"\tlet total = 0;",
		"\tfor (const value of input) {",
		`\t\tif (value > ${part}) total += value * factor + offset;`,
		"\t}",
		"\treturn total;",
		"}",
		"",
		"",
	].join("\n");
}
