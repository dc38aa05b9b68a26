import type { CommandHandle, OutputLimits } from "@services/terminal/CommandStore";
import type { Effect } from "@shared/effects";
import type { ToolRow } from "@shared/tools";
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
import { boolean, integer, text } from "../parameters";
import { commandResultRow, commandRow, describeExit, formatDuration, formatExcerpt } from "./formatCommand";
import { type CommandPlan, checkCommand, checkDirectory, runCommand } from "./runCommand";

/** A command that is meant to go on gets this long to fail at once, as on a port that is taken. */
const backgroundStartMs = 1000;
const minOutputBytes = 3000;
/** leaves room for the rest of the turn in a nearly full window */
const bytesPerFreeToken = 2;

const parameters = z.object({
	command: text("command line; may have several lines"),
	cwd: text("working directory (default: the workspace)").optional(),
	timeout: integer("seconds to wait, 1 to 3600", { min: 1, max: 3600 }).optional(),
	background: boolean("true for servers and watchers: returns after a second").optional(),
});
type Params = z.infer<typeof parameters>;

/** `execute_command`: runs a command as Kiln's own child process and reports how it ended. */
export class ExecuteCommandTool extends BaseTool<typeof parameters, CommandPlan> {
	readonly name = "execute_command";
	readonly group = "command";
	readonly parameters = parameters;
	readonly example = { command: "npm test", cwd: "packages/app" };

	describe({ settings }: ToolContext): string {
		const { timeoutMs, maxOutputLines } = settings.command;
		return `Runs a command in the user's shell. Each call is a process of its own: \`cd\` does not last, use cwd. There is nobody to type: pass flags that avoid questions. After ${timeoutMs / 1000} s (or \`timeout\`) it goes on in the background under an id; its new output and its end are reported later. Of more than ${maxOutputLines} lines you get head and tail.`;
	}

	label({ command = "", cwd = "" }: Partial<Params>, _stage: RowStage): ToolRow {
		return commandRow(command, cwd);
	}

	targets({ command, cwd }: Params, task: TaskHandle): readonly Effect[] {
		return [{ kind: "execute", command, cwd: cwd ?? task.cwd }];
	}

	async plan(params: Params, task: TaskHandle): Promise<Operation<CommandPlan>> {
		checkCommand(params.command);
		const cwd = task.resolvePath(params.cwd ?? task.cwd);
		await checkDirectory(cwd, params.cwd ?? task.cwd);
		const isBackground = params.background ?? false;
		const data = { command: params.command, cwd, timeoutMs: timeoutOf(params, task), isBackground };
		const row = commandRow(params.command, task.displayPath(cwd));
		return { effects: this.targets(params, task), data, row };
	}

	async execute(
		{ data }: Operation<CommandPlan>,
		task: TaskHandle,
		callbacks: ToolCallbacks,
	): Promise<ToolResult> {
		const command = await runCommand(data, task, callbacks);
		const result = describeResult(command, data, task);
		return {
			parts: [{ type: "text", text: result }],
			row: commandResultRow(command, task.displayPath(data.cwd)),
		};
	}
}

function timeoutOf({ timeout, background }: Params, task: TaskHandle): number {
	if (background) return backgroundStartMs;
	return timeout === undefined ? task.settings.command.timeoutMs : timeout * 1000;
}

function describeResult(command: CommandHandle, plan: CommandPlan, task: TaskHandle): string {
	const place = task.displayPath(plan.cwd);
	const status = command.exit ? describeExit(command.exit, place) : describeRunning(command, plan, place);
	const excerpt = command.excerpt(limitsOf(task));
	const output = formatExcerpt(excerpt, command.id);
	// told now, not again with the environment details
	if (!command.exit) command.takeNewOutput();
	const problem = excerpt.omittedChars > 0 && command.logProblem ? `\nNote: ${command.logProblem}.` : "";
	if (output === "") return `${status}\n${command.exit ? "No output." : "No output so far."}`;
	return `${status}${problem}\n${command.exit ? "Output:" : "Output so far:"}\n${output}`;
}

function describeRunning({ id }: CommandHandle, plan: CommandPlan, place: string): string {
	const what = plan.isBackground
		? `Started, id ${id}, in \`${place}\`.`
		: `Still running after ${formatDuration(plan.timeoutMs)}, id ${id}, in \`${place}\`.`;
	return `${what} It goes on in the background; new output and its end are reported with the environment details.`;
}

function limitsOf({ settings, freeContextTokens }: TaskHandle): OutputLimits {
	const { maxOutputLines, maxOutputBytes } = settings.command;
	const affordable = Math.max(minOutputBytes, freeContextTokens * bytesPerFreeToken);
	return { maxLines: maxOutputLines, maxBytes: Math.min(maxOutputBytes, affordable) };
}
