import type { CommandExit, CommandHandle } from "@services/terminal/CommandStore";
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
import { boolean, integer, offeredIn, text } from "../parameters";
import { commandResultRow, commandRow, describeExit, formatDuration, formatExcerpt } from "./formatCommand";
import { outputLimits } from "./outputLimits";
import { type CommandPlan, checkCommand, checkDirectory, runCommand } from "./runCommand";
import { unsavedNote } from "./unsavedNote";

/** A command that is meant to go on gets this long to fail at once, as on a port that is taken. */
const backgroundStartMs = 1000;

const parameters = z.object({
	command: text("command line; may have several lines"),
	cwd: text("working directory (default: the workspace)").optional(),
	timeout: integer("seconds to wait, 1 to 3600", { min: 1, max: 3600 }).optional(),
	background: boolean("true for servers and watchers: returns after a second").optional(),
	requires_approval: offeredIn(boolean("true for what deletes, installs or reaches out").optional(), {
		vocabularies: ["cline"],
	}),
});
type Params = z.infer<typeof parameters>;

const modelsDoubt: Effect = {
	kind: "consent",
	to: "run this command, which the model itself holds to be risky",
};

/** `execute_command`: runs a command as Kiln's own child process and reports how it ended. */
export class ExecuteCommandTool extends BaseTool<typeof parameters, CommandPlan> {
	readonly name = "execute_command";
	readonly group = "command";
	readonly parameters = parameters;
	readonly example = { command: "npm test", cwd: "packages/app" };

	describe({ settings }: ToolContext): string {
		const { timeoutMs, maxOutputLines } = settings.command;
		return `Runs a command in the user's shell. Each call is a process of its own: \`cd\` does not last, use cwd. There is nobody to type: pass flags that avoid questions. After ${timeoutMs / 1000} s (or \`timeout\`) it goes on in the background under an id; its new output and its end are reported later. Of more than ${maxOutputLines} lines you get head and tail. read_command_output reads the rest, types into it or ends it.`;
	}

	label({ command = "", cwd = "" }: Partial<Params>, _stage: RowStage): ToolRow {
		return commandRow(command, cwd);
	}

	/** What the model says of the risk can only raise it: false changes nothing. */
	targets({ command, cwd, requires_approval }: Params, task: TaskHandle): readonly Effect[] {
		const run: Effect = { kind: "execute", command, cwd: cwd ?? task.cwd };
		return requires_approval === true ? [run, modelsDoubt] : [run];
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
		const unsaved = unsavedNote(task);
		const command = await runCommand(data, task, callbacks);
		const result = describeResult(command, data, task);
		return {
			parts: [{ type: "text", text: `${result}${unsaved}` }],
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
	const status = command.exit
		? describeEnd(command.exit, command.id, place)
		: describeRunning(command, plan, place);
	const excerpt = command.excerpt(outputLimits(task));
	const output = formatExcerpt(excerpt, command.id);
	// told now, not again with the environment details
	if (!command.exit) command.takeNewOutput();
	if (output === "") return `${status}\n${command.exit ? "No output." : "No output so far."}`;
	const isCut = excerpt.omittedChars > 0;
	const problem = isCut && command.logProblem ? `\nNote: ${command.logProblem}.` : "";
	const whole = isCut ? ` (all of it: read_command_output, id ${command.id})` : "";
	return `${status}${problem}\n${command.exit ? "Output" : "Output so far"}${whole}:\n${output}`;
}

function describeEnd(exit: CommandExit, id: string, place: string): string {
	const ended = describeExit(exit, place);
	return exit.hasLeftovers ? `${ended} read_command_output ends it with id ${id} and kill.` : ended;
}

function describeRunning({ id }: CommandHandle, plan: CommandPlan, place: string): string {
	const what = plan.isBackground
		? `Started, id ${id}, in \`${place}\`.`
		: `Still running after ${formatDuration(plan.timeoutMs)}, id ${id}, in \`${place}\`.`;
	return `${what} It goes on in the background; new output and its end are reported with the environment details. read_command_output reads its output, types into it or ends it.`;
}
