import { escapeMarker } from "@core/tools/edit/apply-diff/parseBlocks";
import { diffArrays } from "diff";
import fc from "fast-check";

/** Few distinct lines, so that most of them repeat; among them everything that the format gives a meaning. */
const line = fc.oneof(
	fc.constantFrom("a", "b", "", "  a", "\ta", "a ", "}", "=======", "\\=======", "-------", "3 | a", "“a”"),
	fc.constantFrom("<<<<<<< SEARCH", ">>>>>>> REPLACE", ":start_line:2", "  =======", "\t"),
	fc.stringMatching(/^[^\r\n]{0,12}$/),
);

export interface Change {
	readonly before: readonly string[];
	readonly after: readonly string[];
}

/** one throw for each line */
export const dice = { minLength: 25, maxLength: 25 };

export const change: fc.Arbitrary<Change> = fc
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
export function renderDiff({ before, after }: Change): string {
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
