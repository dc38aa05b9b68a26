import { TodoWriteTool } from "@core/tools/go-code/TodoWriteTool";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestTask, parseParams, runTool, type TestTask } from "../support/testTask";

const tool = new TodoWriteTool();
let task: TestTask;
const write = async (...todos: readonly object[]) => (await runTool(tool, { todos }, task)).text.split("\n");

beforeEach(() => {
	task = createTestTask();
});

describe("TodoWrite", () => {
	it("adds what has no id and answers with the numbered list", async () => {
		const lines = await write(
			{ content: "Read", status: "completed" },
			{ content: "Fix", status: "in_progress" },
			{ content: "Test" },
		);
		expect(lines).toEqual(["1. ✅ Read", "2. 🔄 Fix", "3. 📋 Test"]);
		expect(await write({ content: "Document", status: "pending" })).toEqual([...lines, "4. 📋 Document"]);
	});

	it("updates the item of an id, by its number or by its own, and nothing else of it", async () => {
		await write({ content: "Read" }, { id: "fix", content: "Fix" });
		expect(await write({ id: "1", status: "completed" })).toEqual(["1. ✅ Read", "2. 📋 Fix"]);
		expect(await write({ id: "fix", content: "Mend" })).toEqual(["1. ✅ Read", "2. 📋 Mend"]);
		expect(await write({ id: 2, status: "in_progress" })).toEqual(["1. ✅ Read", "2. 🔄 Mend"]);
		expect(task.todos).toMatchObject([
			{ content: "Read", status: "completed" },
			{ id: "fix", content: "Mend", status: "in_progress" },
		]);
	});

	it("updates items that update_todo_list made, by their numbers", async () => {
		task.setTodos([{ id: "t7", content: "Old", status: "pending" }]);
		expect(await write({ id: "1", status: "completed" }, { content: "New" })).toEqual([
			"1. ✅ Old",
			"2. 📋 New",
		]);
	});

	it("adds an id that is new, and updates it in the same call", async () => {
		expect(await write({ id: "a", content: "A" }, { id: "a", status: "completed" })).toEqual(["1. ✅ A"]);
	});

	it("says the id where the number would name another item", async () => {
		expect(await write({ id: "2", content: "First" }, { content: "Second" })).toEqual([
			"1. 📋 First",
			"2. 📋 Second (id 3)",
		]);
		expect(await write({ id: "3", status: "completed" })).toContain("2. ✅ Second (id 3)");
	});

	it("takes JSON text, as the text formats bring it, and fields that it does not know", async () => {
		const todos = JSON.stringify([{ content: "A </todos> B", activeForm: "Doing A" }]);
		expect((await runTool(tool, { todos }, task)).text).toBe("1. 📋 A </todos> B");
		await expect(runTool(tool, { todos: "[ ] A" }, task)).rejects.toMatchObject({
			code: "invalid_parameters",
		});
		expect(parseParams(tool, tool.example).todos).toHaveLength(2);
	});

	it("answers a call without items with the list", async () => {
		expect(await write()).toEqual(["No todos."]);
	});

	it.each([
		["an item without id and content", [{ status: "completed" }], "neither id nor content"],
		["a blank new item", [{ content: "  " }], "neither id nor content"],
		["an update of what does not exist", [{ id: "9", status: "completed" }], 'no item "9" to update'],
		["a status that does not exist", [{ content: "A", status: "done" }], "todos.0.status"],
		["too many", Array.from({ length: 200 }, (_, index) => ({ content: `${index}` })), "201 items"],
	])("refuses %s and changes nothing", async (_, todos, message) => {
		const before = [{ id: "x", content: "Old", status: "pending" as const }];
		task.setTodos(before);
		await expect(runTool(tool, { todos }, task)).rejects.toMatchObject({
			code: "invalid_parameters",
			message: expect.stringContaining(message),
		});
		expect(task.todos).toEqual(before);
	});

	it("is not there when todo lists are off", () => {
		expect(tool.isAvailable(createTestTask({ settings: { todoListEnabled: false } }))).toBe(false);
		expect(tool.isAvailable(task)).toBe(true);
	});

	it("never lets one item pass for another: each line's number or id updates just that line", async () => {
		const id = fc.option(fc.constantFrom("1", "2", "3", "a", "t1"), { nil: undefined });
		const calls = fc.array(fc.array(fc.record({ id }), { minLength: 1, maxLength: 3 }), { maxLength: 4 });
		const property = fc.asyncProperty(calls, async (given) => {
			task = createTestTask({ cwd: task.cwd });
			let count = 0;
			let lines = ["No todos."];
			for (const call of given) {
				lines = await write(...call.map((item) => ({ ...item, content: `item ${++count}` })));
			}
			if (lines[0] === "No todos.") return;
			for (const [index, line] of lines.entries()) {
				const named = /\(id (.+)\)$/.exec(line)?.[1] ?? String(index + 1);
				const after = await write({ id: named, status: "completed" });
				expect(after[index]).toBe(line.replace("📋", "✅"));
				expect(after.length).toBe(lines.length);
			}
		});
		await fc.assert(property, { numRuns: 50 });
	});
});
