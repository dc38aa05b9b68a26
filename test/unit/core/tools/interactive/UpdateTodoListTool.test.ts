import { UpdateTodoListTool } from "@core/tools/interactive/UpdateTodoListTool";
import { isFreeText } from "@core/tools/parameters";
import type { TodoItem } from "@shared/tools";
import { describe, expect, it } from "vitest";
import { createTestTask, parseParams, runTool } from "../support/testTask";

const tool = new UpdateTodoListTool();

async function update(todos: unknown, before: readonly TodoItem[] = []) {
	const task = createTestTask({ todos: before });
	const run = await runTool(tool, { todos }, task);
	return { ...run, items: task.todos };
}

function short(items: readonly TodoItem[]): string[] {
	return items.map(({ content, status }) => `${status} ${content}`);
}

describe("the list", () => {
	const expected = ["completed one", "in_progress two", "pending three"];

	it.each([
		["a plain checklist", "[x] one\n[-] two\n[ ] three"],
		["bullets", "- [x] one\n* [-] two\n+ [ ] three"],
		["numbers", "1. [x] one\n2) [-] two\n10. [ ] three"],
		["CRLF, blank lines, indentation", "\r\n  [X] one\r\n\r\n\t- [-] two\r\n    [] three\r\n"],
		[
			"JSON items",
			'[{"content":"one","status":"completed"},{"content":"two","status":"in_progress"},\n{"content":"three","status":"pending"}]',
		],
		[
			"native items",
			[
				{ content: "one", status: "completed" },
				{ content: "two", status: "in_progress" },
				{ content: "three", status: "pending" },
			],
		],
	])("is read from %s", async (_name, todos) => {
		const { items, text, result } = await update(todos);
		expect(short(items)).toEqual(expected);
		expect(text).toBe("Todo list updated: 1 of 3 done.");
		expect(result.row).toMatchObject({
			icon: "checklist",
			title: "Update todos 1/3",
			body: { kind: "todo" },
		});
	});

	it.each(["", "  \n", "[]", []])("is emptied by %j", async (todos) => {
		const { items, text } = await update(todos, [{ id: "1", content: "old", status: "pending" }]);
		expect(items).toEqual([]);
		expect(text).toBe("The todo list is empty now.");
	});

	it.each([
		["[ ] good\nbad line\n[ ] good", 'Line 2 is no checklist item: "bad line"'],
		["# Todos\n[ ] a", "Line 1"],
		["[ ] a\n[ ]", "Line 2"],
		["[?] a", "Line 1"],
		["- a", "Line 1"],
		['[{"content":"a","status":"done"}]', "Item 1, status"],
		['[{"content":"a","status":"pending"},{"status":"pending"}]', "Item 2, content"],
		['["a"]', "Item 1"],
		['[{"content":', "no valid JSON"],
		["[ ] a\n".repeat(201), "201 items; at most 200"],
	])("refuses %j and leaves the old one", async (todos, message) => {
		const before: TodoItem[] = [{ id: "1", content: "old", status: "pending" }];
		const task = createTestTask({ todos: before });
		await expect(runTool(tool, { todos }, task)).rejects.toMatchObject({
			code: "invalid_parameters",
			message: expect.stringContaining(message),
		});
		expect(task.todos).toBe(before);
	});

	it("is taken as it is: markup and entities stay", async () => {
		const { items } = await update("[ ] use <b> & &lt;i&gt; in [x] `a`");
		expect(items[0]?.content).toBe("use <b> & &lt;i&gt; in [x] `a`");
	});
});

describe("ids", () => {
	it("stay with their content, wherever it moves and whatever its status", async () => {
		const { items: first } = await update("[ ] a\n[ ] b\n[ ] c");
		const { items: second } = await update("[x] c\n[ ] new\n[-] a", first);
		const idOf = (items: readonly TodoItem[], content: string) =>
			items.find((item) => item.content === content)?.id;
		expect(idOf(second, "c")).toBe(idOf(first, "c"));
		expect(idOf(second, "a")).toBe(idOf(first, "a"));
		expect(first.map(({ id }) => id)).not.toContain(idOf(second, "new"));
	});

	it("are unique, also for equal contents and when the model repeats one", async () => {
		const { items } = await update("[ ] a\n[ ] a\n[ ] a");
		expect(new Set(items.map(({ id }) => id)).size).toBe(3);
		const { items: again } = await update("[x] a\n[ ] a\n[ ] a", items);
		expect(again.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
		const repeated = ["x", "x", "t1"].map((id, index) => ({ id, content: `c${index}`, status: "pending" }));
		const { items: mended } = await update(repeated);
		expect(mended[0]?.id).toBe("x");
		expect(new Set(mended.map(({ id }) => id)).size).toBe(3);
	});

	it("of the model are kept", async () => {
		const { items } = await update([{ id: "mine", content: "a", status: "pending" }]);
		expect(items).toEqual([{ id: "mine", content: "a", status: "pending" }]);
	});
});

describe("update_todo_list", () => {
	it("has nothing to approve, and exists only when todo lists are on", () => {
		const off = createTestTask({ settings: { todoListEnabled: false } });
		expect(tool.targets()).toEqual([]);
		expect(tool.isAvailable(createTestTask())).toBe(true);
		expect(tool.isAvailable(off)).toBe(false);
	});

	it("shows the good lines while it streams", () => {
		const row = tool.label({ todos: "[x] one\n[ ] two\n[-" }, "streaming");
		expect(row).toMatchObject({ title: "Update todos 1/2" });
		expect(tool.label({}, "streaming").title).toBe("Update todos");
	});

	it("takes free text, as the parsers are told", () => {
		expect(isFreeText(tool.parameters.shape.todos)).toBe(true);
		expect(parseParams(tool, tool.example).todos).toContain("[x]");
	});
});
