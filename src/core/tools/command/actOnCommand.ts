import type { CommandHandle } from "@services/terminal/CommandStore";
import { KilnError } from "@shared/errors";
import type { TaskHandle } from "../BaseTool";

/** A program that answers to input does so within this time, mostly. */
const answerMs = 1000;

/**
 * Writes a line to a command's input and waits until it has written something, has ended, or the time is up. Returns
 * its output that was not told yet.
 */
export async function sendInput(command: CommandHandle, input: string, task: TaskHandle): Promise<string> {
	const answered = untilOutput(command);
	try {
		if (!command.write(input.endsWith("\n") ? input : `${input}\n`)) throw closedInput(command);
		await waitFor(Promise.race([answered.done, command.finished]), answerMs, task);
	} finally {
		answered.dispose();
	}
	return command.takeNewOutput();
}

/** Ends a command with its process tree. Returns what could not be ended, for the model; mostly nothing. */
export async function endCommand(command: CommandHandle, task: TaskHandle): Promise<string> {
	const { survivors } = await command.kill();
	// it may have left the group before: then its end is not this kill's to wait for
	await waitFor(command.finished, answerMs, task);
	return survivors.length > 0 ? `Processes that could not be ended: ${survivors.join(", ")}.` : "";
}

function untilOutput(command: CommandHandle): { done: Promise<void>; dispose(): void } {
	let dispose = () => {};
	const done = new Promise<void>((resolve) => {
		const subscription = command.onOutput(() => resolve());
		dispose = () => subscription.dispose();
	});
	return { done, dispose };
}

async function waitFor(event: Promise<unknown>, timeoutMs: number, task: TaskHandle): Promise<void> {
	const settled = new AbortController();
	const timeUp = task.host.clock.sleep(timeoutMs, AbortSignal.any([task.signal, settled.signal]));
	// the loser of the race is rejected when nobody listens any more
	timeUp.catch(() => {});
	try {
		await Promise.race([event, timeUp]);
	} finally {
		settled.abort();
	}
}

function closedInput({ id }: CommandHandle): KilnError {
	return new KilnError(
		"command_failed",
		`The input of ${id} is closed: it was not started with background true, or it has closed it.`,
		"Start a command that reads input with background true, or give it its input by a pipe or a here-document.",
	);
}
