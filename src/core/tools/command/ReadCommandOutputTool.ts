import type { CommandHandle } from "@services/terminal/CommandStore";
import type { Effect } from "@shared/effects";
import { KilnError } from "@shared/errors";
import { maxRowTextChars, type ToolRow } from "@shared/tools";
import * as z from "zod";
import { BaseTool, type Operation, type RowStage, type TaskHandle, type ToolResult } from "../BaseTool";
import { boolean, freeText, integer, text } from "../parameters";
import { endCommand, sendInput } from "./actOnCommand";
import { findCommand, requireAlive, requireRunning } from "./findCommand";
import { describeExit } from "./formatCommand";
import { readOutput } from "./readOutput";
import { visibleText } from "./visibleText";

/** A person reads all of it before it is sent. */
const maxInputChars = 10_000;

const parameters = z.object({
	id: text("as execute_command gave it"),
	offset: integer("first line (default 1); negative: from the end").optional(),
	search: text("shows only lines that match: regex (Rust syntax) or plain text").optional(),
	input: freeText("a line for the input of a command that was started with background true").optional(),
	kill: boolean("true: ends the command and what it has started").optional(),
});
type Params = z.infer<typeof parameters>;

type Data =
	| { readonly kind: "read"; readonly id: string; readonly offset: number; readonly search?: string }
	| { readonly kind: "input"; readonly id: string; readonly input: string }
	| { readonly kind: "kill"; readonly id: string };

/**
 * `read_command_output`: pages what a command has written, also while it runs; writes to its input; ends it. Ending
 * one's own command needs no approval. Input may be a command itself (a shell, an interpreter), so it is a run effect
 * that no allow rule can cover: its text has two lines, which makes it no plain command, while deny rules see both.
 */
export class ReadCommandOutputTool extends BaseTool<typeof parameters, Data> {
	readonly name = "read_command_output";
	readonly group = "command";
	readonly parameters = parameters;
	/** as a whole, since reads are: identical input ("y") is legal, too, and asked about each time */
	override readonly isPolling = true;
	readonly example = { id: "cmd-1", search: "error|warning" };

	describe(): string {
		return 'Reads the output of a command of execute_command by its id, also while it runs; lines come as "N | text", as many as execute_command shows. Or writes to its input, or ends it.';
	}

	label({ id = "a command", input, kill }: Partial<Params>, _stage: RowStage): ToolRow {
		const none = { kind: "none" } as const;
		if (kill) return { icon: "debug-stop", title: `End ${id}`, body: none };
		if (input !== undefined) return { icon: "terminal", title: `Type into ${id}`, body: none };
		return { icon: "terminal", title: `Read the output of ${id}`, body: none };
	}

	targets({ id, input }: Params, task: TaskHandle): readonly Effect[] {
		if (input === undefined) return [];
		const { command, cwd } = requireRunning(id, task);
		return [{ kind: "execute", command: inputAsCommand(command, input), cwd }];
	}

	async plan(params: Params, task: TaskHandle): Promise<Operation<Data>> {
		const data = dataOf(params);
		const row = this.label(params, "ready");
		if (data.kind === "read") await findCommand(data.id, task);
		if (data.kind !== "input") return { effects: [], data, row };
		const { command, cwd } = requireRunning(data.id, task);
		const shown = visibleText(inputAsCommand(command, data.input)).slice(0, maxRowTextChars);
		const body = { kind: "terminal", command: shown, cwd: task.displayPath(cwd), output: "" } as const;
		return { effects: this.targets(params, task), data, row: { ...row, body } };
	}

	async execute({ data, row }: Operation<Data>, task: TaskHandle): Promise<ToolResult> {
		const result = await perform(data, task);
		return {
			parts: [{ type: "text", text: result }],
			row: { ...row, body: { kind: "text", text: result.slice(0, maxRowTextChars) } },
		};
	}
}

function dataOf({ id, offset, search, input, kill }: Params): Data {
	const isLook = offset !== undefined || search !== undefined;
	if (Number(isLook) + Number(input !== undefined) + Number(kill === true) > 1) {
		throw new KilnError(
			"invalid_parameters",
			"read_command_output: reading (offset, search), input and kill do not go together.",
			"Make one call for each.",
		);
	}
	if (kill) return { kind: "kill", id };
	if (input !== undefined) return { kind: "input", id, input: checkInput(input) };
	// lines are counted from 1
	return { kind: "read", id, offset: offset || 1, ...(search === undefined ? {} : { search }) };
}

function checkInput(input: string): string {
	if (input.length <= maxInputChars) return input;
	throw new KilnError(
		"invalid_parameters",
		`read_command_output: input has ${input.length} characters, ${maxInputChars} are the limit.`,
		"Write it to a file and let the command read that.",
	);
}

function inputAsCommand(command: string, input: string): string {
	return `${command}\n← ${input}`;
}

async function perform(data: Data, task: TaskHandle): Promise<string> {
	const { id } = data;
	switch (data.kind) {
		case "read": {
			const found = await findCommand(id, task);
			return `${statusOf(id, found.handle, task)}\n${await readOutput(found, data, task)}`;
		}
		case "input": {
			const command = requireRunning(id, task);
			const output = await sendInput(command, data.input, task);
			return withOutput(statusOf(id, command, task), output);
		}
		case "kill": {
			const command = requireAlive(id, task);
			const hadEnded = command.exit !== undefined;
			const survivors = await endCommand(command, task);
			const status = hadEnded ? leftoversOf(command) : statusOf(id, command, task);
			return withOutput(survivors === "" ? status : `${status}\n${survivors}`, command.takeNewOutput());
		}
	}
}

function statusOf(id: string, handle: CommandHandle | undefined, task: TaskHandle): string {
	if (!handle) return `${id} ran before this task was resumed; its stored output:`;
	return handle.exit ? describeExit(handle.exit, task.displayPath(handle.cwd)) : `${id} is running.`;
}

/** What became of the processes that a command had left behind. */
function leftoversOf({ id, isAlive }: CommandHandle): string {
	return isAlive
		? `A process that ${id} left behind still runs in a session of its own and cannot be found. End it with execute_command, by its name.`
		: `What ${id} had left behind is ended.`;
}

function withOutput(status: string, output: string): string {
	return output === "" ? `${status}\nNo new output.` : `${status}\nNew output:\n${output.trimEnd()}`;
}
