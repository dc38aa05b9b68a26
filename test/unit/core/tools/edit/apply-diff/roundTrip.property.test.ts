import { escapeMarker } from "@core/tools/edit/apply-diff/parseBlocks";
import { splitLines } from "@core/tools/edit/splitLines";
import { diffArrays } from "diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { outcomeOf } from "./applyText";

/** Few distinct lines, so that most of them repeat; among them everything that the format gives a meaning. */
const line = fc.oneof(
	fc.constantFrom("a", "b", "", "  a", "\ta", "a ", "}", "=======", "\\=======", "-------", "3 | a", "“a”"),
	fc.constantFrom("<<<<<<< SEARCH", ">>>>>>> REPLACE", ":start_line:2", "  =======", "\t"),
	fc.stringMatching(/^[^\r\n]{0,12}$/),
);

interface Change {
	readonly before: readonly string[];
	readonly after: readonly string[];
}

/** one throw for each line */
const dice = { minLength: 25, maxLength: 25 };

const change: fc.Arbitrary<Change> = fc
	.tuple(fc.array(line, { minLength: 1, maxLength: 25 }), fc.array(fc.nat(9), dice), fc.array(line))
	.map(([before, rolls, fresh]) => ({ before, after: mutate(before, rolls, fresh) }))
	.filter(({ before, after }) => before.join("\n") !== after.join("\n"));

function mutate(before: readonly string[], rolls: readonly number[], fresh: readonly string[]): string[] {
	const supply = fresh.length === 0 ? ["new"] : fresh;
	let taken = 0;
	return before.flatMap((old, index) => {
		const roll = rolls[index];
		const next = () => supply[taken++ % supply.length] ?? "";
		if (roll === 0) return [];
		if (roll === 1) return [next()];
		if (roll === 2) return [old, next(), next()];
		return roll === 3 ? [next(), old] : [old];
	});
}

/**
 * One block with a hint for each run of changed lines; an insertion repeats a neighbour, as the model is told to. A
 * single kept line belongs to the run: as a neighbour of both sides it would make two blocks overlap.
 */
function renderDiff({ before, after }: Change): string {
	const blocks: string[] = [];
	let at = 0;
	let removed: string[] = [];
	let added: string[] = [];
	const flush = () => {
		if (removed.length + added.length > 0) blocks.push(renderBlock(before, at, removed, added));
		at += removed.length;
		removed = [];
		added = [];
	};
	for (const part of diffArrays([...before], [...after])) {
		if (part.removed) removed.push(...part.value);
		else if (part.added) added.push(...part.value);
		else if (part.count === 1 && removed.length + added.length > 0) {
			removed.push(...part.value);
			added.push(...part.value);
		} else {
			flush();
			at += part.count;
		}
	}
	flush();
	return blocks.join("\n");
}

function renderBlock(
	before: readonly string[],
	at: number,
	removed: readonly string[],
	added: readonly string[],
): string {
	if (removed.length > 0) return renderPair(at, removed, added);
	const anchor = before[at];
	if (anchor !== undefined) return renderPair(at, [anchor], [...added, anchor]);
	const last = before.at(-1) ?? "";
	return renderPair(at - 1, [last], [last, ...added]);
}

function renderPair(at: number, search: readonly string[], replace: readonly string[]): string {
	const head = ["<<<<<<< SEARCH", `:start_line:${at + 1}`, "-------"];
	const body = [...search.map(escapeMarker), "=======", ...replace.map(escapeMarker)];
	return [...head, ...body, ">>>>>>> REPLACE"].join("\n");
}

const runs = { numRuns: 700 };

describe("a diff of two texts, written as blocks and applied", () => {
	it.each([
		{ name: "LF", eol: "\n", end: "\n" },
		{ name: "CRLF", eol: "\r\n", end: "\r\n" },
		{ name: "LF without final newline", eol: "\n", end: "" },
		{ name: "CRLF without final newline", eol: "\r\n", end: "" },
	])("gives the second text byte for byte ($name)", ({ eol, end }) => {
		const property = fc.property(change, (pair) => {
			const { before, after } = pair;
			// neither is what a text of lines looks like: one line "" without end is the empty text
			fc.pre(end !== "" || (before.length > 1 && after.length > 1 && before.at(-1) !== ""));
			const want = after.length === 0 ? "" : after.join(eol) + end;
			const outcome = outcomeOf(before.join(eol) + end, renderDiff(pair));
			expect(outcome.blocks.filter((one) => one.kind !== "applied")).toEqual([]);
			expect(outcome.text).toBe(want);
		});
		fc.assert(property, runs);
	});

	it("gives the second text's lines, and every kept line its own end (mixed)", () => {
		const property = fc.property(change, fc.array(fc.boolean(), dice), (pair, coins) => {
			const ends = pair.before.map((_, index) => (coins[index] ? "\r\n" : "\n"));
			const file = pair.before.map((text, index) => text + ends[index]).join("");
			const result = splitLines(outcomeOf(file, renderDiff(pair)).text);
			expect(result.texts).toEqual(pair.after);
			let [old, now] = [0, 0];
			for (const part of diffArrays([...pair.before], [...pair.after])) {
				const isKept = !part.added && !part.removed;
				if (isKept) {
					expect(result.eols.slice(now, now + part.count)).toEqual(ends.slice(old, old + part.count));
				}
				old += part.added ? 0 : part.count;
				now += part.removed ? 0 : part.count;
			}
		});
		fc.assert(property, runs);
	});
});
