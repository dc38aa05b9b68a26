import { applyBlocks } from "@core/tools/edit/apply-diff/applyBlocks";
import { blocksOf, diffRequests } from "@core/tools/edit/apply-diff/diffRequests";
import { splitLines } from "@core/tools/edit/splitLines";
import { diffArrays } from "diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { outcomeOf } from "./applyText";
import { change, dice, renderDiff } from "./changes";

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

describe("diffs of several files in one call", () => {
	const files = fc.array(fc.tuple(change, fc.boolean()), { minLength: 1, maxLength: 5 });

	it.each(["args", "files"] as const)("give every second text byte for byte (%s)", (form) => {
		const property = fc.property(files, (pairs) => {
			const diffs = pairs.map(([pair], index) => ({ path: `f${index}.ts`, diff: renderDiff(pair) }));
			const args = diffs.map(
				({ path, diff }) =>
					`<file>\n<path>${path}</path>\n<diff>\n<content>\n${diff}\n</content></diff>\n</file>`,
			);
			const requests = diffRequests(form === "args" ? { args: args.join("\n") } : { files: diffs });
			expect(requests.map(({ path }) => path)).toEqual(diffs.map(({ path }) => path));
			for (const [index, [{ before, after }, isWindows]] of pairs.entries()) {
				const eol = isWindows ? "\r\n" : "\n";
				const textOf = (lines: readonly string[]) => lines.map((line) => line + eol).join("");
				const request = requests[index] ?? { path: "", diffs: [] };
				expect(applyBlocks(textOf(before), blocksOf(request), 1).text).toBe(textOf(after));
			}
		});
		fc.assert(property, { numRuns: 200 });
	});
});
