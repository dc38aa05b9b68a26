import { parseModeFile } from "@core/instructions/modes/parseModeFile";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const good = `customModes:
  - slug: docs
    name: 📝 Docs
    roleDefinition: >-
      You write
      documentation.
    whenToUse: For documents
    description: Documents only
    customInstructions: |
      Be brief.

      Use examples.
    groups:
      - read
      - - edit
        - fileRegex: \\.(md|mdx)$
          description: Markdown
      - command
`;

const docs = {
	slug: "docs",
	name: "📝 Docs",
	roleDefinition: "You write documentation.",
	whenToUse: "For documents",
	description: "Documents only",
	customInstructions: "Be brief.\n\nUse examples.",
	groups: ["read", ["edit", { fileRegex: "\\.(md|mdx)$", description: "Markdown" }], "command"],
};

const modesOf = (text: string) => parseModeFile(text).modes.map(({ mode }) => mode);
const problemsOf = (text: string) =>
	parseModeFile(text).problems.map(({ line, message }) => `${line}: ${message}`);

describe("parseModeFile", () => {
	it.each([
		["YAML", good],
		["CRLF", good.replaceAll("\n", "\r\n")],
		["a BOM", `\ufeff${good}`],
		["no-break spaces as indent", good.replaceAll(/^ {2}/gm, "\u00a0\u00a0")],
		["JSON with tabs", JSON.stringify({ customModes: [docs] }, null, "\t")],
		["JSON in one line", JSON.stringify({ customModes: [docs] })],
	])("reads %s", (_, text) => {
		expect(parseModeFile(text)).toMatchObject({ modes: [{ mode: docs }], problems: [] });
	});

	it.each([
		"",
		"\n\n",
		"# nothing yet\n",
		"customModes:\n",
		"customModes: []\n",
		"{}",
		"---\n",
		"null\n",
		"\ufeff",
	])("finds nothing wrong with an empty file: %j", (text) => {
		expect(parseModeFile(text)).toEqual({ modes: [], problems: [] });
	});

	it("says where each mode begins and hands on its rule files", () => {
		const text = `${good}  - { slug: b, name: B, roleDefinition: R, groups: [], rulesFiles: [x] }\n`;
		expect(parseModeFile(text).modes.map(({ line, rulesFiles }) => [line, rulesFiles])).toEqual([
			[2, undefined],
			[19, ["x"]],
		]);
	});

	it("ignores Kilo's other fields, empty values and anchors at the top", () => {
		const text = `x-all: &all [read, mcp]
customModes:
  - slug: a
    name: A
    roleDefinition: R
    description:
    iconName: codicon-book
    source: project
    groups: *all
`;
		expect(parseModeFile(text)).toMatchObject({
			modes: [{ mode: { slug: "a", name: "A", roleDefinition: "R", groups: ["read", "mcp"] } }],
			problems: [],
		});
		expect(modesOf(text)[0]).not.toHaveProperty("description");
	});

	const entry = (lines: string) => `customModes:\n  - ${lines.trim().replaceAll("\n", "\n    ")}\n`;
	const rest = "name: A\nroleDefinition: R\ngroups: []";

	it.each([
		["slug: my mode", 2, 'customModes[0].slug may hold letters, digits and hyphens only, not "my mode".'],
		["slug: 12", 2, "customModes[0].slug must be text, not 12."],
		["slug:", 2, "customModes[0].slug is missing."],
		["iconName: x", 2, "customModes[0].slug is missing."],
	])("names the field and line of the slug: %s", (slug, line, message) => {
		expect(problemsOf(entry(`${slug}\n${rest}`))).toEqual([`${line}: ${message}`]);
		expect(modesOf(entry(`${slug}\n${rest}`))).toEqual([]);
	});

	it.each([
		["name: ''\nroleDefinition: R\ngroups: []", ["3: customModes[0].name is empty."]],
		["name: [A]\nroleDefinition: R\ngroups: []", ['3: customModes[0].name must be text, not ["A"].']],
		[
			'name: "A\\u202eB"\nroleDefinition: R\ngroups: []',
			["3: customModes[0].name holds a line end or invisible characters."],
		],
		["name: A\ngroups: []", ["2: customModes[0].roleDefinition is missing."]],
		["name: A\nroleDefinition: '  '\ngroups: []", ["4: customModes[0].roleDefinition is empty."]],
		[
			"name: A\nroleDefinition: R",
			["2: customModes[0].groups is missing; write [] for a mode without tools."],
		],
		["name: A\nroleDefinition: R\ngroups: read", ['5: customModes[0].groups must be a list, not "read".']],
		[
			"name: A\nroleDefinition: R\ngroups:\n  - read\n  - files",
			[
				'7: customModes[0].groups[1] names no group: "files"; these exist: read, edit, browser, command, mcp, modes.',
			],
		],
		[
			"name: A\nroleDefinition: R\ngroups:\n  - read\n  - read",
			['7: customModes[0].groups[1] names the group "read" a second time.'],
		],
		[
			'name: A\nroleDefinition: R\ngroups:\n  - read\n  - - edit\n    - description: x\n      fileRegex: "("',
			["9: customModes[0].groups[1][1].fileRegex is no regular expression: Unterminated group."],
		],
		[
			"name: A\nroleDefinition: R\ngroups: [[edit, { fileRegex: (x+)+ }]]",
			[
				"5: customModes[0].groups[0][1].fileRegex repeats a repetition, (x+)+, which can take forever to match.",
			],
		],
		[
			"name: A\nroleDefinition: R\ngroups: [[edit, { fileregex: x }]]",
			["5: customModes[0].groups[0][1].fileregex is no option; these exist: fileRegex, description."],
		],
		[
			"name: A\nroleDefinition: R\ngroups: [[edit, { fileRegex: }]]",
			["5: customModes[0].groups[0][1].fileRegex must be text, not null."],
		],
		[
			"name: A\nroleDefinition: R\ngroups: [[command, { fileRegex: x }]]",
			['5: customModes[0].groups[0][1].fileRegex restricts the group "edit" only, not "command".'],
		],
		[
			"name: A\nroleDefinition: R\ngroups: [[edit, x]]",
			['5: customModes[0].groups[0][1] must be the group\'s options, not "x".'],
		],
		[
			"name: A\nroleDefinition: R\ngroups: [[edit, {}, {}]]",
			["5: customModes[0].groups[0] must be a name, or a name and its options."],
		],
		["name: A\nname: B\nroleDefinition: R\ngroups: []", ["3: customModes[0].name is given twice."]],
		[
			"name: A\nroleDefinition: R\ngroups: [[edit, { fileRegex: a, fileRegex: b }]]",
			["5: customModes[0].groups[0][1].fileRegex is given twice."],
		],
		[
			'name: A\nroleDefinition: R\ngroups: [[edit, { fileRegex: "\\.md$" }]]',
			["5: Invalid escape sequence \\.."],
		],
		[
			"name: A\nroleDefinition: R\ngroups: *nowhere",
			[
				"2: customModes[0] cannot be read: Unresolved alias (the anchor must be set before the alias): nowhere.",
			],
		],
		[
			"description: 5\ncustomInstructions: [x]\nname: A\nroleDefinition: R\ngroups: []",
			[
				"3: customModes[0].description must be text, not 5.",
				'4: customModes[0].customInstructions must be text, not ["x"].',
			],
		],
	])("leaves out a mode with an error, names it, and takes the others: %s", (fields, problems) => {
		const text = `${entry(`slug: bad\n${fields}`)}${entry(`slug: ok\n${rest}`).slice("customModes:\n".length)}`;
		expect(problemsOf(text)).toEqual(problems);
		expect(modesOf(text).map(({ slug }) => slug)).toEqual(["ok"]);
	});

	it("takes a mode with a field that it does not know, and says so", () => {
		const text = entry(`slug: a\n${rest}\ncustomInstruction: x`);
		expect(problemsOf(text)).toEqual(["6: customModes[0].customInstruction is no field of a mode."]);
		expect(modesOf(text)).toHaveLength(1);
	});

	it("takes the first of two modes with one slug", () => {
		const text = `customModes:
  - { slug: a, name: First, roleDefinition: R, groups: [] }
  - { slug: a, name: Second, roleDefinition: R, groups: [command] }
`;
		expect(problemsOf(text)).toEqual(['3: customModes[1].slug "a" is taken by the mode on line 2.']);
		expect(modesOf(text).map(({ name }) => name)).toEqual(["First"]);
	});

	it.each([
		["customModes:\n\t- slug: a\n", "2: The line is indented with a tab."],
		["customModes: []\n---\ncustomModes: []\n", "2: A second document begins here (---)."],
		[
			"customModes:\n  - name: a: b\n",
			"2: The text is no YAML: Nested mappings are not allowed in compact mappings.",
		],
		['customModes:\n  - name: "a\n', /The text is no YAML: Missing closing "quote/],
		["just text", '1: The file has no "customModes".'],
		["- slug: a\n", '1: The file has no "customModes".'],
		["\nmodes: []\n", '2: The file has no "customModes".'],
		["\ncustomModes: code\n", '2: "customModes" is no list.'],
		["customModes: []\ncustomModes: []\n", '1: "customModes" stands here twice.'],
		["customModes: [x]\n", /1: customModes\[0\] must be a mode with slug, .* not "x"\.$/],
		[
			"customModes:\n  -\n  - 5\n",
			/2: customModes\[0\] must be a mode .* not null\.\n3: customModes\[1\] must be a mode .* not 5\.$/,
		],
		["[".repeat(500_000), "1: The file is nested too deeply."],
		["- ".repeat(300_000), "1: The file is nested too deeply."],
		["a: ".repeat(300_000), "1: The file is nested too deeply."],
		[`a: &a 1\nb: ${" ".repeat(70_000)}*a\n`, "1: The file is too long for one with aliases (*name)."],
	])("takes nothing from a file that is none (%#)", (text, problem) => {
		const found = parseModeFile(text);
		expect(found.modes).toEqual([]);
		const said = problemsOf(text).join("\n");
		if (typeof problem === "string") expect(said).toBe(problem);
		else expect(said).toMatch(problem);
		for (const { hint } of found.problems) expect(hint).not.toBe("");
	});

	it("is not filled up by aliases of aliases", () => {
		const names = "abcdefghi".split("");
		const bomb = names.map((name, index) => {
			const inner = index === 0 ? "x" : `*${names[index - 1]}`;
			return `${name}: &${name} [${Array(9).fill(inner).join(",")}]\n`;
		});
		const text = `${bomb.join("")}customModes:\n  - slug: a\n    name: *i\n    groups: *i\n`;
		expect(problemsOf(text).join()).toMatch(/customModes\[0\] cannot be read: Excessive alias count/);
	});

	it("reads the first 200 modes of a list without end", () => {
		const entries = Array.from({ length: 300 }, (_, index) => ({
			slug: `m${index}`,
			name: "M",
			roleDefinition: "R",
			groups: [],
		}));
		const text = JSON.stringify({ customModes: entries });
		expect(modesOf(text)).toHaveLength(200);
		expect(problemsOf(text)).toEqual(["1: The file has 300 modes; 200 are read."]);
	});

	it("never throws, and each problem has a line of the text", () => {
		const piece = fc.constantFrom(
			"customModes:",
			"\n",
			"  ",
			"- ",
			"slug: a",
			": ",
			"[",
			"]",
			"{",
			"}",
			'"',
			"'",
			"\t",
			"&a",
			"*a",
			"|",
			"?",
			"#",
			"\r",
			"groups:",
			"edit",
			"!!binary x",
			"<<",
		);
		const texts = fc.oneof(
			fc.string({ unit: "binary" }),
			fc.array(piece).map((parts) => parts.join("")),
		);
		fc.assert(
			fc.property(texts, (text) => {
				const lines = text.split("\n").length;
				for (const { line } of parseModeFile(text).problems) {
					expect(line).toBeGreaterThanOrEqual(1);
					expect(line).toBeLessThanOrEqual(lines);
				}
			}),
		);
	});
});

it("tells the first faults of a mode that has very many", () => {
	const { modes, problems } = parseModeFile(`customModes:\n  - slug: "${"\\q".repeat(200_000)}"\n`);
	expect([modes, problems.length]).toEqual([[], 20]);
});
