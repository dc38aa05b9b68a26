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
	type ToolResult,
} from "../BaseTool";
import { text } from "../parameters";
import { suggestions } from "./parseSuggestions";

const parameters = z.object({
	question: text("the question, complete in itself"),
	follow_up: suggestions.optional(),
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

	label({ question = "", follow_up = [] }: Partial<Params>, _stage: RowStage): ToolRow {
		return rowOf({ question, suggestions: follow_up });
	}

	targets(): readonly Effect[] {
		return [{ kind: "question" }];
	}

	async plan(params: Params, task: TaskHandle): Promise<Operation<Data>> {
		const known = new Set(task.modes.map((mode) => mode.slug));
		const suggested = (params.follow_up ?? []).map((entry) => withKnownMode(entry, known));
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
