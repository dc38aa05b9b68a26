import type { McpQuestionField } from "@shared/mcp-view";
import { initialValues, questionContent, questionProblems } from "@shared/questionAnswer";
import { describe, expect, it } from "vitest";

const field = (
	name: string,
	input: McpQuestionField["input"],
	more: Partial<McpQuestionField> = {},
): McpQuestionField => ({ name, label: name, isRequired: false, input, initial: "", ...more });
const text = { kind: "text", minLength: 0, maxLength: 5 } as const;
const whole = { kind: "number", isWhole: true, min: 1, max: 10 } as const;
const options = [{ value: "a", label: "A" }];

describe("the answer to a server's question", () => {
	it("holds each value in its own type, and leaves out what is empty", () => {
		const fields = [
			field("name", text),
			field("empty", text),
			field("days", whole),
			field("fast", { kind: "switch" }),
			field("one", { kind: "choice", isMany: false, options }),
			field("many", { kind: "choice", isMany: true, options }),
			field("none", { kind: "choice", isMany: true, options }),
		];
		const values = new Map(initialValues(fields))
			.set("name", "Ada")
			.set("days", "3")
			.set("fast", "true")
			.set("one", "a")
			.set("many", ["a"]);
		expect(questionContent(fields, values)).toEqual({
			name: "Ada",
			days: 3,
			fast: true,
			one: "a",
			many: ["a"],
			none: [],
		});
	});

	it.each<[McpQuestionField["input"], string, boolean, boolean]>([
		[text, "", false, true],
		[text, "", true, false],
		[text, "12345", true, true],
		[text, "🎉🎉🎉🎉🎉", true, true],
		[text, "123456", true, false],
		[{ ...text, minLength: 3 }, "ab", false, false],
		[{ ...text, maxLength: 99, format: "email" }, "a@b", false, true],
		[{ ...text, maxLength: 99, format: "email" }, "a b", false, false],
		[{ ...text, maxLength: 99, format: "uri" }, "a b", false, false],
		[{ ...text, maxLength: 99, format: "date" }, "2026-01-31", false, true],
		[{ ...text, maxLength: 99, format: "date" }, "soon", false, false],
		[whole, "10", false, true],
		[whole, "11", false, false],
		[whole, "0", false, false],
		[whole, "1.5", false, false],
		[whole, "x", false, false],
		[whole, " ", false, false],
		[{ kind: "switch" }, "", true, true],
		[{ kind: "choice", isMany: false, options }, "", true, false],
	])("%o %j (needed: %s) is good: %s", (input, value, isRequired, isGood) => {
		const fields = [field("f", input, { isRequired })];
		expect(questionProblems(fields, new Map([["f", value]])).size).toBe(isGood ? 0 : 1);
	});
});
