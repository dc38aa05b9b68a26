import { leadsElsewhere, splitGlob } from "@core/tools/go-code/splitGlob";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("splitGlob", () => {
	it.each([
		["src/**/*.go", "src", "**/*.go"],
		["src/lib/*.go", "src/lib", "*.go"],
		["*.go", ".", "*.go"],
		["**", ".", "**"],
		["./*.go", ".", "*.go"],
		["../other/*.go", "../other", "*.go"],
		["~/notes/*.md", "~/notes", "*.md"],
		["/*.go", "/", "*.go"],
		["/src/a?.go", "/src", "a?.go"],
		["src/{a,b}/c.go", "src", "{a,b}/c.go"],
		["{src/a,lib}/c.go", ".", "{src/a,lib}/c.go"],
		["src/[ab]/c.go", "src", "[ab]/c.go"],
		["/src/main.go", "/src", "main.go"],
		["a\\*b/c*", ".", "a\\*b/c*"],
	])("splits %j", (path, base, glob) => {
		expect(splitGlob(path, false)).toEqual({ base, glob });
	});

	it.each([
		["C:\\repo\\src\\**\\*.go", "C:/repo/src", "**/*.go"],
		["C:\\*.go", "C:/", "*.go"],
		["c:/repo/*.go", "c:/repo", "*.go"],
		["src\\*.go", "src", "*.go"],
		["\\\\server\\share\\src\\*.go", "//server/share/src", "*.go"],
	])("splits %j on Windows", (path, base, glob) => {
		expect(splitGlob(path, true)).toEqual({ base, glob });
	});

	it("loses nothing, and keeps the base free of glob characters", () => {
		const segment = fc.constantFrom("a", "b*", "**", "[x]", "{c,d}", "e.go", "..");
		const property = fc.property(
			fc.array(segment, { minLength: 1 }),
			fc.boolean(),
			(segments, isAbsolute) => {
				const path = (isAbsolute ? "/" : "") + segments.join("/");
				const { base, glob } = splitGlob(path, false);
				const joined = base === "." ? glob : base === "/" ? `/${glob}` : `${base}/${glob}`;
				expect(joined).toBe(path);
				expect(base).not.toMatch(/[*?[\]{}]/);
			},
		);
		fc.assert(property);
	});
});

describe("leadsElsewhere", () => {
	it.each([
		["/abs/*.go", true, true],
		["~/x/*.go", true, true],
		["../x/*.go", true, true],
		["src/../../x", true, true],
		["src/*.go", false, false],
		["a..b/*.go", false, false],
		["C:\\x\\*.go", false, true],
		["..\\x\\*.go", false, true],
		["\\x\\*.go", false, true],
	])("%j: %s, on Windows %s", (pattern, elsewhere, onWindows) => {
		expect(leadsElsewhere(pattern, false)).toBe(elsewhere);
		expect(leadsElsewhere(pattern, true)).toBe(onWindows);
	});
});
