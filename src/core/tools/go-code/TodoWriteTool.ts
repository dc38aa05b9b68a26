import type { Effect } from "@shared/effects";
import { KilnError } from "@shared/errors";
import { type TodoItem, type ToolRow, todoItemSchema } from "@shared/tools";
import * as z from "zod";
import {
	BaseTool,
	type Operation,
	type RowStage,
	type TaskHandle,
	type ToolContext,
	type ToolResult,
} from "../BaseTool";
import { todoRow } from "../interactive/UpdateTodoListTool";

const maxItems = 200;

const item = todoItemSchema.partial().extend({
	content: z.string().trim().optional(),
	/** models count */
	id: z.union([z.string(), z.number().transform(String)]).optional(),
});
type Change = z.infer<typeof item>;

/** In the text formats the list comes as JSON text. */
function parseList(value: unknown): unknown {
	if (typeof value !== "string") return value;
	try {
		return JSON.parse(value);
	} catch {
		// the schema says what it must be
		return value;
	}
}

const parameters = z.object({
	todos: z
		.preprocess(parseList, z.array(item).max(maxItems))
		.describe(
			"items {id?, content?, status?: pending | in_progress | completed}; an id updates its item, none adds one",
		),
});
type Params = z.infer<typeof parameters>;

const marks = { pending: "📋", in_progress: "🔄", completed: "✅" } as const satisfies Record<
	TodoItem["status"],
	string
>;

/** go-code's `TodoWrite`: changes the items that it names and adds the others; answers with the numbered list. */
export class TodoWriteTool extends BaseTool<typeof parameters, { readonly items: readonly TodoItem[] }> {
	override readonly name = "TodoWrite";
	override readonly group = "always";
	override readonly vocabulary = "go-code";
	override readonly counterpart = "update_todo_list";
	override readonly parameters = parameters;
	override readonly example = {
		todos: '[{"content": "Fix the parser"}, {"id": "1", "status": "completed"}]',
	};

	override isAvailable({ settings }: ToolContext): boolean {
		return settings.todoListEnabled;
	}

	describe(): string {
		return "Adds and updates todo items; answers with the numbered list. Permission: ReadOnly.";
	}

	label({ todos = [] }: Partial<Params>, _stage: RowStage): ToolRow {
		return todoRow(merge([], todos).slice(0, maxItems));
	}

	targets(): readonly Effect[] {
		return [];
	}

	async plan(
		{ todos }: Params,
		task: TaskHandle,
	): Promise<Operation<{ readonly items: readonly TodoItem[] }>> {
		refuseEmpty(todos, task.todos);
		const items = merge(task.todos, todos);
		if (items.length > maxItems)
			throw invalid(`The list would have ${items.length} items, over ${maxItems}.`);
		return { effects: [], data: { items }, row: todoRow(items) };
	}

	async execute(
		{ data: { items }, row }: Operation<{ readonly items: readonly TodoItem[] }>,
		task: TaskHandle,
	): Promise<ToolResult> {
		task.setTodos(items);
		const lines = items.map((each, index) => lineOf(each, index, items));
		return { parts: [{ type: "text", text: lines.length === 0 ? "No todos." : lines.join("\n") }], row };
	}
}

/** The id stands there only where the number would name another item. */
function lineOf({ id, content, status }: TodoItem, index: number, items: readonly TodoItem[]): string {
	const isNamed = indexOf(items, String(index + 1)) === index;
	return `${index + 1}. ${marks[status]} ${content}${isNamed ? "" : ` (id ${id})`}`;
}

function refuseEmpty(changes: readonly Change[], before: readonly TodoItem[]): void {
	const known = new Set(before.map((each) => each.id));
	for (const { id, content = "" } of changes) {
		const isUpdate = id !== undefined && (known.has(id) || indexOf(before, id) >= 0);
		if (content === "" && !isUpdate) {
			throw invalid(
				id === undefined ? "An item has neither id nor content." : `There is no item "${id}" to update.`,
			);
		}
		if (id !== undefined) known.add(id);
	}
}

function merge(before: readonly TodoItem[], changes: readonly Change[]): TodoItem[] {
	const items = [...before];
	for (const { id, content = "", status } of changes) {
		const at = id === undefined ? -1 : indexOf(items, id);
		const old = items[at];
		if (old !== undefined) {
			items[at] = { ...old, content: content === "" ? old.content : content, status: status ?? old.status };
		} else if (content !== "") {
			items.push({ id: id ?? freshId(items), content, status: status ?? "pending" });
		}
	}
	return items;
}

/** An id names an item by its own id or else by its number in the list that the model was last answered with. */
function indexOf(items: readonly TodoItem[], id: string): number {
	const byId = items.findIndex((each) => each.id === id);
	if (byId >= 0) return byId;
	return /^\d+$/.test(id) && Number(id) <= items.length ? Number(id) - 1 : -1;
}

/** The number of its line, as long as no other item is called so. */
function freshId(items: readonly TodoItem[]): string {
	const taken = new Set(items.map((each) => each.id));
	let number = items.length + 1;
	while (taken.has(String(number))) number++;
	return String(number);
}

function invalid(message: string): KilnError {
	const hint = 'Add an item by {"content": "…"}, update one by {"id": "1", "status": "completed"}.';
	return new KilnError("invalid_parameters", `TodoWrite: ${message}`, hint);
}
