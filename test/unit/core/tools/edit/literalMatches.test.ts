import { literalMatches, replaceMatches } from "@core/tools/edit/literalMatches";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { change } from "./apply-diff/changes";

/** The smallest piece around the difference of two texts that occurs once, and what takes its place. */
function uniquePiece(before: string, after: string): { readonly search: string; readonly replace: string } {
	let start = 0;
	while (start < before.length && before[start] === after[start]) start++;
	let end = 0;
	const limit = Math.min(before.length, after.length) - start;
	while (end < limit && before.at(-1 - end) === after.at(-1 - end)) end++;
	const pieceOf = (text: string) => text.slice(start, text.length - end);
	const count = (piece: string) =>
		piece === "" ? 2 : literalMatches(before, piece, { mayOverlap: true }).length;
	while (count(pieceOf(before)) > 1) {
		if (start > 0) start--;
		else end--;
	}
	return { search: pieceOf(before), replace: pieceOf(after) };
}

describe("an exact replacement of a unique piece", () => {
	it.each(["\n", "\r\n"])("leads from one text to the other byte for byte (%j)", (eol) => {
		const property = fc.property(change, (pair) => {
			const [before, after] = [pair.before, pair.after].map((lines) => `top\n${lines.join("\n")}\nend\n`);
			if (before === undefined || after === undefined) return;
			const { search, replace } = uniquePiece(before, after);
			const file = before.replaceAll("\n", eol);
			const matches = literalMatches(file, search, { mayOverlap: true });
			expect(matches).toHaveLength(1);
			expect(replaceMatches(file, matches, replace)).toBe(after.replaceAll("\n", eol));
		});
		fc.assert(property, { numRuns: 500 });
	});
});

describe("literalMatches", () => {
	it("finds places with and without overlap", () => {
		expect(literalMatches("aaaa", "aa").map(({ index }) => index)).toEqual([0, 2]);
		expect(literalMatches("aaaa", "aa", { mayOverlap: true }).map(({ index }) => index)).toEqual([0, 1, 2]);
	});

	it("finds a text of any length and any case", () => {
		const long = "Some Line\n".repeat(60_000);
		expect(literalMatches(`x${long.replaceAll("\n", "\r\n")}y`, long)).toEqual([
			{ index: 1, length: 660_000 },
		]);
		const lower = literalMatches(`İx${long}y`, long.toLowerCase(), { ignoreCase: true });
		expect(lower).toEqual([{ index: 2, length: 600_000 }]);
	});

	it.each([
		["ΟΔΟΣ", "οδος"],
		["Straße", "STRAßE"],
		["ÄÖÜ", "äöü"],
		["İstanbul", "İSTANBUL"],
	])("takes %s for %s where case does not count", (text, search) => {
		const matches = literalMatches(`a ${text} b`, search, { ignoreCase: true });
		expect(matches).toEqual([{ index: 2, length: text.length }]);
	});

	it("finds nothing for the empty text", () => {
		expect(literalMatches("abc", "")).toEqual([]);
	});
});
