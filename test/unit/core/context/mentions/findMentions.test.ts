import { codeRanges } from "@core/context/mentions/codeRanges";
import { findMentions } from "@core/context/mentions/findMentions";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** "path:first reading|second reading", "url:…", "commit:…", or the kind alone */
function found(text: string): string[] {
	return findMentions(text).map((mention) => {
		if (mention.kind === "path") return `path:${mention.paths.join("|")}`;
		if (mention.kind === "url") return `url:${mention.url}`;
		return mention.kind === "commit" ? `commit:${mention.hash}` : mention.kind;
	});
}

describe("findMentions", () => {
	it.each<[text: string, ...mentions: string[]]>([
		["look at @/src/a.ts", "path:src/a.ts"],
		["@/src/a.ts", "path:src/a.ts"],
		["(@/src/a.ts)", "path:src/a.ts|src/a.ts)"],
		["see @/src/a.ts, then @/b.ts.", "path:src/a.ts|src/a.ts,", "path:b.ts|b.ts."],
		["is it @/src/a.ts?", "path:src/a.ts|src/a.ts?"],
		["**@/src/a.ts**", "path:src/a.ts|src/a.ts**"],
		['"@/src/a.ts"', 'path:src/a.ts|src/a.ts"'],
		["@/app/(group)/page.tsx", "path:app/(group)/page.tsx"],
		["@/app/(group)", "path:app/(group)"],
		["@/app/[id]!", "path:app/[id]|app/[id]!"],
		["@/two\\ words/a\\ b.txt end", "path:two words/a b.txt"],
		["@/folder/", "path:folder/"],
		["@//abs/olute", "path:/abs/olute"],
		["看@/src/a.ts，好"],
		["看 @/src/a.ts，好", "path:src/a.ts"],
		["“@/a.ts”。", "path:a.ts|a.ts”"],
		["@/.env @/..", "path:.env", "path:.."],
		["one\n@/a.ts\n@/a.ts again @/b.ts", "path:a.ts", "path:b.ts"],
		["@problems and @terminal, @git-changes.", "problems", "terminal", "git_changes"],
		["@problems @problems", "problems"],
		[
			"@a1b2c3d and @0123456789abcdef0123456789abcdef01234567",
			"commit:a1b2c3d",
			"commit:0123456789abcdef0123456789abcdef01234567",
		],
		["@abcdef @abcdefg @ABCDEF1"],
		["@https://x.test/a?b=1#c.", "url:https://x.test/a?b=1#c"],
		["(@https://x.test/a_(b))", "url:https://x.test/a_(b)"],
		["@http://x.test, ok", "url:http://x.test"],
		["mail me@/src or me@problems"],
		["\\@/src/a.ts"],
		["@ /src @/ @"],
		["@problems/core @terminal-kit @problems.ts @terminally"],
		["`@/a.ts` and ``@/b`c.ts`` but @/d.ts", "path:d.ts"],
		["a ` b @/c.ts", "path:c.ts"],
		["```\n@/a.ts\n```\n@/b.ts", "path:b.ts"],
		["~~~ts\n@/a.ts\n```\n@/c.ts\n~~~~\n@/b.ts", "path:b.ts"],
		["```\n@/a.ts never closed"],
		["    @/indented.ts", "path:indented.ts"],
	])("%j", (text, ...mentions) => {
		expect(found(text)).toEqual(mentions);
	});

	it("leaves out what is too long to be a path", () => {
		expect(found(`@/${"a".repeat(5000)} @/b`)).toEqual(["path:b"]);
	});

	it("is quick with long texts of marks", () => {
		for (const mark of ["`", "@", "@/", "@/)", "`` ", "```\n", "@/(", "@https://x)", "` \n\n"]) {
			expect(found(mark.repeat(50_000)).length).toBeLessThan(3);
		}
	});

	it("is found behind very many code spans and brackets", () => {
		expect(found(`${"`a` ".repeat(300_000)}@/b`)).toEqual(["path:b"]);
		expect(found(`${`@/a${")".repeat(4000)} `.repeat(200)}@/b`).at(-1)).toBe("path:b");
	});

	it("finds nothing in code, whatever stands around it", () => {
		const prose = fc.stringMatching(/^[a-z ]*$/);
		fc.assert(
			fc.property(prose, prose, fc.integer({ min: 3, max: 6 }), (before, after, length) => {
				const fence = "`".repeat(length);
				expect(found(`${before}\n${fence}\n@/a.ts @problems\n${fence}\n${after}`)).toEqual([]);
				expect(found(`${before} \`@/a.ts\` ${after}`)).toEqual([]);
			}),
		);
	});
});

it("codeRanges are in order and inside of the text", () => {
	const piece = fc.constantFrom("`", "``", "```", "~~~", "\n", "\n\n", "a", " ", "    ");
	fc.assert(
		fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
			const text = pieces.join("");
			let last = 0;
			for (const [start, end] of codeRanges(text)) {
				expect(start).toBeGreaterThanOrEqual(last);
				expect(end).toBeGreaterThan(start);
				last = end;
			}
			expect(last).toBeLessThanOrEqual(text.length);
		}),
	);
});
