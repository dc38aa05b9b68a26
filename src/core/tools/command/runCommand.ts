import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import type { CommandHandle } from "@services/terminal/CommandStore";
import { KilnError } from "@shared/errors";
import type { TaskHandle, ToolCallbacks } from "../BaseTool";
import { commandRow } from "./formatCommand";
import { LiveOutput } from "./LiveOutput";
import { showInTerminal } from "./showInTerminal";

export interface CommandPlan {
	readonly command: string;
	/** absolute */
	readonly cwd: string;
	/** after this the command goes on in the background */
	readonly timeoutMs: number;
	/** meant to go on: its input stays open */
	readonly isBackground: boolean;
}

/**
 * Runs a command until it ends, its time is up (then `exit` of the handle is undefined and it goes on in the
 * background) or the turn is aborted (then its process tree is killed in the background, and this throws at once).
 */
export async function runCommand(
	plan: CommandPlan,
	task: TaskHandle,
	callbacks: Pick<ToolCallbacks, "output">,
): Promise<CommandHandle> {
	const { signal } = task;
	const command = await task.commands.start({
		command: plan.command,
		cwd: plan.cwd,
		stdin: plan.isBackground ? "open" : "closed",
		// what a result has no room for can be read later, also after a restart
		keepChars: task.settings.command.maxOutputBytes,
		keepLines: task.settings.command.maxOutputLines,
		signal,
	});
	showInTerminal(command, commandRow(plan.command, plan.cwd).title, task.host.terminals);
	const live = new LiveOutput(command, callbacks.output);
	try {
		await waitForEnd(command, plan.timeoutMs, task);
	} finally {
		live.dispose();
		if (signal.aborted) void command.kill();
	}
	if (!command.exit) command.moveToBackground();
	return command;
}

/** Resolves at the end or when the time is up, rejects at once on abort. */
async function waitForEnd(command: CommandHandle, timeoutMs: number, task: TaskHandle): Promise<void> {
	const settled = new AbortController();
	const stopWaiting = AbortSignal.any([task.signal, settled.signal]);
	const timeUp = task.host.clock.sleep(timeoutMs, stopWaiting);
	// the loser of the race is rejected when nobody listens any more
	timeUp.catch(() => {});
	try {
		await Promise.race([command.finished, timeUp]);
	} finally {
		settled.abort();
	}
}

/** Refuses what cannot be a command's directory. `cwd` is absolute, `shown` what people and the model read. */
export async function checkDirectory(cwd: string, shown: string): Promise<void> {
	const stats = await stat(cwd).catch(() => undefined);
	if (stats?.isDirectory()) return enterDirectory(cwd, shown);
	if (stats) throw new KilnError("path_not_directory", `The working directory ${shown} is not a directory.`);
	throw new KilnError(
		"path_not_found",
		`The working directory ${shown} does not exist.`,
		"Leave cwd out for the workspace, or create the directory first.",
	);
}

/** What the system says of a program that cannot start there sounds as if the shell were at fault. */
async function enterDirectory(cwd: string, shown: string): Promise<void> {
	await access(cwd, constants.X_OK).catch((error: unknown) => {
		throw new KilnError(
			"no_permission",
			`The working directory ${shown} may not be entered by this user.`,
			"Give another cwd, or ask the user to change its permissions.",
			{ cause: error },
		);
	});
}

/** Refuses an empty command. */
export function checkCommand(command: string): void {
	if (command.trim() !== "") return;
	throw new KilnError("invalid_parameters", "The command is empty.", "Give the command line to run.");
}
