import { exportMode } from "@core/instructions/modes/exportMode";
import { importModes } from "@core/instructions/modes/importModes";
import { cleanRulesPath } from "@core/instructions/modes/rulesPath";
import { builtInModes, type ModeConfig } from "@shared/modes";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryMode } from "./arbitraryMode";

const rulesFiles = fc.array(
	fc.record({
		relativePath: fc.stringMatching(/^[a-z]{1,5}(\/[a-z-]{1,8}){0,2}\.md$/),
		content: fc.string({ unit: "grapheme" }),
	}),
	{ maxLength: 4 },
);

describe("exportMode and importModes", () => {
	it("bring a mode and its rule files back as they were", () => {
		fc.assert(
			fc.property(arbitraryMode, rulesFiles, (mode, files) => {
				expect(importModes(exportMode(mode, files))).toEqual({
					modes: [{ mode, rulesFiles: files }],
					problems: [],
				});
			}),
		);
	});

	it.each(builtInModes.map((mode) => [mode.slug, mode] as const))(
		"export the built-in mode %s",
		(_, mode) => {
			expect(importModes(exportMode(mode)).modes).toEqual([{ mode, rulesFiles: [] }]);
		},
	);

	it("write what Kilo Code and Roo Code read", () => {
		const mode: ModeConfig = {
			slug: "docs",
			name: "Docs",
			roleDefinition: "You write.\nWell.",
			groups: ["read", ["edit", { fileRegex: "\\.md$" }]],
		};
		expect(exportMode(mode, [{ relativePath: "a/style.md", content: "Be brief.\n" }])).toBe(`customModes:
  - slug: docs
    name: Docs
    roleDefinition: |-
      You write.
      Well.
    groups:
      - read
      - - edit
        - fileRegex: \\.md$
    rulesFiles:
      - relativePath: a/style.md
        content: |
          Be brief.
`);
	});

	const withRules = (slug: string, rules: unknown) => ({
		slug,
		name: slug,
		roleDefinition: "R",
		groups: [],
		rulesFiles: rules,
	});
	const imported = (...entries: object[]) => importModes(JSON.stringify({ customModes: entries }, null, 1));

	it("let rule paths of older exports follow the mode's slug", () => {
		const { modes: found } = imported(withRules("new", [{ relativePath: "rules-old/a/b.md", content: "x" }]));
		expect(found[0]?.rulesFiles).toEqual([{ relativePath: "a/b.md", content: "x" }]);
	});

	it("leave out a mode with an unsafe rule path, name it, and take the others", () => {
		const { modes: found, problems } = imported(
			withRules("bad", [{ relativePath: "../../.bashrc", content: "x" }]),
			withRules("shape", [{ path: "a.md" }]),
			withRules("good", null),
		);
		expect(found.map(({ mode }) => mode.slug)).toEqual(["good"]);
		expect(problems.map(({ message }) => message)).toEqual([
			'The mode "bad" has a rule file with an unsafe path: "../../.bashrc".',
			'rulesFiles of the mode "shape" must be a list of at most 100 entries with relativePath and content.',
		]);
	});

	it("say what is wrong with a text that is no export", () => {
		expect(importModes("\tx: [")).toMatchObject({ modes: [], problems: [{ line: 1 }] });
	});
});

describe("cleanRulesPath", () => {
	it.each([
		["a.md", "a.md"],
		["sub/a b.md", "sub/a b.md"],
		["sub\\a.md", "sub/a.md"],
		["rules-x/a.md", "a.md"],
		["rules-x\\a.md", "a.md"],
		[".hidden.md", ".hidden.md"],
		["a..b.md", "a..b.md"],
	])("takes %s", (given, clean) => {
		expect(cleanRulesPath(given)).toBe(clean);
	});

	it.each([
		"",
		".",
		"..",
		"/etc/passwd",
		"\\\\server\\share\\a",
		"C:\\a.md",
		"C:a.md",
		"a/../b.md",
		"a\\..\\..\\b.md",
		"rules-x/../a.md",
		"rules-x//etc/passwd",
		"rules-x/rules-y/../../a",
		"./a.md",
		"a//b.md",
		"a/",
		"a\0b",
		"a\nb",
		"a.md:stream",
		"a.md.",
		"a ",
		"~/a.md",
		"nul",
		"sub/CON.md",
		"x".repeat(301),
	])("refuses %j", (given) => {
		expect(cleanRulesPath(given)).toBeUndefined();
	});
});
