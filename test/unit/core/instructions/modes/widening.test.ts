import { widening, wideningHash } from "@core/instructions/modes/widening";
import type { ModeConfig } from "@shared/modes";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

type Groups = ModeConfig["groups"];
const mode = (groups: Groups, fields: Partial<ModeConfig> = {}): ModeConfig => ({
	slug: "m",
	name: "M",
	roleDefinition: "R",
	groups,
	...fields,
});
const md: Groups[number] = ["edit", { fileRegex: "\\.md$" }];

describe("widening", () => {
	it.each<[string, Groups, Groups, string[]]>([
		["the same", ["read", md], ["read", md], []],
		["less", ["read", "edit", "command"], ["read"], []],
		["a restriction more", ["edit"], [md], []],
		["another description", [md], [["edit", { fileRegex: "\\.md$", description: "x" }]], []],
		["what every mode has", [], ["modes", "always"], []],
		["a group more", ["read"], ["read", "command", "mcp"], ["may run commands", "may use MCP servers"]],
		["edits of all files", [], ["edit"], ["may change files"]],
		["edits of some files", [], [md], ["may change files that match \\.md$"]],
		["no restriction", [md], ["edit"], ["may change every file, not only those that match \\.md$"]],
		[
			"another restriction",
			[md],
			[["edit", { fileRegex: "^docs/.*\\.md$" }]],
			["may change files that match ^docs/.*\\.md$, not those that match \\.md$"],
		],
	])("sees %s", (_, original, custom, widens) => {
		expect(widening(mode(original), mode(custom))).toEqual(widens);
	});

	const group = fc.constantFrom("read", "edit", "browser", "command", "mcp", "modes");
	const options = fc.record({ fileRegex: fc.constantFrom("\\.md$", "^docs/", ".") });
	const groups: fc.Arbitrary<Groups> = fc.uniqueArray(
		fc.oneof(group, fc.tuple(fc.constant("edit" as const), options)) as fc.Arbitrary<Groups[number]>,
		{ selector: (entry) => (typeof entry === "string" ? entry : entry[0]) },
	);

	it("never finds a mode wider than itself, nor a part of it", () => {
		fc.assert(
			fc.property(groups, fc.func(fc.boolean()), (all, isKept) => {
				expect(widening(mode(all), mode(all))).toEqual([]);
				expect(widening(mode(all), mode(all.filter((entry) => isKept(entry))))).toEqual([]);
			}),
		);
	});

	it("finds no less when a group is added", () => {
		fc.assert(
			fc.property(groups, groups, (before, now) => {
				const found = widening(mode(before), mode(now));
				for (const [index] of now.entries()) {
					const fewer = now.filter((_, at) => at !== index);
					expect(found).toEqual(expect.arrayContaining(widening(mode(before), mode(fewer))));
				}
			}),
		);
	});

	it("finds something exactly where a step through a third mode finds something, when nothing is restricted", () => {
		const plain = fc.uniqueArray(group) as fc.Arbitrary<Groups>;
		fc.assert(
			fc.property(plain, plain, plain, (a, b, c) => {
				const isNarrow = (x: Groups, y: Groups) => widening(mode(x), mode(y)).length === 0;
				if (isNarrow(a, b) && isNarrow(b, c)) expect(isNarrow(a, c)).toBe(true);
			}),
		);
	});
});

describe("wideningHash", () => {
	const original = mode(["read"]);
	const custom = mode(["read", "edit"]);

	it("is the same for the same mode, however it is written", () => {
		const { groups, ...fields } = custom;
		expect(wideningHash(original, { groups: [...groups], ...fields })).toBe(wideningHash(original, custom));
	});

	it.each<[string, ModeConfig, ModeConfig]>([
		["its groups", original, mode(["read", "edit", "command"])],
		["its restriction", original, mode(["read", md])],
		["its name", original, { ...custom, name: "N" }],
		["its role", original, { ...custom, roleDefinition: "Other" }],
		["its instructions", original, { ...custom, customInstructions: "Delete all." }],
		["what it replaces", mode([]), custom],
		["a field in another's place", original, { ...custom, whenToUse: "x" }],
	])("changes with %s", (_, before, now) => {
		expect(wideningHash(before, now)).not.toBe(wideningHash(original, custom));
	});
});
