import { NativeFormat } from "@core/assistant-message/NativeFormat";
import type { ToolDefinition } from "@core/tools/BaseTool";
import { boolean, freeText, integer, text } from "@core/tools/parameters";
import type { ToolCall } from "@shared/tools";
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";

let format: NativeFormat;
beforeEach(() => {
	format = new NativeFormat();
});

const parse = (value: unknown) => (typeof value === "string" ? JSON.parse(value) : value);

function definition(fields: Partial<ToolDefinition> = {}): ToolDefinition {
	return {
		name: "edit",
		group: "edit",
		description: "Edits.",
		parameters: z.object({
			path: text("the file"),
			content: freeText("all of it").optional(),
			line: integer("from 1", { min: 1 }).optional(),
			any: integer("any number"),
			force: boolean("really").optional(),
			files: z
				.preprocess(parse, z.array(z.object({ path: z.string(), lines: z.array(z.int()).optional() })))
				.describe("several"),
			kind: z.enum(["a", "b"]).default("a").describe("which"),
			extra: z.record(z.string(), z.unknown()).optional(),
		}),
		example: { path: "a" },
		...fields,
	};
}

describe("the schemas", () => {
	test("say what each parameter really is, whatever stands before it", () => {
		expect(format.nativeTools([definition()])).toEqual([
			{
				name: "edit",
				description: "Edits.",
				parameters: {
					type: "object",
					properties: {
						path: { type: "string", minLength: 1, description: "the file" },
						content: { type: "string", description: "all of it" },
						line: { type: "integer", minimum: 1, description: "from 1" },
						any: { type: "integer", description: "any number" },
						force: { type: "boolean", description: "really" },
						files: {
							type: "array",
							description: "several",
							items: {
								type: "object",
								properties: {
									path: { type: "string" },
									lines: { type: "array", items: { type: "integer" } },
								},
								required: ["path"],
								additionalProperties: false,
							},
						},
						kind: { type: "string", enum: ["a", "b"], default: "a", description: "which" },
						extra: { type: "object", additionalProperties: {} },
					},
					required: ["path", "any", "files"],
					additionalProperties: false,
				},
			},
		]);
	});

	test("of a tool without parameters", () => {
		const [schema] = format.nativeTools([definition({ parameters: z.object({}) })]);
		expect(schema?.parameters).toEqual({ type: "object", properties: {}, additionalProperties: false });
	});

	test("a parameter may be called like a keyword", () => {
		const parameters = z.object({ minimum: text("least"), propertyNames: text("names") });
		const [schema] = format.nativeTools([definition({ parameters })]);
		expect(Object.keys(schema?.parameters.properties as object)).toEqual(["minimum", "propertyNames"]);
	});

	test("hold the example only where the description builds on it", () => {
		const [plain, built] = format.nativeTools([
			definition(),
			definition({ name: "b", description: "As in the example." }),
		]);
		expect(plain?.description).toBe("Edits.");
		expect(built?.description).toBe('As in the example.\nExample: {"path":"a"}');
	});

	test("are the identical list as long as nothing has changed", () => {
		const before = format.nativeTools([definition()]);
		expect(format.nativeTools([definition()])).toBe(before);
		expect(format.nativeTools([definition({ description: "Other." })])).not.toBe(before);
		expect(format.nativeTools([definition()])).toBe(before);
	});

	test("of many different lists the oldest are let go", () => {
		const first = format.nativeTools([definition()]);
		for (let index = 0; index < 16; index++) format.nativeTools([definition({ description: `${index}` })]);
		expect(format.nativeTools([definition()])).not.toBe(first);
	});
});

describe("calls and results in the history", () => {
	const call = (fields: Partial<ToolCall>): ToolCall => ({
		callId: "c1",
		name: "edit",
		params: {},
		source: "",
		...fields,
	});
	const part = (name: string, args: string) => [{ type: "tool_call", callId: "c1", name, arguments: args }];

	test.each([
		["verbatim", call({ source: '{ "a":1}' }), part("edit", '{ "a":1}')],
		["without arguments", call({ source: " " }), part("edit", "{}")],
		[
			"as an empty object when it could not be read",
			call({ source: '{"a', problem: { code: "malformed_call", message: "cut" } }),
			part("edit", "{}"),
		],
		[
			"under a name that providers accept",
			call({ name: "fs.read file", source: "{}" }),
			part("fs_read_file", "{}"),
		],
		["without a name", call({ name: "", source: "{}" }), part("unknown", "{}")],
	])("%s", (_name, given, expected) => {
		expect(format.repeatToolCall(given)).toEqual(expected);
	});

	test("a call of another format is made anew from its values", () => {
		const made = call({ params: { path: "a", diff: "1\n2" }, source: "<edit>…" });
		expect(format.renderToolCall(made)).toEqual(part("edit", '{"path":"a","diff":"1\\n2"}'));
	});

	test("a result names its call and whether it failed", () => {
		const parts = [{ type: "text" as const, text: "done" }];
		expect(format.renderToolResult(call({}), parts, true)).toEqual([
			{ type: "tool_result", callId: "c1", parts, isError: true },
		]);
	});
});

test("what is too long for a schema stands in the prompt", () => {
	const description = `First line.\n${"All the rest. ".repeat(80)}`;
	const long = definition({ name: "long", description });
	const [schema] = format.nativeTools([long]);
	expect(schema?.description).toMatch(
		/^First line\.\nAll about it stands in the system prompt, under "long"\.$/,
	);
	expect(format.systemPromptSection([definition(), long])).toContain(`\n\n## long\n${description}`);
	const [wide] = format.nativeTools([definition({ description: "x".repeat(5000) })]);
	expect(wide?.description.length).toBeLessThanOrEqual(1024);
});

test("the prompt holds no catalogue, and a plain answer needs no reminder", () => {
	expect(format.systemPromptSection([definition()]).length).toBeLessThan(600);
	expect(format.reminder()).toBeUndefined();
});
