import { KilnError } from "@shared/errors";
import { splitLines } from "../splitLines";
import { appliedChanges, type BlockOutcome, type DiffOutcome } from "./applyBlocks";
import { describeMiss } from "./describeMiss";
import type { LineChange } from "./replaceLines";

/** Past this many failed blocks only the reason is told, without file text. */
const maxExplained = 5;
const maxListedLines = 12;

type Failure = Exclude<BlockOutcome, { kind: "applied" }>;

/** What the model is told of a diff of which at least one block was applied. */
export function describeOutcome(outcome: DiffOutcome, path: string): string {
	const applied = outcome.blocks.filter((block) => block.kind === "applied");
	const total = outcome.blocks.length;
	const lines = [`Applied ${applied.length} of ${total} ${total === 1 ? "block" : "blocks"} to ${path}.`];
	for (const block of applied) {
		const note = describeApplied(block);
		if (note) lines.push(`Block ${block.block.number}: ${note}.`);
	}
	const failures = failuresOf(outcome);
	if (failures.length === 0) return lines.join("\n");
	lines.push("", describeFailures(outcome, failures), "");
	lines.push("The applied blocks are in the file. Send only the failed ones again, corrected.");
	return lines.join("\n");
}

/** "2 of 3 blocks failed", for people; undefined when none did. */
export function failureNote(outcome: DiffOutcome): string | undefined {
	const failed = failuresOf(outcome).length;
	return failed === 0 ? undefined : `${failed} of ${outcome.blocks.length} blocks failed`;
}

/** The error of a diff of which nothing was applied. */
export function noBlockApplied(outcome: DiffOutcome, path: string): KilnError {
	const failures = failuresOf(outcome);
	return new KilnError(
		errorCodeOf(failures),
		`${path} was not changed.\n${describeFailures(outcome, failures)}`,
		"Correct SEARCH so that it equals lines of the file, or give :start_line: when they occur more than once.",
	);
}

function failuresOf(outcome: DiffOutcome): Failure[] {
	return outcome.blocks.filter((block) => block.kind !== "applied");
}

function errorCodeOf(failures: readonly Failure[]): "edit_no_match" | "edit_ambiguous" | "edit_malformed" {
	if (failures.some((failure) => failure.kind === "missed")) return "edit_no_match";
	return failures.some((failure) => failure.kind === "ambiguous") ? "edit_ambiguous" : "edit_malformed";
}

function describeApplied(block: Extract<BlockOutcome, { kind: "applied" }>): string | undefined {
	const notes: string[] = [];
	const hint = block.block.startLine;
	if (block.level !== "exact") notes.push(`matched at line ${block.line} ${matchWords[block.level]}`);
	else if (hint !== undefined && hint !== block.line) notes.push(`found at line ${block.line}, not ${hint}`);
	if (block.isNumbered) notes.push("line numbers were taken off");
	return notes.length === 0 ? undefined : notes.join("; ");
}

const matchWords = {
	"trailing white space": "but for trailing white space",
	indentation: "in another indentation, re-indented to the file",
	typography: "but for quotes, dashes or special spaces",
	similarity: "by similarity only: check that it is the right place",
} as const;

/** Lines are told as they are now, after the applied blocks. */
function describeFailures(outcome: DiffOutcome, failures: readonly Failure[]): string {
	const lines = splitLines(outcome.text).texts;
	const changes = appliedChanges(outcome.blocks);
	const texts = failures.map((failure, index) => {
		const reason = describeFailure(failure, lines, changes, index < maxExplained);
		return `Block ${failure.block.number} failed: ${reason}`;
	});
	return texts.join("\n");
}

function describeFailure(
	failure: Failure,
	lines: readonly string[],
	changes: readonly LineChange[],
	isExplained: boolean,
): string {
	switch (failure.kind) {
		case "refused":
			return `${failure.reason}.`;
		case "ambiguous": {
			const found = failure.lines.map((line) => lineNow(line, changes));
			const more = found.length > maxListedLines ? `, … (${found.length} places)` : "";
			return (
				`its SEARCH fits at lines ${found.slice(0, maxListedLines).join(", ")}${more}. ` +
				"Add :start_line: or more lines around it."
			);
		}
		case "missed": {
			const { startLine } = failure.block;
			const hint = startLine === undefined ? undefined : lineNow(startLine, changes) - 1;
			return isExplained ? describeMiss(lines, failure.block, hint) : "its SEARCH is not in the file.";
		}
	}
}

function lineNow(line: number, changes: readonly LineChange[]): number {
	const earlier = changes.filter((change) => change.start + change.removed < line);
	return earlier.reduce((at, change) => at + change.texts.length - change.removed, line);
}
