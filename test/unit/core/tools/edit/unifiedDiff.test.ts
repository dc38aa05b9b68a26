import { capLines, unifiedDiff } from "@core/tools/edit/unifiedDiff";
import { maxRowTextChars } from "@shared/tools";
import { applyPatch } from "diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const numbers = (count: number, name = "line") =>
	Array.from({ length: count }, (_, index) => `${name} ${index}`);
const textOf = (lines: readonly string[]) => `${lines.join("\n")}\n`;

describe("unifiedDiff", () => {
	it("numbers hunks as in the whole file", () => {
		const lines = numbers(100);
		const { diff, added, removed } = unifiedDiff(textOf(lines), textOf(lines.with(49, "new")));
		expect(diff.split("\n")[0]).toBe("@@ -47,7 +47,7 @@");
		expect([added, removed]).toEqual([1, 1]);
	});

	it.each([
		["a new file", "", "a\nb\n", "@@ -0,0 +1,2 @@\n+a\n+b"],
		["an emptied file", "a\n", "", "@@ -1,1 +0,0 @@\n-a"],
		["CRLF", "a\r\nb\r\n", "a\r\nc\r\n", "@@ -1,2 +1,2 @@\n a\n-b\n+c"],
		["a lost final newline", "a\n", "a", "@@ -1,1 +1,1 @@\n-a\n+a\n\\ No newline at end of file"],
		["nothing", "a\n", "a\n", ""],
	])("shows %s", (_, before, after, want) => {
		expect(unifiedDiff(before, after).diff).toBe(want);
	});

	it("is a patch that leads from one text to the other", () => {
		const line = fc.constantFrom("a", "b", "c", "", "-x", "+y");
		const lines = fc.array(line, { maxLength: 30 });
		const property = fc.property(lines, lines, (old, now) => {
			const [before, after] = [old.map((one) => `${one}\n`).join(""), now.map((one) => `${one}\n`).join("")];
			const { diff } = unifiedDiff(before, after);
			const patch = diff === "" ? "" : `--- a\n+++ b\n${diff}\n`;
			expect(applyPatch(before, patch)).toBe(after);
		});
		fc.assert(property, { numRuns: 300 });
	});

	it("counts the whole change but shows no more than a row holds", () => {
		const { diff, added } = unifiedDiff("", textOf(numbers(5000)));
		expect(added).toBe(5000);
		expect(diff.length).toBeLessThanOrEqual(maxRowTextChars);
		expect(diff).toMatch(/\n… \d+ more lines$/);
	});

	it("gives up on two huge texts without anything in common", () => {
		const { diff, added, removed } = unifiedDiff(
			textOf(numbers(60_000, "old")),
			textOf(numbers(50_000, "new")),
		);
		expect([added, removed]).toEqual([50_000, 60_000]);
		expect(diff).toContain("60000 lines are replaced by 50000 lines");
	});
});

describe("capLines", () => {
	it("cuts a single line that is too long", () => {
		const capped = capLines(["x".repeat(500), "y"], 100);
		expect(capped.length).toBeLessThanOrEqual(100);
		expect(capped).toMatch(/^x+\n… 2 more lines$/);
	});

	it("leaves short text alone", () => {
		expect(capLines(["a", "b"], 100)).toBe("a\nb");
	});
});
