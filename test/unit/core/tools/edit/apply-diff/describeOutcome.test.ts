import { describeOutcome, failureNote, noBlockApplied } from "@core/tools/edit/apply-diff/describeOutcome";
import { describe, expect, it } from "vitest";
import { block, outcomeOf } from "./applyText";

const source = Array.from({ length: 60 }, (_, index) => `const value${index + 1} = compute(${index + 1});`);
const file = `${source.join("\n")}\n`;

function errorOf(text: string, diff: string) {
	return noBlockApplied(outcomeOf(text, diff), "src/a.ts");
}

describe("the report of apply_diff", () => {
	it("is one line when everything was exact", () => {
		const outcome = outcomeOf("a\nb\n", block("a", "A", 1));
		expect(describeOutcome(outcome, "src/a.ts")).toBe("Applied 1 of 1 block to src/a.ts.");
		expect(failureNote(outcome)).toBeUndefined();
	});

	it.each([
		["a \nb\n", block("a", "A"), "Block 1: matched at line 1 but for trailing white space."],
		[
			"b\n\ta\n",
			block("a", "A"),
			"Block 1: matched at line 2 in another indentation, re-indented to the file.",
		],
		["“a”\n", block('"a"', "A"), "Block 1: matched at line 1 but for quotes, dashes or special spaces."],
		["b\na\n", block("a", "A", 1), "Block 1: found at line 2, not 1."],
		["b\na\n", block("2 | a", "2 | A"), "Block 1: line numbers were taken off."],
	])("says how %j was matched", (text, diff, want) => {
		expect(describeOutcome(outcomeOf(text, diff), "f").split("\n")[1]).toBe(want);
	});

	it("says that a similar match is to be checked", () => {
		const outcome = outcomeOf("function alpha() {}\n", block("function alhpa() {}", "x"), 0.85);
		expect(describeOutcome(outcome, "f")).toContain("by similarity only");
	});

	it("tells which blocks failed, with the lines as they are after the others", () => {
		const grown = block("const value1 = compute(1);", "x1\nx2\nx3");
		const missed = block("const value40 = computed(40);\nconst value41 = compute(41);", "y");
		const text = describeOutcome(outcomeOf(file, `${grown}\n${missed}`), "src/a.ts");
		expect(text).toContain("Applied 1 of 2 blocks to src/a.ts.");
		expect(text).toContain("Block 2 failed: its SEARCH is not in the file. The nearest lines 42–43");
		expect(text).toContain("first difference at line 42:");
		expect(text).toContain("42 | const value40 = compute(40);");
		expect(text).toContain("Send only the failed ones again");
	});

	it("gives people a short note", () => {
		const outcome = outcomeOf("a\nb\n", `${block("a", "A")}\n${block("x", "y")}`);
		expect(failureNote(outcome)).toBe("1 of 2 blocks failed");
	});
});

describe("the error of apply_diff", () => {
	it("shows the nearest place in at most ten lines, with its line and similarity", () => {
		const search = source.slice(29, 34).map((line) => line.replace("compute", "calculate"));
		const error = errorOf(file, block(search.join("\n"), "x"));
		expect(error.code).toBe("edit_no_match");
		expect(error.message).toMatch(/The nearest lines 30–34 are \d\d % similar; first difference at line 30:/);
		const shown = error.message.split("\n").filter((line) => /^\d+ \| /.test(line));
		expect(shown.length).toBeGreaterThan(4);
		expect(shown.length).toBeLessThanOrEqual(10);
		expect(shown).toContain("30 | const value30 = compute(30);");
	});

	it("shows the first difference of a long block, not its start", () => {
		const search = source.slice(10, 50).with(30, "const gone = 1;");
		const error = errorOf(file, block(search.join("\n"), "x"));
		expect(error.message).toContain("first difference at line 41:");
		expect(error.message).toContain("41 | const value41 = compute(41);");
		expect(error.message).not.toContain("11 | ");
	});

	it("says so when only the white space differs", () => {
		const error = errorOf("if x:\n    foo()\n", block("if x:\nfoo()", "X"));
		expect(error.message).toContain("differ only in white space");
	});

	it("does not show lines that have nothing to do with the block", () => {
		const error = errorOf(file, block("<html>", "x"));
		expect(error.message).toContain("nothing in it is similar");
		expect(error.message).not.toContain(" | ");
	});

	it("sees that the replacement is there already", () => {
		const error = errorOf("a\nvalue = 2\nb\n", block("value = 1", "value = 2"));
		expect(error.message).toContain("its REPLACE is, at line 2");
	});

	it("lists the places of an ambiguous block", () => {
		const error = errorOf("foo()\na\nfoo()\nb\nfoo()\n", block("foo()", "x"));
		expect(error.code).toBe("edit_ambiguous");
		expect(error.message).toContain("its SEARCH fits at lines 1, 3, 5. Add :start_line:");
	});

	it("caps the list of a line that is everywhere", () => {
		const error = errorOf("}\n".repeat(5000), block("}", "x"));
		expect(error.message).toContain("(5000 places)");
		expect(error.message.length).toBeLessThan(300);
	});

	it("advises how to insert when the search is empty", () => {
		const error = errorOf("a\n", block("", "x"));
		expect(error.code).toBe("edit_malformed");
		expect(error.message).toContain("To insert lines");
	});

	it("stays short for very long lines and many blocks", () => {
		const text = `${"x".repeat(100_000)} end\n`;
		const diff = Array.from({ length: 30 }, (_, index) => block(`${"x".repeat(99_000)} end${index}`, "y"));
		expect(errorOf(text, diff.join("\n")).message.length).toBeLessThan(8000);
	});
});
