import { parseReplacements } from "@core/tools/cline/parseReplacements";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const modern = { begin: "------- SEARCH", middle: "=======", end: "+++++++ REPLACE" };
const legacy = { begin: "<<<<<<< SEARCH", middle: "=======", end: ">>>>>>> REPLACE" };
const block = ({ begin, middle, end }: typeof modern, search: string, replace: string) =>
	[begin, ...(search === "" ? [] : [search]), middle, ...(replace === "" ? [] : [replace]), end].join("\n");

describe("parseReplacements", () => {
	it.each([
		["Cline's markers", block(modern, "a", "b")],
		["the legacy ones", block(legacy, "a", "b")],
		["three signs", "--- SEARCH\na\n===\nb\n+++ REPLACE"],
		["a stray angle bracket", "------- SEARCH>\na\n=======\nb\n+++++++ REPLACE>"],
		["both styles in one block", "<<<<<<< SEARCH\na\n=======\nb\n+++++++ REPLACE"],
		[
			"spaces behind markers and CRLF",
			block(modern, "a", "b").replaceAll("\n", "  \r\n").replace("a  ", "a").replace("b  ", "b"),
		],
		["prose around it", `Here it is:\n${block(modern, "a", "b")}\nDone.`],
	])("takes %s", (_, diff) => {
		expect(parseReplacements(diff)).toEqual([{ search: ["a"], replace: ["b"] }]);
	});

	it("takes several blocks, empty sides and lines that look like markers", () => {
		const diff = [
			block(modern, "", "new"),
			block(legacy, "old\n\n  x", ""),
			block(modern, "a\n=====", "====\n---"),
		].join("\n");
		expect(parseReplacements(diff)).toEqual([
			{ search: [], replace: ["new"] },
			{ search: ["old", "", "  x"], replace: [] },
			{ search: ["a", "====="], replace: ["====", "---"] },
		]);
	});

	it.each([
		["no block", "just text", "has no ------- SEARCH line"],
		["an empty diff", "", "has no ------- SEARCH line"],
		["a block without a middle", "------- SEARCH\na", "no ======= line"],
		["a block without an end", "------- SEARCH\na\n=======\nb", "no +++++++ REPLACE line"],
		["an end without a middle", "------- SEARCH\na\n+++++++ REPLACE", "Line 3"],
		["an end alone", "+++++++ REPLACE", "Line 1"],
		["two lines that could part it", block(modern, "a\n=======", "b"), "Lines 3, 4 of the diff"],
		[
			"two of another length",
			block({ ...modern, middle: "====" }, "a", "b\n====="),
			"Lines 3, 5 of the diff",
		],
		["a block in a search", "------- SEARCH\n------- SEARCH\n", "Line 2"],
		["a block in a replacement", "------- SEARCH\na\n=======\n<<<<<<< SEARCH\n", "Line 4"],
	])("refuses %s", (_, diff, message) => {
		expect(() => parseReplacements(diff)).toThrow(message);
	});

	it("gives back whatever lines were written between the markers", () => {
		const line = fc.stringMatching(/^[ab<>+=-]{0,3}[a-z ]{1,6}$/);
		const lines = fc.array(line, { maxLength: 4 });
		const property = fc.property(
			fc.array(fc.tuple(lines, lines), { minLength: 1, maxLength: 4 }),
			(pairs) => {
				for (const { begin, middle, end } of [modern, legacy]) {
					const diff = pairs.map(([search, replace]) =>
						[begin, ...search, middle, ...replace, end].join("\n"),
					);
					const want = pairs.map(([search, replace]) => ({ search, replace }));
					expect(parseReplacements(diff.join("\n"))).toEqual(want);
				}
			},
		);
		fc.assert(property);
	});
});
