import type { McpQuestionField } from "./mcp-view";

/** What was typed or chosen, by the field's name. */
export type QuestionValues = ReadonlyMap<string, string | readonly string[]>;
export type QuestionContent = Record<string, string | number | boolean | string[]>;

export function initialValues(fields: readonly McpQuestionField[]): QuestionValues {
	return new Map(fields.map(({ name, initial }) => [name, initial]));
}

/** What is wrong, by the field's name. */
export function questionProblems(
	fields: readonly McpQuestionField[],
	values: QuestionValues,
): ReadonlyMap<string, string> {
	const problems = new Map<string, string>();
	for (const field of fields) {
		const problem = problemOf(field, values.get(field.name) ?? "");
		if (problem !== undefined) problems.set(field.name, problem);
	}
	return problems;
}

/** What is sent: fields that are left empty are left out. */
export function questionContent(
	fields: readonly McpQuestionField[],
	values: QuestionValues,
): QuestionContent {
	const given = fields.flatMap(({ name, input }): [string, QuestionContent[string]][] => {
		const value = values.get(name) ?? "";
		if (typeof value !== "string") return [[name, [...value]]];
		if (input.kind === "switch") return [[name, value === "true"]];
		if (value === "") return input.kind === "choice" && input.isMany ? [[name, []]] : [];
		return [[name, input.kind === "number" ? Number(value) : value]];
	});
	return Object.fromEntries(given);
}

/** What is wrong with one answer. */
export function problemOf(
	{ input, isRequired }: McpQuestionField,
	value: string | readonly string[],
): string | undefined {
	if (input.kind === "switch") return undefined;
	if (value.length === 0) return isRequired ? "This is needed." : undefined;
	if (typeof value !== "string" || input.kind === "choice") return undefined;
	if (input.kind === "text") return textProblem(input, value);
	const number = Number(value);
	if (value.trim() === "" || !Number.isFinite(number)) return "Enter a number.";
	if (input.isWhole && !Number.isInteger(number)) return "Enter a whole number.";
	if (number < input.min) return `Not below ${input.min}.`;
	return number > input.max ? `Not above ${input.max}.` : undefined;
}

type TextInput = Extract<McpQuestionField["input"], { kind: "text" }>;

function textProblem({ minLength, maxLength, format }: TextInput, value: string): string | undefined {
	const { length } = [...value];
	if (length < minLength) return `At least ${minLength} characters.`;
	if (length > maxLength) return `At most ${maxLength} characters.`;
	if (format === "email" && !/^[^\s@]+@[^\s@]+$/.test(value)) return "Enter an e-mail address.";
	if (format === "uri" && !URL.canParse(value)) return "Enter an address, with https://.";
	if (format === "date" && !/^\d{4}-\d{2}-\d{2}$/.test(value)) return "Enter a date: 2026-01-31.";
	if (format === "date-time" && Number.isNaN(Date.parse(value))) return "Enter a date and time.";
	return undefined;
}
