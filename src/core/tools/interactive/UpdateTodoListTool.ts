import type { Effect } from "@shared/effects";
import type { TodoItem, ToolRow } from "@shared/tools";
import * as z from "zod";
import {
	BaseTool,
	type Operation,
	type RowStage,
	type TaskHandle,
	type ToolContext,
	type ToolResult,
} from "../BaseTool";
import { freeText } from "../parameters";
import { parseTodos, previewTodos } from "./parseTodos";

const wholeList = "the whole list, one item a line: [ ] to do, [-] in progress, [x] done";
const parameters = z.object({
	todos: z
		// native calls may give the items themselves
		.preprocess((value) => (Array.isArray(value) ? JSON.stringify(value) : value), freeText(wholeList))
		.describe(wholeList),
});
type Params = z.infer<typeof parameters>;

interface Data {
	readonly items: readonly TodoItem[];
}

/** `update_todo_list`: replaces the list in the task's header. */
export class UpdateTodoListTool extends BaseTool<typeof parameters, Data> {
	readonly name = "update_todo_list";
	readonly group = "always";
	readonly parameters = parameters;
	readonly example = { todos: "[x] Read the parser\n[-] Write the failing test\n[ ] Fix it" };

	override isAvailable({ settings }: ToolContext): boolean {
		return settings.todoListEnabled;
	}

	describe(): string {
		return "Replaces the todo list that the user sees. For work of several steps: one item in progress at a time; mark an item done as soon as it is, not before; add what turns up. Not for trivial tasks.";
	}

	label({ todos = "" }: Partial<Params>, _stage: RowStage): ToolRow {
		return todoRow(previewTodos(todos));
	}

	targets(): readonly Effect[] {
		return [];
	}

	async plan({ todos }: Params, task: TaskHandle): Promise<Operation<Data>> {
		const items = parseTodos(todos, task.todos);
		return { effects: [], data: { items }, row: todoRow(items) };
	}

	async execute({ data: { items } }: Operation<Data>, task: TaskHandle): Promise<ToolResult> {
		task.setTodos(items);
		const text =
			items.length === 0
				? "The todo list is empty now."
				: `Todo list updated: ${countDone(items)} of ${items.length} done.`;
		return { parts: [{ type: "text", text }], row: todoRow(items) };
	}
}

/** The card of a list. */
export function todoRow(items: readonly TodoItem[]): ToolRow {
	const title = items.length === 0 ? "Update todos" : `Update todos ${countDone(items)}/${items.length}`;
	return { icon: "checklist", title, body: { kind: "todo", items: [...items] } };
}

function countDone(items: readonly TodoItem[]): number {
	return items.filter((item) => item.status === "completed").length;
}
