import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { insertMode } from "@core/instructions/modes/insertMode";
import { parseModeFile } from "@core/instructions/modes/parseModeFile";
import { writeMode } from "@core/instructions/modes/writeMode";
import type { ModeConfig } from "@shared/modes";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTempDir } from "../../../support/tempDir";
import { arbitraryMode } from "./arbitraryMode";

const mode = (slug: string, fields: Partial<ModeConfig> = {}): ModeConfig => ({
	slug,
	name: slug.toUpperCase(),
	roleDefinition: "You write.",
	groups: ["read"],
	...fields,
});

const file = `# Our modes
customModes:
    # the first
    - slug:   a   # short
      name: 'A'
      roleDefinition: >-
          You write very
          long texts.
      groups: [read,   edit]
      iconName: codicon-book

    # the second
    - groups:
      - read
      slug: b
      roleDefinition: |
          You
          read.
      name: B
# the end
other: 1
`;

describe("insertMode", () => {
	it("adds a mode behind the last and leaves every other line as it is", () => {
		const added = `    - slug: c
      name: C
      roleDefinition: You write.
      groups:
        - read
`;
		expect(insertMode(file, mode("c"))).toBe(file.replace("# the end", `${added}# the end`));
	});

	it("replaces fields of a mode in its place, with comments, order and fields of others kept", () => {
		const changed = mode("a", {
			name: "A2",
			roleDefinition: "You write very long texts.",
			groups: ["read", "edit"],
			description: "New",
		});
		expect(insertMode(file, changed)).toBe(
			file.replace(
				/ {4}- slug: {3}a[\s\S]*codicon-book\n/,
				`    - slug: a # short
      name: 'A2'
      roleDefinition: >-
        You write very long texts.
      groups: [ read, edit ]
      iconName: codicon-book
      description: New
`,
			),
		);
	});

	it("takes out a field that the mode no longer has", () => {
		const text = insertMode(insertMode("", mode("a", { whenToUse: "W" })), mode("a"));
		expect(text).not.toContain("whenToUse");
	});

	it.each([
		["nothing", "", ""],
		["a comment", "# mine\n", "# mine\n"],
		["an empty list", "# mine\ncustomModes: []\n", "# mine\n"],
		["no list yet", "customModes:\n", ""],
		["a byte order mark", "\ufeff", ""],
	])("begins a list where there is %s", (_, text, head) => {
		expect(insertMode(text, mode("a"))).toBe(
			`${head}customModes:\n  - slug: a\n    name: A\n    roleDefinition: You write.\n    groups:\n      - read\n`,
		);
	});

	it("keeps the comments of an empty list", () => {
		const text = "# mine\ncustomModes: [] # none yet\n#  - slug: example\n\nother: 1\n";
		expect(insertMode(text, mode("a"))).toBe(
			"# mine\ncustomModes: # none yet\n  - slug: a\n    name: A\n    roleDefinition: You write.\n    groups:\n      - read\n#  - slug: example\n\nother: 1\n",
		);
	});

	it("keeps CRLF", () => {
		const text = insertMode(file.replaceAll("\n", "\r\n"), mode("c"));
		expect(text.replaceAll("\r\n", "")).not.toContain("\n");
		expect(text.replaceAll("\r\n", "\n")).toBe(insertMode(file, mode("c")));
	});

	it("keeps JSON as JSON, with its indent and other fields", () => {
		const json = `${JSON.stringify({ v: 1, customModes: [{ ...mode("a"), iconName: "x" }] }, null, 3)}\n`;
		const text = insertMode(insertMode(json, mode("a", { name: "New" })), mode("b"));
		expect(text).toBe(
			`${JSON.stringify({ v: 1, customModes: [{ ...mode("a", { name: "New" }), iconName: "x" }, mode("b")] }, null, 3)}\n`,
		);
	});

	it.each([
		["a list in flow style", "customModes: [ { slug: a, name: A, roleDefinition: R, groups: [] } ]\n"],
		[
			"an anchor",
			"x: &g [read]\ncustomModes:\n  - slug: a\n    name: A\n    roleDefinition: R\n    groups: *g\n",
		],
		[
			"a dash on its own line",
			"customModes:\n  -\n    slug: a\n    name: A\n    roleDefinition: R\n    groups: []\n",
		],
		["no line end at the end", "customModes:\n- slug: a\n  name: A\n  roleDefinition: R\n  groups: []"],
		[
			"a kept block at the end",
			"customModes:\n- slug: a\n  name: A\n  groups: []\n  roleDefinition: |+\n    R\n\n\n",
		],
		[
			"a comment behind the last value",
			"customModes:\n- slug: a\n  name: A\n  roleDefinition: R\n  groups: [] # none\n",
		],
	])("manages %s", (_, text) => {
		const modesOf = (result: string) => parseModeFile(result).modes.map((each) => each.mode);
		const [first] = modesOf(text);
		expect(modesOf(insertMode(text, mode("b")))).toEqual([first, mode("b")]);
		expect(modesOf(insertMode(text, mode("a")))).toEqual([mode("a")]);
		expect(parseModeFile(insertMode(text, mode("b"))).problems).toEqual([]);
	});

	it("holds whatever was put in last, in the order in which slugs came first", () => {
		const starts = fc.constantFrom(
			"",
			file,
			file.replaceAll("\n", "\r\n"),
			'{ "customModes": [] }',
			"customModes: [\n]\n",
		);
		fc.assert(
			fc.property(starts, fc.array(arbitraryMode, { maxLength: 5 }), (start, inserted) => {
				const expected = new Map(parseModeFile(start).modes.map((each) => [each.mode.slug, each.mode]));
				for (const each of inserted) expected.set(each.slug, each);
				const { modes, problems } = parseModeFile(inserted.reduce(insertMode, start));
				expect(modes.map((each) => each.mode)).toEqual([...expected.values()]);
				expect(problems).toEqual([]);
			}),
		);
	});

	it("leaves a broken file and refuses a broken mode, and says why", () => {
		expect(() => insertMode("customModes:\n\t- x\n", mode("a"))).toThrow(
			"Line 2: The line is indented with a tab.",
		);
		expect(() => insertMode("customModes: 5\n", mode("a"))).toThrow(
			expect.objectContaining({ code: "invalid_settings" }),
		);
		expect(() => insertMode("", mode("a b"))).toThrow(/^slug may hold/);
	});
});

describe("writeMode", () => {
	it("makes the file with its folders, then changes it", async () => {
		const path = join(createTempDir(), "settings", "custom_modes.yaml");
		await writeMode(path, mode("a"));
		await writeMode(path, mode("b"));
		expect(readFileSync(path, "utf8")).toBe(insertMode(insertMode("", mode("a")), mode("b")));
	});

	it("writes through a link", async () => {
		const root = createTempDir();
		writeFileSync(join(root, "real.yaml"), "# mine\n");
		symlinkSync(join(root, "real.yaml"), join(root, "link.yaml"));
		await writeMode(join(root, "link.yaml"), mode("a"));
		expect(readFileSync(join(root, "real.yaml"), "utf8")).toContain("slug: a");
	});

	it("leaves a file that it cannot mend", async () => {
		const path = join(createTempDir(), "modes.yaml");
		writeFileSync(path, "customModes: [");
		await expect(writeMode(path, mode("a"))).rejects.toMatchObject({ code: "invalid_settings" });
		expect(readFileSync(path, "utf8")).toBe("customModes: [");
	});
});
