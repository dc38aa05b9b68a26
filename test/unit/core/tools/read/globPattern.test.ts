import { parseGlob } from "@core/tools/read/globPattern";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("parseGlob", () => {
	it.each([
		["*.ts", ["a.ts", "src/a.ts", ".ts", "a.b.ts"], ["a.tsx", "a.ts/b", "ts"]],
		["./*.ts", ["a.ts", "src/a.ts"], ["a.js"]],
		["src/*.ts", ["src/a.ts"], ["src/deep/a.ts", "a.ts", "lib/src/a.ts"]],
		["**/*.ts", ["a.ts", "src/a.ts", "a/b/c.ts"], ["a.js"]],
		["src/**/*.ts", ["src/a.ts", "src/x/y/a.ts"], ["a.ts", "lib/a.ts", "src/a.js"]],
		["src/**", ["src/a", "src/a/b.c"], ["src", "lib/a"]],
		["src/", ["src/a", "src/a/b.c"], ["src", "lib/src/a"]],
		["src//a.ts", ["src/a.ts"], ["a.ts"]],
		["**", ["a", "a/b"], []],
		["**/test/**", ["test/a", "a/test/b/c"], ["test", "tests/a"]],
		["a/**/b/**/c.x", ["a/b/c.x", "a/1/b/2/3/c.x", "a/b/b/c.x"], ["a/c.x", "b/c.x"]],
		["foo**bar.ts", ["foobar.ts", "foo-x-bar.ts"], ["foo/bar.ts"]],
		["?.md", ["a.md", "é.md", "😀.md", "x/y.md"], ["ab.md", ".md"]],
		["[abc].md", ["a.md", "c.md"], ["d.md", "ab.md"]],
		["[a-c0].md", ["b.md", "0.md"], ["d.md", "-.md"]],
		["[!a-c].md", ["d.md"], ["a.md", ".md"]],
		["[^a].md", ["b.md"], ["a.md"]],
		["[]a].md", ["].md", "a.md"], ["b.md"]],
		["[a-].md", ["-.md", "a.md"], ["b.md"]],
		["[\\]].md", ["].md"], ["a.md"]],
		["*.{ts,tsx}", ["a.ts", "x/a.tsx"], ["a.js"]],
		["{src,lib/*}/a.ts", ["src/a.ts", "lib/x/a.ts"], ["lib/a.ts"]],
		["{a,b{1,2}}.x", ["a.x", "b1.x", "b2.x"], ["b.x"]],
		["{a,}b", ["ab", "b"], ["a"]],
		["a,b", ["a,b"], ["a", "b"]],
		["[{,}]x", ["{x", ",x", "}x"], ["x"]],
		["\\*.ts", ["*.ts"], ["a.ts"]],
		["\\{a,b\\}", ["{a,b}"], ["a"]],
		["app/[[]id[]]/page.tsx", ["app/[id]/page.tsx"], ["app/i/page.tsx"]],
		["Makefile", ["Makefile", "a/Makefile"], ["makefile", "Makefile.am"]],
		["a.b", ["a.b"], ["axb"]],
		["globstar", ["globstar"], ["x"]],
	])("reads %s", (pattern, matching, others) => {
		const glob = parseGlob(pattern);
		expect(matching.filter((path) => !glob.matches(path))).toEqual([]);
		expect(others.filter((path) => glob.matches(path))).toEqual([]);
	});

	it.each([
		["src/{a,b", /a \{ is not closed/],
		["a}", /a \} has no \{/],
		["[abc", /a \[ is not closed/],
		["[]", /a \[ is not closed/],
		["[a/b]", /a \[ is not closed/],
		["[z-a]", /the range z-a runs backwards/],
		["a\\", /ends with a backslash/],
		["{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}", /more than 256 patterns/],
		[`${"{a,b}".repeat(10_000)}`, /more than 256 patterns/],
	])("refuses %s", (pattern, message) => {
		expect(() => parseGlob(pattern)).toThrow(
			expect.objectContaining({ code: "invalid_parameters", message: expect.stringMatching(message) }),
		);
	});

	it.each([
		["src/**/*.ts", ["*.ts"]],
		["**/*.{ts,tsx}", ["*.ts", "*.tsx"]],
		["{a/x,b/x}", ["x"]],
		["a**b", ["a*b"]],
		["src/**", undefined],
		["*", undefined],
		["src/{*.ts,**}", undefined],
	])("tells the names that matches of %s have", (pattern, names) => {
		expect(parseGlob(pattern).names).toEqual(names);
	});

	it("is not held up by patterns that make regular expressions hang", () => {
		const name = "a".repeat(250);
		expect(parseGlob(`${"*a".repeat(60)}b`).matches(name)).toBe(false);
		expect(parseGlob(`${"**/a/".repeat(60)}b`).matches("a/".repeat(500))).toBe(false);
	});

	it("matches every name literally once its special characters are escaped", () => {
		fc.assert(
			fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (name) => {
				fc.pre(!/[/]/.test(name));
				const glob = parseGlob(name.replace(/[\\*?[\]{},]/g, "\\$&"));
				expect(glob.matches(name)).toBe(true);
				expect(glob.matches(`${name}x`)).toBe(false);
			}),
		);
	});

	it("finds whatever a wildcard was put in place of", () => {
		const word = fc.stringMatching(/^[a-c]{1,6}$/);
		fc.assert(
			fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), fc.nat(), fc.nat(), (parts, at, cut) => {
				const path = parts.join("/");
				const segment = at % parts.length;
				const globstar = parts.with(segment, "**");
				if (segment < parts.length - 1) expect(parseGlob(globstar.join("/")).matches(path)).toBe(true);
				const old = parts[segment] ?? "";
				const star = parts.with(segment, `${old.slice(0, cut % (old.length + 1))}*`);
				expect(parseGlob(star.join("/")).matches(path)).toBe(true);
			}),
		);
	});
});
