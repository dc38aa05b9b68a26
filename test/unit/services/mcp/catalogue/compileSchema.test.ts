import { compileSchema } from "@services/mcp/catalogue/compileSchema";
import { schemaProblem } from "@services/mcp/catalogue/schemaCost";
import { describe, expect, it } from "vitest";

type Schema = Readonly<Record<string, unknown>>;

function problemsOf(schema: Schema, value: unknown): readonly string[] {
	const check = compileSchema(schema);
	if (check.kind === "unusable") throw new Error(check.why);
	return check.problemsOf(value);
}

const person = {
	type: "object",
	properties: {
		name: { type: "string", minLength: 2 },
		kind: { enum: ["a", "b"] },
		list: {
			type: "array",
			items: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] },
		},
	},
	required: ["name"],
	additionalProperties: false,
};

describe("problems name the field", () => {
	it.each<[string, Schema, unknown, readonly string[]]>([
		["nothing", person, { name: "Ada" }, []],
		["missing", person, {}, ['"name" is missing']],
		["type", person, { name: 7 }, ['"name" must be string']],
		["too short", person, { name: "A" }, ['"name" must NOT have fewer than 2 characters']],
		["choice", person, { name: "Ada", kind: "c" }, ['"kind" must be one of "a", "b"']],
		["deep", person, { name: "Ada", list: [{ n: 1 }, { n: "x" }] }, ['"list[1].n" must be integer']],
		["deep and missing", person, { name: "Ada", list: [{}] }, ['"list[0].n" is missing']],
		["unknown", person, { name: "Ada", age: 3 }, ['"age" is not known']],
		["the whole", person, [], ["the arguments must be object"]],
	])("%s", (_name, schema, value, expected) => {
		expect(problemsOf(schema, value)).toEqual(expected);
	});

	it("tells five at most", () => {
		const properties = Object.fromEntries(
			Array.from({ length: 20 }, (_, index) => [`p${index}`, { type: "string" }]),
		);
		const value = Object.fromEntries(Object.keys(properties).map((name) => [name, 1]));
		expect(problemsOf({ type: "object", properties }, value)).toHaveLength(5);
	});
});

describe("schemas as servers write them", () => {
	it.each<[string, Schema, unknown, boolean]>([
		[
			"draft-07 by name",
			{ $schema: "http://json-schema.org/draft-07/schema#", items: [{ type: "string" }] },
			[1],
			false,
		],
		["a draft-07 tuple without saying so", { type: "array", items: [{ type: "string" }] }, [1], false],
		[
			"2020-12",
			{ $schema: "https://json-schema.org/draft/2020-12/schema", prefixItems: [{ type: "string" }] },
			[1],
			false,
		],
		[
			"references into itself",
			{ $defs: { s: { type: "string" } }, properties: { a: { $ref: "#/$defs/s" } } },
			{ a: 1 },
			false,
		],
		[
			"a recursive tree",
			{ properties: { v: { type: "integer" }, next: { $ref: "#" } } },
			{ next: { next: { v: "x" } } },
			false,
		],
		["an unknown format", { properties: { a: { type: "string", format: "moon" } } }, { a: "x" }, true],
		["unknown keywords", { type: "object", "x-kiln": 1, properties: {} }, {}, true],
		["an address of its own", { $id: "https://x.example/s", type: "object" }, {}, true],
		[
			"a pattern that only works without Unicode",
			{ properties: { a: { pattern: "^[\\w-.]+$" } } },
			{ a: "a-b" },
			true,
		],
		["an empty schema", {}, { anything: 1 }, true],
	])("%s", (_name, schema, value, fits) => {
		expect(problemsOf(schema, value).length === 0).toBe(fits);
	});

	it("may be of the same address twice", () => {
		for (let time = 0; time < 2; time++)
			expect(problemsOf({ $id: "https://x.example/s", type: "object" }, {})).toEqual([]);
	});
});

/** `{ anyOf: [next, next] }`, `levels` deep: 2^levels ways to judge one value. */
function bomb(levels: number): Schema {
	const $defs = Object.fromEntries(
		Array.from({ length: levels }, (_, index) => {
			const next = { $ref: index + 1 < levels ? `#/$defs/d${index + 1}` : "#/$defs/end" };
			return [`d${index}`, { anyOf: [next, next] }];
		}),
	);
	return { $defs: { ...$defs, end: { type: "string" } }, properties: { a: { $ref: "#/$defs/d0" } } };
}

describe("hostile schemas are not run", () => {
	it.each<[string, Schema, RegExp]>([
		["a remote reference", { properties: { a: { $ref: "https://evil.example/s" } } }, /leads nowhere/],
		["a file reference", { properties: { a: { $ref: "file:///etc/passwd" } } }, /leads nowhere/],
		["a reference to nothing", { properties: { a: { $ref: "#/$defs/none" } } }, /leads nowhere/],
		["a reference to itself", { $ref: "#" }, /circles/],
		[
			"a circle of references",
			{ $defs: { a: { $ref: "#/$defs/b" }, b: { allOf: [{ $ref: "#/$defs/a" }] } }, $ref: "#/$defs/a" },
			/circles/,
		],
		["a catastrophic pattern", { properties: { a: { pattern: "(a+)+$" } } }, /pattern/],
		["one in a property called title", { properties: { title: { pattern: "(a+)+$" } } }, /pattern/],
		["one as a name", { patternProperties: { "(a+)+$": {} } }, /pattern/],
		["choices that multiply", bomb(30), /nested choices|deeply/],
	])("%s", (_name, schema, why) => {
		expect(compileSchema(schema)).toEqual({ kind: "unusable", why: expect.stringMatching(why) });
	});

	it("endless nesting", () => {
		let schema: Schema = { type: "string" };
		for (let level = 0; level < 200; level++) schema = { properties: { a: schema } };
		expect(schemaProblem(schema)).toMatch(/deeply/);
	});

	it("a slow pattern in disguise is stopped while it runs", () => {
		expect(problemsOf({ properties: { a: { pattern: "^(a|a)*$" } } }, { a: `${"a".repeat(40)}b` })).toEqual(
			[],
		);
	});
});

describe("hostile values are not judged for ever", () => {
	const nested = (levels: number) => {
		let value: Schema = {};
		for (let level = 0; level < levels; level++) value = { x: value };
		return value;
	};

	it.each<[string, Schema, unknown]>([
		[
			"each level doubles the work",
			{ allOf: [{ properties: { x: { $ref: "#" } } }, { properties: { x: { $ref: "#" } } }] },
			nested(60),
		],
		[
			"each pair of items is compared",
			{ properties: { a: { type: "array", uniqueItems: true } } },
			{ a: Array.from({ length: 100_000 }, (_, index) => ({ index })) },
		],
		["deeper than any stack", { properties: { x: { $ref: "#" } } }, nested(100_000)],
	])("%s", (_name, schema, value) => {
		const check = compileSchema(schema, 200);
		expect(check.kind === "checked" ? check.problemsOf(value) : check).toEqual([]);
	});

	it("nor is a schema looked at for ever", () => {
		const properties = Object.fromEntries(
			Array.from({ length: 5000 }, (_, index) => [`p${index}`, { $ref: "#/$defs/a" }]),
		);
		const $defs = { a: { allOf: Array.from({ length: 15_000 }, () => ({})) } };
		expect(compileSchema({ properties, $defs }, 200).kind).toBe("unusable");
	});
});
