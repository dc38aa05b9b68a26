import { fileRegexProblem, maxFileRegexChars } from "@shared/fileRegex";
import { describe, expect, it } from "vitest";

describe("fileRegexProblem", () => {
	it.each([
		"\\.md$",
		"^docs/([^/]+/)*[^/]+\\.md$",
		"\\.(test|spec)\\.(js|jsx|ts|tsx)$",
		"(a+b)*",
		"(a|b+c)+",
		"(?:a{2}){3}",
		"(a+)?",
		"(a*){2}",
		"[(]+[)]*",
		"\\(a+\\)+",
		"(?=.*x+)y",
		"(?<name>a)+",
		"a{,2}",
		"]",
		"{",
		"[]x",
	])("takes %s", (source) => {
		expect(fileRegexProblem(source)).toBeUndefined();
	});

	it.each([
		["", "is empty"],
		["(", /^is no regular expression: Unterminated group/],
		["[b-a]", /^is no regular expression: Range out of order/],
		["(a+)+$", "repeats a repetition, (a+)+, which can take forever to match"],
		["^x(?:.*)*y", "repeats a repetition, (?:.*)*, which can take forever to match"],
		["(b|a*){2,}", "repeats a repetition, (b|a*){2,}, which can take forever to match"],
		["(a+|b)*?", "repeats a repetition, (a+|b)*?, which can take forever to match"],
		["((a+))+", "repeats a repetition, ((a+))+, which can take forever to match"],
		["(^[\\])]+$)*", "repeats a repetition, (^[\\])]+$)*, which can take forever to match"],
		["(?<n>\\w+)*", "repeats a repetition, (?<n>\\w+)*, which can take forever to match"],
		["a".repeat(maxFileRegexChars + 1), "is 501 characters long; at most 500 are allowed"],
	])("refuses %s", (source, problem) => {
		const found = fileRegexProblem(source);
		if (typeof problem === "string") expect(found).toBe(problem);
		else expect(found).toMatch(problem);
	});
});
