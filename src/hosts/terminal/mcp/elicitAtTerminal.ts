import { visibleText } from "@core/tools/command/visibleText";
import type { ElicitCallback } from "@services/mcp/McpHubOptions";
import type { McpElicitation, McpElicitationResult } from "@shared/mcp";
import type { McpQuestionField } from "@shared/mcp-view";
import { initialValues, problemOf, questionContent } from "@shared/questionAnswer";
import { questionFields } from "@shared/questionFields";
import type { TerminalPrompt } from "../TerminalPrompt";

type Prompt = Pick<TerminalPrompt, "line">;
type Values = string | readonly string[];

/** Passes a server's questions on to the person at the terminal; undefined: there is nobody, and servers are told so. */
export function elicitAtTerminal(prompt: Prompt | undefined): ElicitCallback | undefined {
	if (prompt === undefined) return undefined;
	return async (server, request, signal) => {
		try {
			return await new Elicitation(prompt, server, signal).ask(request);
		} catch {
			// Ctrl+C, or the call ended under the question: nobody has said anything
			return { action: "cancel" };
		}
	};
}

class Elicitation {
	constructor(
		private readonly prompt: Prompt,
		private readonly server: string,
		private readonly signal: AbortSignal,
	) {}

	async ask(request: McpElicitation): Promise<McpElicitationResult> {
		const head = `The MCP server "${this.server}" asks: ${request.message}\n`;
		if (request.kind === "url") return this.askForPage(head, request.url);
		const fields = questionFields(request.schema);
		if (fields === undefined) return { action: "decline" };
		const answer = await this.line(`${head}Answer it? [y]es, [n]o, or nothing to leave it open: `);
		if (!isYes(answer)) return { action: isNo(answer) ? "decline" : "cancel" };
		const values = new Map(initialValues(fields));
		for (const field of fields) values.set(field.name, await this.field(field));
		return { action: "accept", content: questionContent(fields, values) };
	}

	private async askForPage(head: string, url: string): Promise<McpElicitationResult> {
		if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return { action: "decline" };
		const words = `${head}Open this page:\n${new URL(url).href}\nDo you open it? [y]es, [n]o, or nothing to leave it: `;
		const answer = await this.line(words);
		if (isYes(answer)) return { action: "accept" };
		return { action: isNo(answer) ? "decline" : "cancel" };
	}

	/** Asks until the answer fits. Nothing stands for what the server suggests. */
	private async field(field: McpQuestionField): Promise<Values> {
		const text = await this.line(fieldText(field));
		const value = text === "" ? field.initial : answerOf(field.input, text);
		const problem = value === undefined ? "This is none of the choices." : problemOf(field, value);
		if (problem === undefined && value !== undefined) return value;
		return this.field({ ...field, description: problem });
	}

	private line(text: string): Promise<string> {
		return this.prompt.line(visibleText(text), this.signal);
	}
}

function fieldText({ label, description, isRequired, input, initial }: McpQuestionField): string {
	const about = description === undefined ? "" : ` (${description})`;
	const options = input.kind === "choice" ? input.options : [];
	const choices = options.map((option, index) => `  ${index + 1} ${option.label}\n`).join("");
	const how = hint(input);
	const given = initialText(initial, input);
	const preset = given !== "" ? ` [${given}]` : isRequired || input.kind === "switch" ? "" : " [nothing]";
	return `${label}${about}${how}${choices === "" ? "" : `\n${choices}`}${preset}: `;
}

function hint(input: McpQuestionField["input"]): string {
	if (input.kind === "switch") return ", yes or no";
	if (input.kind !== "choice") return "";
	return input.isMany ? ", numbers with commas between" : ", a number";
}

function initialText(initial: Values, input: McpQuestionField["input"]): string {
	if (input.kind === "switch") return initial === "true" ? "yes" : "no";
	return typeof initial === "string" ? initial : initial.join(", ");
}

/** undefined: none of the choices */
function answerOf(input: McpQuestionField["input"], text: string): Values | undefined {
	if (input.kind === "switch") return isYes(text) ? "true" : isNo(text) ? "false" : undefined;
	if (input.kind !== "choice") return text;
	const chosen = (input.isMany ? text.split(",") : [text]).map((word) => {
		const option =
			input.options[Number(word) - 1] ?? input.options.find(({ value }) => value === word.trim());
		return option?.value;
	});
	if (!chosen.every((value) => value !== undefined)) return undefined;
	return input.isMany ? chosen : chosen[0];
}

function isYes(text: string): boolean {
	return /^y(es)?$/i.test(text);
}

function isNo(text: string): boolean {
	return /^no?$/i.test(text);
}
