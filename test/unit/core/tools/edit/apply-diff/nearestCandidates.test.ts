import { nearestCandidates } from "@core/tools/edit/apply-diff/nearestCandidates";
import { blockSimilarity, lineDistance } from "@core/tools/edit/apply-diff/similarity";
import { describe, expect, it } from "vitest";

describe("lineDistance", () => {
	it.each([
		["", "", 0],
		["abc", "abc", 0],
		["kitten", "sitting", 3],
		["abc", "", 3],
		["abcd", "abXcd", 1],
		["aa", "a", 1],
	])("%j to %j is %i", (a, b, want) => {
		expect(lineDistance(a, b)).toBe(want);
		expect(lineDistance(b, a)).toBe(want);
	});

	it("never flatters a pair that is too long to compare", () => {
		const [a, b] = [`x${"ab".repeat(5000)}y`, `z${"ba".repeat(5000)}w`];
		expect(lineDistance(a, b)).toBe(10_002);
	});
});

describe("blockSimilarity", () => {
	it("counts lines beyond the end as different", () => {
		expect(blockSimilarity(["aaaa", "bbbb"], ["aaaa"], 0)).toBe(0.5);
	});
});

describe("nearestCandidates", () => {
	it("finds the block whose words were changed a little", () => {
		const lines = ["alpha one", "beta two", "gamma three", "delta four", "end"];
		const [best] = nearestCandidates(lines, ["gamma thre", "delta for"]);
		expect(best?.start).toBe(2);
		expect(best?.similarity).toBeGreaterThan(0.8);
	});

	it("prefers the place nearest to the hint among equals", () => {
		const lines = Array.from({ length: 1000 }, (_, index) => (index % 10 === 5 ? "target();" : "other"));
		expect(nearestCandidates(lines, ["target()"], 714)[0]?.start).toBe(715);
		expect(nearestCandidates(lines, ["target()"])[0]?.start).toBe(5);
	});

	it("finds a line of symbols only", () => {
		expect(nearestCandidates(["a", "=> {", "b"], ["=> {"])[0]).toEqual({ start: 1, similarity: 1 });
	});

	it("finds text without word borders", () => {
		expect(nearestCandidates(["天気", "今日は良い天気です", "x"], ["今日は悪い天気です"])[0]?.start).toBe(1);
	});

	it("copes with a block longer than the file and with no file at all", () => {
		expect(nearestCandidates(["a b"], ["a b", "c d"])[0]).toMatchObject({ start: 0 });
		expect(nearestCandidates([], ["a"])).toEqual([]);
	});
});
