import { KilnError } from "@shared/errors";
import { ComparableLines } from "../edit/apply-diff/ComparableLines";
import { describeMiss } from "../edit/apply-diff/describeMiss";
import { matchBlock } from "../edit/apply-diff/matchBlock";
import { type LineChange, type MatchedBlock, replaceLines } from "../edit/apply-diff/replaceLines";
import { joinLines, splitLines, type TextLines, uniformEol } from "../edit/splitLines";
import type { Replacement } from "./parseReplacements";

/**
 * Each block takes the first place after the one before it where its lines stand exactly; failing that, before it.
 * Where they stand nowhere, the one place that differs only in white space or typography will do. Nothing is applied
 * when one block finds no place.
 */
export function replaceFirst(text: string, blocks: readonly Replacement[], shown: string): string {
	const eol = uniformEol(text);
	let lines = splitLines(text);
	let from = 0;
	for (const [index, block] of blocks.entries()) {
		const change = changeOf(lines, block, { from, eol, number: index + 1, shown });
		lines = {
			texts: splice(lines.texts, change, change.texts),
			eols: splice(lines.eols, change, change.eols),
		};
		from = change.start + change.texts.length;
	}
	const isEnded = text === "" || text.endsWith("\n");
	return isEnded ? joinLines(lines) : joinLines(lines).replace(/\r?\n$/, "");
}

interface Step {
	/** where the block before it ended */
	readonly from: number;
	readonly eol: string | undefined;
	readonly number: number;
	readonly shown: string;
}

function changeOf(lines: TextLines, { search, replace }: Replacement, step: Step): LineChange {
	if (search.length === 0) {
		return replaceLines(lines, { start: 0, level: "exact", search: lines.texts, replace }, step.eol);
	}
	const file = new ComparableLines(lines.texts);
	const starts = file.find(search, "exact");
	const exact = starts.find((start) => start >= step.from) ?? starts[0];
	if (exact === undefined) return replaceLines(lines, findNearly(file, { search, replace }, step), step.eol);
	return replaceLines(lines, { start: exact, level: "exact", search, replace }, step.eol);
}

function findNearly(file: ComparableLines, block: Replacement, { number, shown }: Step): MatchedBlock {
	const outcome = matchBlock(file, { number, ...block }, 1);
	if (outcome.kind === "match") {
		const { start, level, block: matched } = outcome;
		return { start, level, search: matched.search, replace: matched.replace };
	}
	const refuse = (code: "edit_no_match" | "edit_ambiguous", why: string) =>
		new KilnError(
			code,
			`${shown} was not changed: block ${number}: ${why}`,
			"Give SEARCH exactly as the file has it now.",
		);
	if (outcome.kind === "miss") throw refuse("edit_no_match", describeMiss(file.texts, block, undefined));
	const places = outcome.starts.slice(0, maxListedLines).map((start) => start + 1);
	const more = outcome.starts.length > maxListedLines ? `, … (${outcome.starts.length} places)` : "";
	throw refuse(
		"edit_ambiguous",
		`but for white space its SEARCH fits at lines ${places.join(", ")}${more}, exactly nowhere.`,
	);
}

const maxListedLines = 12;

function splice(list: readonly string[], { start, removed }: LineChange, added: readonly string[]): string[] {
	return [...list.slice(0, start), ...added, ...list.slice(start + removed)];
}
