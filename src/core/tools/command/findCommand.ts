import type { CommandHandle } from "@services/terminal/CommandStore";
import { KilnError } from "@shared/errors";
import type { TaskHandle } from "../BaseTool";

/** A command whose output can be read; `handle` is absent for one from before a restart. */
export interface FoundCommand {
	readonly id: string;
	readonly handle?: CommandHandle;
	/** the whole output up to now */
	chunks(): AsyncIterable<Buffer>;
}

/** Throws `unknown_command` that lists the ids that exist. */
export async function findCommand(id: string, task: TaskHandle): Promise<FoundCommand> {
	const { commands } = task;
	const handle = commands.get(id);
	if (handle) return { id, handle, chunks: () => handle.chunks() };
	if ((await commands.stored(id)) === undefined) throw unknown(id, await commands.ids());
	return { id, chunks: () => storedChunks(id, task) };
}

/** A command that runs in this session, for what more than looks at it. */
export function requireRunning(id: string, task: TaskHandle): CommandHandle {
	const handle = task.commands.get(id);
	if (handle && !handle.exit) return handle;
	throw notRunning(id, handle, task);
}

/** A command that runs, or has ended and left processes behind. */
export function requireAlive(id: string, task: TaskHandle): CommandHandle {
	const handle = task.commands.get(id);
	if (handle?.isAlive) return handle;
	throw notRunning(id, handle, task);
}

function notRunning(id: string, handle: CommandHandle | undefined, task: TaskHandle): KilnError {
	const running = task.commands.running().map((command) => command.id);
	return new KilnError(
		"unknown_command",
		handle ? `${id} has ended.` : `No command ${id} runs.`,
		running.length > 0 ? `These run: ${running.join(", ")}.` : "No command of this task runs.",
	);
}

async function* storedChunks(id: string, task: TaskHandle): AsyncGenerator<Buffer> {
	yield* (await task.commands.stored(id)) ?? [];
}

function unknown(id: string, ids: readonly string[]): KilnError {
	const hint =
		ids.length > 0 ? `These exist: ${ids.slice(-50).join(", ")}.` : "No command of this task has output.";
	return new KilnError("unknown_command", `There is no output of a command ${id}.`, hint);
}
