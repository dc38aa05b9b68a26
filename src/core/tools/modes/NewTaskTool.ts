import type { Effect } from "@shared/effects";
import { KilnError } from "@shared/errors";
import { maxRowTextChars, type TodoItem, type ToolRow } from "@shared/tools";
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
import { parseTodos } from "../interactive/parseTodos";
import { freeText, offeredIn, text } from "../parameters";
import { requireMode } from "./requireMode";

const wholeList = "its first todo list, as in update_todo_list";
const handOverText = "all that the new task needs to know to go on: what was asked, done, decided, is left";
const own = ["kilo", "go-code"] as const;

const parameters = z.object({
	mode: offeredIn(text("slug of the mode").optional(), { vocabularies: own, isRequired: true }),
	message: offeredIn(
		freeText("what to do and all it needs to know: it sees nothing of this task").optional(),
		{
			vocabularies: own,
			isRequired: true,
		},
	),
	todos: offeredIn(
		z
			.preprocess((value) => (Array.isArray(value) ? JSON.stringify(value) : value), freeText(wholeList))
			.describe(wholeList)
			.optional(),
		{ vocabularies: own },
	),
	context: offeredIn(freeText(handOverText).optional(), { vocabularies: ["cline"], isRequired: true }),
});
type Params = z.infer<typeof parameters>;

type Data =
	| {
			readonly kind: "subtask";
			readonly mode: string;
			readonly message: string;
			readonly todos: readonly TodoItem[];
	  }
	| { readonly kind: "hand_over"; readonly context: string };

/**
 * `new_task`: a task of its own, whose result comes back. With `context` instead (as Cline's models call it) a hand-over:
 * the person sees the text, and may change or decline it; a new task goes on in place of this one.
 */
export class NewTaskTool extends BaseTool<typeof parameters, Data> {
	readonly name = "new_task";
	readonly group = "always";
	readonly parameters = parameters;
	readonly example = { mode: "code", message: "Add a --json flag to src/cli.ts. Report the changed files." };

	override exampleIn({ settings }: ToolContext): Readonly<Record<string, string>> {
		if (settings.toolVocabulary !== "cline") return this.example;
		return { context: "Asked: a --json flag. Done: parsing in src/cli.ts. Left: tests, README." };
	}

	describe({ settings }: ToolContext): string {
		return settings.toolVocabulary === "cline"
			? "Proposes to go on in a new task with this context; the user may decline. Ends the message."
			: "Hands a part of the work to a task of its own and waits for its result. Ends the message.";
	}

	label({ mode, message, context }: Partial<Params>, _stage: RowStage): ToolRow {
		if (context !== undefined && message === undefined) return handOverRow(context);
		return subtaskRow(mode ?? "", message ?? "");
	}

	/** A hand-over ends this task: nobody but the person decides on it, having seen the text. */
	targets({ mode, message, context }: Params, task: TaskHandle): readonly Effect[] {
		if (message === undefined && context !== undefined) {
			return [{ kind: "consent", to: "end this task and go on in a new one with this context" }];
		}
		return [{ kind: "subtask", mode: mode ?? task.mode.slug }];
	}

	async plan(params: Params, task: TaskHandle): Promise<Operation<Data>> {
		const effects = this.targets(params, task);
		const { message, context } = params;
		if (message === undefined && context !== undefined) {
			refuseBlank(context, "context");
			if (task.isSubtask) throw handOverOfSubtask();
			return { effects, data: { kind: "hand_over", context }, row: handOverRow(context) };
		}
		const operation = this.goOn(params);
		if (operation.data.kind === "subtask") requireMode(operation.data.mode, task);
		return { ...operation, effects };
	}

	/** The mode may be gone meanwhile: the child says so itself. */
	override goOn({ mode, message, todos }: Params): Operation<Data> {
		if (mode === undefined) throw missing("mode");
		if (message === undefined) throw missing("message");
		refuseBlank(message, "message");
		const items = todos === undefined ? [] : parseTodos(todos, []);
		const data = { kind: "subtask", mode, message, todos: items } as const;
		return { effects: [], data, row: subtaskRow(mode, message) };
	}

	/** The person may change what a hand-over says. */
	override amend(
		operation: Operation<Data>,
		amendment: Parameters<NonNullable<BaseTool["amend"]>>[1],
	): Operation<Data> {
		if (operation.data.kind !== "hand_over" || amendment.kind !== "text")
			throw new KilnError(
				"invalid_message",
				"A subtask cannot be changed while it is approved.",
				"Deny it and say why.",
			);
		const context = amendment.text;
		refuseBlank(context, "context");
		return { ...operation, data: { kind: "hand_over", context }, row: handOverRow(context) };
	}

	async execute({ data }: Operation<Data>, task: TaskHandle, callbacks: ToolCallbacks): Promise<ToolResult> {
		if (data.kind === "hand_over") {
			return {
				parts: [{ type: "text", text: "A new task goes on with this context." }],
				row: handOverRow(data.context),
				next: { kind: "hand_over", message: data.context },
			};
		}
		const { mode, message, todos } = data;
		const name = task.modes.find(({ slug }) => slug === mode)?.name ?? mode;
		const { taskId, result } = await callbacks.runSubtask({ mode, message, todos });
		const said =
			result === undefined
				? `The subtask in ${name} mode ended without a result: it was stopped or deleted. Ask the user how to go on, or do the work yourself.`
				: `The subtask in ${name} mode is completed. Its result:\n${result}`;
		return {
			parts: [{ type: "text", text: said }],
			row: { ...subtaskRow(mode, message, taskId), detail: result === undefined ? "stopped" : "completed" },
			next: { kind: "end_message" },
		};
	}
}

function subtaskRow(mode: string, message: string, taskId?: string): ToolRow {
	return {
		icon: "tasklist",
		title: mode === "" ? "Start a subtask" : `Subtask in ${mode} mode`,
		body: {
			kind: "subtask",
			mode,
			message: message.slice(0, maxRowTextChars),
			...(taskId === undefined ? {} : { taskId }),
		},
	};
}

function handOverRow(context: string): ToolRow {
	return {
		icon: "arrow-right",
		title: "Go on in a new task",
		body: { kind: "proposal", text: context.slice(0, maxRowTextChars) },
	};
}

function handOverOfSubtask(): KilnError {
	return new KilnError(
		"tool_not_allowed",
		"A subtask cannot hand over: another task waits for its result.",
		"Call attempt_completion with what is done and what is left.",
	);
}

function missing(name: string): KilnError {
	return new KilnError(
		"invalid_parameters",
		`new_task: Missing value for required parameter '${name}'.`,
		"Give mode and message.",
	);
}

function refuseBlank(value: string, name: string): void {
	if (value.trim() !== "") return;
	throw new KilnError("invalid_parameters", `new_task: ${name} is empty.`, "Say what the new task is to do.");
}
