import { McpQuestions } from "@hosts/vscode/mcp/McpQuestions";
import { questionFields } from "@shared/questionFields";
import { describe, expect, it, vi } from "vitest";

const form = (properties: Record<string, unknown>) =>
	({ kind: "form", message: "Where?", schema: { type: "object", properties } }) as const;
const page = (url: string) => ({ kind: "url", message: "Sign", url, id: "1" }) as const;
const never = () => new AbortController().signal;

describe("McpQuestions", () => {
	it("ends a question with its call", async () => {
		const questions = new McpQuestions(async () => true);
		const told = vi.fn();
		questions.onChange(told);
		const call = new AbortController();
		const answer = questions.ask("weather", form({}), call.signal);
		expect(questions.oldest()?.server).toBe("weather");
		call.abort();
		expect(await answer).toEqual({ action: "cancel" });
		expect(questions.oldest()).toBeNull();
		expect(told).toHaveBeenCalledTimes(2);
	});

	it("opens a page only once the person says so, and asks on when no browser opens", async () => {
		const opened: string[] = [];
		let isThere = false;
		const questions = new McpQuestions(async (url) => {
			opened.push(url);
			return isThere;
		});
		const answer = questions.ask("weather", page("https://a.example/x"), never());
		const id = questions.oldest()?.id ?? "";
		expect(opened).toEqual([]);
		await expect(questions.answer(id, { action: "accept" })).rejects.toMatchObject({ code: "mcp_failed" });
		isThere = true;
		await questions.answer(id, { action: "accept" });
		expect(await answer).toEqual({ action: "accept" });
		expect(opened).toEqual(["https://a.example/x", "https://a.example/x"]);
	});

	it.each([
		["a page that is no web page", page("file:///etc/passwd")],
		["a command of the editor", page("vscode://x/y")],
		["no address", page("::")],
		["a form with nested values", form({ a: { type: "object", properties: {} } })],
		[
			"a form of hundreds of fields",
			form(Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`f${i}`, { type: "string" }]))),
		],
	])("declines %s without asking", async (_, request) => {
		const questions = new McpQuestions(async () => true);
		expect(await questions.ask("weather", request, never())).toEqual({ action: "decline" });
		expect(questions.oldest()).toBeNull();
	});

	it("declines a server that asks without end", async () => {
		const questions = new McpQuestions(async () => true);
		const asked = Array.from({ length: 21 }, () => questions.ask("weather", form({}), never()));
		expect(await asked.at(-1)).toEqual({ action: "decline" });
		expect(questions.oldest()).not.toBeNull();
	});

	it("does not show a question whose call is over", async () => {
		const questions = new McpQuestions(async () => true);
		expect(await questions.ask("weather", form({}), AbortSignal.abort())).toEqual({ action: "cancel" });
	});
});

describe("questionFields", () => {
	it.each<[string, unknown, unknown]>([
		[
			"a text",
			{ type: "string", maxLength: 5, format: "email" },
			{ kind: "text", minLength: 0, maxLength: 5, format: "email" },
		],
		[
			"a whole number",
			{ type: "integer", minimum: 1, maximum: 3 },
			{ kind: "number", isWhole: true, min: 1, max: 3 },
		],
		["a switch", { type: "boolean" }, { kind: "switch" }],
		[
			"a choice",
			{ type: "string", enum: ["a", "b"], enumNames: ["A"] },
			{
				kind: "choice",
				isMany: false,
				options: [
					{ value: "a", label: "A" },
					{ value: "b", label: "b" },
				],
			},
		],
		[
			"a choice with titles",
			{ type: "string", oneOf: [{ const: "a", title: "A" }] },
			{ kind: "choice", isMany: false, options: [{ value: "a", label: "A" }] },
		],
		[
			"several of a list",
			{ type: "array", items: { anyOf: [{ const: "a" }] } },
			{ kind: "choice", isMany: true, options: [{ value: "a", label: "a" }] },
		],
	])("reads %s", (_, property, input) => {
		expect(questionFields({ properties: { f: property } })).toMatchObject([{ name: "f", input }]);
	});

	it("keeps titles, defaults and what is required", () => {
		const schema = {
			properties: {
				a: { type: "string", title: "A", description: "d", default: "x" },
				b: { type: "boolean", default: true },
				c: { type: "array", items: { enum: ["1", "2"] }, default: ["2"] },
			},
			required: ["a"],
		};
		expect(questionFields(schema)).toMatchObject([
			{ label: "A", description: "d", isRequired: true, initial: "x" },
			{ label: "b", isRequired: false, initial: "true" },
			{ initial: ["2"] },
		]);
	});

	it.each([{}, { properties: 1 }, { properties: { a: { type: "array" } } }, { properties: { a: {} } }])(
		"does not understand %o",
		(schema) => expect(questionFields(schema)).toBeUndefined(),
	);
});
