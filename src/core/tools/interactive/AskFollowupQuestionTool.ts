import type { Effect } from "@shared/effects";
import { KilnError } from "@shared/errors";
import type { Suggestion, ToolRow } from "@shared/tools";
import * as z from "zod";
import {
	BaseTool,
	type Operation,
	type RowStage,
	type TaskHandle,
	type ToolCallbacks,
	type ToolContext,
	type ToolResult,
} from "../BaseTool";
import { offeredIn, text } from "../parameters";
import { suggestions } from "./parseSuggestions";

/** Cline's form of the suggestions: an array of 2 to 5 texts, in the text formats as JSON. */
const optionList = z
	.preprocess(parseOptions, z.array(z.string().min(1)).min(2).max(5))
	.describe("array of 2-5 answers to choose from");

function parseOptions(value: unknown): unknown {
	if (typeof value !== "string") return value;
	try {
		return JSON.parse(value);
	} catch {
		// the schema says what it must be
		return value;
	}
}

const parameters = z.object({
	question: text("the question, complete in itself"),
	follow_up: offeredIn(suggestions.optional(), { vocabularies: ["kilo", "go-code"] }),
	options: offeredIn(optionList.optional(), { vocabularies: ["cline"] }),
});
type Params = z.infer<typeof parameters>;

interface Data {
	readonly question: string;
	readonly suggestions: readonly Suggestion[];
}

/** `ask_followup_question`: the person answers freely or picks a suggestion, which may switch the mode. */
export class AskFollowupQuestionTool extends BaseTool<typeof parameters, Data> {
	readonly name = "ask_followup_question";
	readonly group = "always";
	readonly parameters = parameters;
	readonly example = {
		question: "Which database should the tests use?",
		follow_up: '<suggest>SQLite in memory</suggest>\n<suggest mode="architect">Compare them first</suggest>',
	};

	describe(): string {
		return "Asks the user what neither the files nor the tools can tell. Suggestions are complete answers without placeholders, likeliest first. Ends the message.";
	}

	override exampleIn({ settings, toolFormat }: ToolContext): Readonly<Record<string, string>> {
		const list = [{ text: "SQLite in memory" }, { text: "Compare them first", mode: "architect" }];
		if (settings.toolVocabulary !== "cline")
			return toolFormat === "xml" ? this.example : { ...this.example, follow_up: JSON.stringify(list) };
		return { question: this.example.question, options: '["SQLite in memory", "A container"]' };
	}

	label(params: Partial<Params>, _stage: RowStage): ToolRow {
		return rowOf({ question: params.question ?? "", suggestions: suggestionsOf(params) });
	}

	targets(): readonly Effect[] {
		return [{ kind: "question" }];
	}

	async plan(params: Params, task: TaskHandle): Promise<Operation<Data>> {
		const known = new Set(task.modes.map((mode) => mode.slug));
		const suggested = suggestionsOf(params).map((entry) => withKnownMode(entry, known));
		const data = { question: params.question, suggestions: suggested };
		return { effects: this.targets(), data, row: rowOf(data), question: { suggestions: suggested } };
	}

	async execute({ data }: Operation<Data>, task: TaskHandle, callbacks: ToolCallbacks): Promise<ToolResult> {
		const { answer } = callbacks;
		if (answer === undefined) throw new KilnError("aborted", "The question was not answered.");
		const row = rowOf(data, answer);
		const slug = modeOf(answer, data.suggestions);
		const said = `<answer>\n${answer}\n</answer>`;
		if (slug === undefined || slug === task.mode.slug) {
			return { parts: [{ type: "text", text: said }], row, next: { kind: "end_message" } };
		}
		return {
			parts: [{ type: "text", text: `${said}\nWith this answer the user has switched to ${slug} mode.` }],
			row,
			next: { kind: "switch_mode", slug, reason: "chosen with an answer" },
		};
	}
}

function suggestionsOf({ follow_up, options = [] }: Partial<Params>): readonly Suggestion[] {
	return follow_up ?? options.map((text) => ({ text }));
}

/** An answer is worth showing without the mode that does not exist. */
function withKnownMode(suggestion: Suggestion, known: ReadonlySet<string>): Suggestion {
	return suggestion.mode === undefined || known.has(suggestion.mode) ? suggestion : { text: suggestion.text };
}

/** Only the suggestion as it stood: an edited answer is the person's own. */
function modeOf(answer: string, suggested: readonly Suggestion[]): string | undefined {
	return suggested.find((entry) => entry.text === answer.trim())?.mode;
}

function rowOf({ question, suggestions: suggested }: Data, answer?: string): ToolRow {
	return {
		icon: "question",
		title: question ? "Question" : "Ask a question",
		body: {
			kind: "question",
			question,
			suggestions: [...suggested],
			...(answer === undefined ? {} : { answer }),
		},
	};
}
