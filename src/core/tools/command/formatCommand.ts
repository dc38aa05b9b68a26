import type {
	CommandExit,
	CommandHandle,
	OutputExcerpt,
	OutputLimits,
} from "@services/terminal/CommandStore";
import { maxRowTextChars, type ToolBody, type ToolRow } from "@shared/tools";
import { visibleText } from "./visibleText";

const maxTitleChars = 100;
/** of a card; the exact cap `maxRowTextChars` counts UTF-16 units, of which none takes less than a byte */
const rowLimits: OutputLimits = { maxLines: 200, maxBytes: maxRowTextChars - 200 };

/** The card of a command before it has run. `cwd` is as people should read it. */
export function commandRow(command: string, cwd: string): ToolRow {
	const title = command.trim() === "" ? "Run a command" : titleOf(command);
	const shown = visibleText(command).slice(0, maxRowTextChars);
	return { icon: "terminal", title, body: { kind: "terminal", command: shown, cwd, output: "" } };
}

/** The card of a command that has ended, or that goes on in the background. */
export function commandResultRow(handle: CommandHandle, cwd: string): ToolRow {
	const { exit } = handle;
	const row = commandRow(handle.command, cwd);
	const output = formatExcerpt(handle.excerpt(rowLimits), handle.id);
	const detail = exit ? `${shortExit(exit)} · ${formatDuration(exit.durationMs)}` : `running · ${handle.id}`;
	return { ...row, detail, body: { ...bodyOf(row), output, ...(exit ? exitFields(exit) : {}) } };
}

function bodyOf(row: ToolRow): Extract<ToolBody, { kind: "terminal" }> {
	return row.body.kind === "terminal" ? row.body : { kind: "terminal", command: "", cwd: "", output: "" };
}

function exitFields({ exitCode, signal, durationMs }: CommandExit) {
	return { exitCode, durationMs: Math.round(durationMs), ...(signal === undefined ? {} : { signal }) };
}

function titleOf(command: string): string {
	const [first = "", ...more] = visibleText(command.trim()).split("\n");
	const line = more.length > 0 ? `${first.trimEnd()} …` : first;
	const room = maxTitleChars - "Run ``".length;
	return `Run \`${line.length <= room ? line : `${cutChars(line, room - 1)}…`}\``;
}

/** Never half of a surrogate pair. */
function cutChars(text: string, maxChars: number): string {
	return text.slice(0, maxChars).replace(/[\ud800-\udbff]$/, "");
}

/** How a command ended, for the model; a failure is said first. */
export function describeExit(exit: CommandExit, place: string): string {
	const where = `after ${formatDuration(exit.durationMs)} in \`${place}\`.`;
	const leftovers = exit.hasLeftovers
		? " A process that it left behind still runs and holds its output open."
		: "";
	if (exit.signal !== undefined) return `The command was ended by ${exit.signal} ${where}${leftovers}`;
	if (exit.exitCode === 0) return `Exit code 0 ${where}${leftovers}`;
	return `The command failed: exit code ${exit.exitCode}${shellSignal(exit.exitCode)} ${where}${leftovers}`;
}

/** Output with a mark in the place of what was left out. */
export function formatExcerpt(excerpt: OutputExcerpt, id: string): string {
	const { head, tail, omittedChars, omittedLines } = excerpt;
	if (omittedChars === 0) return head.trimEnd();
	const what = omittedLines > 0 ? `${omittedLines} lines` : `${omittedChars} characters`;
	return `${head.replace(/\n$/, "")}\n… ${what} left out (id ${id}) …\n${tail.trimEnd()}`;
}

/** "1.2 s", "2 min 5 s" */
export function formatDuration(durationMs: number): string {
	const seconds = durationMs / 1000;
	if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
	const whole = Math.round(seconds);
	return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

function shortExit({ exitCode, signal }: CommandExit): string {
	return signal ?? `exit ${exitCode}`;
}

/** A shell reports a program that a signal ended as 128 + its number (POSIX numbers, the same everywhere). */
const shellSignals: Readonly<Record<number, string>> = {
	129: "SIGHUP",
	130: "SIGINT",
	131: "SIGQUIT",
	132: "SIGILL",
	134: "SIGABRT",
	136: "SIGFPE",
	137: "SIGKILL",
	139: "SIGSEGV",
	141: "SIGPIPE",
	143: "SIGTERM",
};

function shellSignal(exitCode: number | null): string {
	const name = exitCode === null ? undefined : shellSignals[exitCode];
	return name === undefined ? "" : ` (as after ${name})`;
}
