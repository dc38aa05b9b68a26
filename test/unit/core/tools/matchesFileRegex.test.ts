import { matchesFileRegex } from "@core/tools/matchesFileRegex";
import { describe, expect, it } from "vitest";

describe("matchesFileRegex", () => {
	it("searches the pattern in the path", () => {
		expect(matchesFileRegex("\\.md$", "docs/a.md")).toEqual({ matches: true });
		expect(matchesFileRegex("\\.md$", "docs/a.md.ts")).toEqual({ matches: false });
		// The same pattern again comes from the table.
		expect(matchesFileRegex("\\.md$", "b.md")).toEqual({ matches: true });
	});

	it.each([
		["(a|aa)+$", `${"a".repeat(60)}!`],
		[".*.*.*.*.*.*.*x", "a".repeat(1000)],
	])("stops %s, which would take ages", (source, path) => {
		expect(matchesFileRegex(source, path)).toEqual({ problem: "it took more than 1000 ms to match" });
	});

	it("answers for a bad pattern and for a long path, without matching", () => {
		expect(matchesFileRegex("(a+)+$", "a")).toEqual({
			problem: "it repeats a repetition, (a+)+, which can take forever to match",
		});
		expect(matchesFileRegex(".", "a".repeat(1025))).toEqual({
			problem: "a path of 1025 characters is not checked",
		});
	});
});
