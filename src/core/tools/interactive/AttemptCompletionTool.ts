import type { CommandHandle } from "@services/terminal/CommandStore";
import type { Effect } from "@shared/effects";
import { KilnError } from "@shared/errors";
import type { ToolRow } from "@shared/tools";
import { maxRowTextChars } from "@shared/tools";
import * as z from "zod";
import {
	BaseTool,
	type Operation,
	type RowStage,
	type TaskHandle,
	type ToolCallbacks,
	type ToolResult,
} from "../BaseTool";
import { describeExit, formatExcerpt } from "../command/formatCommand";
import { checkCommand, runCommand } from "../command/runCommand";
import { visibleText } from "../command/visibleText";
import { freeText, text } from "../parameters";

const parameters = z.object({
	result: freeText("what was achieved; no question and no offer at its end"),
	command: text("a command that shows the result").optional(),
});
type Params = z.infer<typeof parameters>;

interface Data {
	readonly result: string;
	readonly command?: string | undefined;
}

const outputLimits = { maxLines: 50, maxBytes: 8000 };
const maxRemembered = 1000;

/** `attempt_completion`: the result is shown and the user has the word. */
export class AttemptCompletionTool extends BaseTool<typeof parameters, Data> {
	readonly name = "attempt_completion";
	readonly group = "always";
	readonly parameters = parameters;
	readonly example = { result: "The login form now checks the address before it is sent. All tests pass." };

	/**
	 * Tasks that were reminded of their open todos. The tool outlives tasks, and a task's handle is made anew for each
	 * call, so the id is what stands for the task. A reminder comes at most once in the life of this process.
	 */
	private readonly reminded = new Set<string>();

	describe(): string {
		return "Shows the user the result and ends the turn. Only when the work is done and the results of your tool calls have shown that it succeeded.";
	}

	label({ result = "", command }: Partial<Params>, stage: RowStage): ToolRow {
		const shown = command === undefined ? result : `${result}\n\n${codeBlock(`$ ${visibleText(command)}`)}`;
		return rowOf(shown, stage);
	}

	targets({ command }: Params, task: TaskHandle): readonly Effect[] {
		return command === undefined ? [] : [{ kind: "execute", command, cwd: task.cwd }];
	}

	async plan(params: Params, task: TaskHandle): Promise<Operation<Data>> {
		if (params.result.trim() === "") {
			throw new KilnError("invalid_parameters", "The result is empty.", "Say what was achieved.");
		}
		if (params.command !== undefined) checkCommand(params.command);
		this.remindOfTodos(task);
		return { effects: this.targets(params, task), data: params, row: this.label(params, "ready") };
	}

	async execute({ data }: Operation<Data>, task: TaskHandle, callbacks: ToolCallbacks): Promise<ToolResult> {
		const { result, command } = data;
		const demo = command === undefined ? undefined : await demonstrate(command, task, callbacks);
		const said = "The result has been shown to the user.";
		return {
			parts: [{ type: "text", text: demo === undefined ? said : `${said}\n${demo.forModel}` }],
			row: rowOf(demo === undefined ? result : `${result}\n\n${demo.forUser}`, "done"),
			next: { kind: "complete", text: result },
		};
	}

	private remindOfTodos(task: TaskHandle): void {
		const open = task.todos.filter((item) => item.status !== "completed").length;
		if (open === 0 || !task.settings.todoListEnabled || this.reminded.has(task.taskId)) return;
		this.remember(task.taskId);
		throw new KilnError(
			"tool_not_allowed",
			open === 1 ? "1 todo is still open." : `${open} todos are still open.`,
			"Finish them or update the list with update_todo_list, then complete. You are reminded only once.",
		);
	}

	private remember(taskId: string): void {
		const [oldest] = this.reminded;
		if (oldest !== undefined && this.reminded.size >= maxRemembered) this.reminded.delete(oldest);
		this.reminded.add(taskId);
	}
}

function rowOf(shown: string, stage: RowStage): ToolRow {
	return {
		icon: "check-all",
		title: stage === "streaming" ? "Completing the task" : "Task completed",
		body: { kind: "completion", text: shown.slice(0, maxRowTextChars) },
	};
}

async function demonstrate(command: string, task: TaskHandle, callbacks: ToolCallbacks) {
	const { timeoutMs } = task.settings.command;
	const handle = await runCommand(
		{ command, cwd: task.cwd, timeoutMs, isBackground: false },
		task,
		callbacks,
	);
	const status = statusOf(handle, task);
	const output = formatExcerpt(handle.excerpt(outputLimits), handle.id);
	if (!handle.exit) handle.takeNewOutput();
	return {
		forModel: `${status}\n${output === "" ? "No output." : `Output:\n${output}`}`,
		forUser: `${codeBlock(`$ ${visibleText(command)}\n${output}`)}\n${status}`,
	};
}

function statusOf({ exit, id }: CommandHandle, task: TaskHandle): string {
	if (!exit) return `The command goes on in the background, id ${id}.`;
	return describeExit(exit, task.displayPath(task.cwd));
}

/** A fence that is longer than any run of backticks in the text. */
function codeBlock(content: string): string {
	const runs = content.match(/`+/g) ?? [];
	const longest = runs.reduce((most, run) => Math.max(most, run.length), 2);
	const fence = "`".repeat(longest + 1);
	return `${fence}\n${content.trimEnd()}\n${fence}`;
}
