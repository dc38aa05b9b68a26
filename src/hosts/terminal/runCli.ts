import { join, resolve } from "node:path";
import { dueLimit } from "@core/task/limits";
import { Task } from "@core/task/Task";
import { factsOf } from "@core/task/TaskFacts";
import { readTaskLog } from "@core/task/TaskLog";
import { isTaskId, taskDirectory } from "@core/task/TaskStore";
import type { Settlement, TaskControl, TaskSignal } from "@core/task/types";
import { visibleText } from "@core/tools/command/visibleText";
import { type ErrorInfo, KilnError, toErrorInfo } from "@shared/errors";
import type { EventOf, TaskEvent } from "@shared/events";
import { defaultModeSlug } from "@shared/modes";
import { createTaskFold, type TaskFold } from "@shared/TaskFold";
import { JsonRenderer, QuietRenderer, type Renderer, TextRenderer } from "./CliRenderer";
import { type CliDeps, createCliDeps } from "./createCliDeps";
import { GivenAnswer } from "./GivenAnswer";
import type { TerminalMcp } from "./mcp/TerminalMcp";
import { openChildLog } from "./openChildLog";
import { type CliArguments, parseCliArguments, usageText } from "./parseCliArguments";
import { type PendingAsk, pendingAsk } from "./pendingAsk";
import { TerminalPrompt } from "./TerminalPrompt";
import { recordedWorkspaceOf, workspaceOf } from "./workspaceOf";

export const exitCodes = { completed: 0, failed: 1, wouldAsk: 2, aborted: 130 } as const;

/** The process as the CLI sees it. */
export interface CliProcess {
	readonly argv: readonly string[];
	readonly environment: Readonly<Record<string, string | undefined>>;
	readonly currentFolder: string;
	readonly homeDir: string;
	readonly assetsDir: string;
	readonly version: string;
	readonly stdin: NodeJS.ReadStream;
	readonly stdout: NodeJS.WriteStream;
	readonly stderr: NodeJS.WriteStream;
	/** called with what Ctrl+C must do */
	onInterrupt(stop: () => void): void;
}

/** Runs the command line; resolves with its exit code and never rejects. */
export async function runCli(process: CliProcess): Promise<number> {
	try {
		const [first, ...rest] = process.argv;
		if (first === "mcp") return await (await import("./mcp/runMcpCommand")).runMcpCommand(process, rest);
		const args = parseCliArguments(process.argv);
		if (args.wants === "help") return say(process, usageText);
		if (args.wants === "version") return say(process, process.version);
		return await new CliRun(process, args).run();
	} catch (error) {
		complain(process, toErrorInfo(error));
		return exitCodes.failed;
	}
}

function say(process: CliProcess, text: string): number {
	process.stdout.write(`${text}\n`);
	return exitCodes.completed;
}

/** Messages may quote a server or a file: nothing in them steers the terminal. */
function complain(process: CliProcess, { message, hint }: Pick<ErrorInfo, "message" | "hint">): void {
	process.stderr.write(visibleText(`kiln: ${message}${hint === undefined ? "" : `\n${hint}`}\n`));
}

function createRenderer({ stdout }: CliProcess, { isJson, isQuiet }: CliArguments): Renderer {
	const out = (text: string) => void stdout.write(text);
	if (isJson) return new JsonRenderer(out);
	return isQuiet ? new QuietRenderer(out, stdout.isTTY) : new TextRenderer(out, stdout.isTTY);
}

/** How to go on with a task that had to ask. */
const answerHints: Readonly<Record<PendingAsk["kind"], string>> = {
	approval: "--approve (or --deny; a message goes to the model)",
	question: '"your answer"',
	limit: '"what to do next" (or --deny to stop the task)',
};

/** One task at the terminal. */
class CliRun {
	private readonly renderer: Renderer;
	private readonly prompt: TerminalPrompt | undefined;
	private readonly fold = createTaskFold();
	private given: GivenAnswer | undefined;
	private wouldAsk: PendingAsk["kind"] | undefined;
	/** the subtask that the task waits for */
	private child: TaskControl | undefined;
	/** how many events it had when it was opened: it has not run since as long as there are no more */
	private foundChildEvents = 0;
	private messageForChild: string | undefined;
	private servers: TerminalMcp | undefined;
	/** the task that goes on in this one's place */
	private successor: TaskControl | undefined;
	private interrupt = (): void => {};

	constructor(
		private readonly process: CliProcess,
		private readonly args: CliArguments,
	) {
		const { stdin, stdout } = process;
		this.renderer = createRenderer(process, args);
		// Nobody may be asked about what is not shown: --json and --quiet show no diffs and no commands.
		const canAsk = stdin.isTTY && stdout.isTTY && !args.isJson && !args.isQuiet;
		this.prompt = canAsk ? new TerminalPrompt(stdin, stdout, () => this.interrupt()) : undefined;
	}

	async run(): Promise<number> {
		const task = await this.openTask();
		try {
			return await this.work(task);
		} finally {
			this.prompt?.dispose();
			await task.suspend();
			await this.servers?.stop();
		}
	}

	private openTask(): Promise<Task> {
		const { continueId, text } = this.args;
		return continueId === undefined ? this.createTask(text) : this.continueTask(continueId);
	}

	private async createTask(text: string | undefined): Promise<Task> {
		if (text === undefined || text.trim() === "")
			throw new KilnError(
				"invalid_message",
				"There is no task.",
				'Say what to do: kiln "fix the failing test".',
			);
		const deps = await this.deps(workspaceOf(this.args.cwd, this.process.currentFolder), undefined);
		return Task.create(deps, { text, mode: this.args.mode ?? defaultModeSlug });
	}

	private async continueTask(taskId: string): Promise<Task> {
		const { currentFolder } = this.process;
		const recorded = this.recorded(taskId);
		const cwd =
			recorded === undefined
				? workspaceOf(this.args.cwd, currentFolder)
				: recordedWorkspaceOf(recorded.cwd, this.args.cwd, currentFolder);
		return Task.open(await this.deps(cwd, recorded?.profile), taskId);
	}

	private recorded(taskId: string): EventOf<"task_created"> | undefined {
		if (!isTaskId(taskId)) return undefined;
		const [first] = readTaskLog(taskDirectory(this.storageRoot(), taskId)).events;
		return first?.type === "task_created" ? first : undefined;
	}

	private async work(task: Task): Promise<number> {
		this.interrupt = () => void task.stop("Stopped at the terminal.");
		this.process.onInterrupt(() => this.interrupt());
		// Not earlier: from here on whoever interrupts ends them, too.
		await this.servers?.start();
		for (const [index, event] of task.events().entries())
			this.onEvent(event, task, index >= task.foundEvents);
		task.subscribe((signal) => this.onSignal(signal, task));
		if (this.args.continueId !== undefined && !this.resume(task)) return exitCodes.aborted;
		await this.runToRest(task);
		return this.exitCode(task.taskId);
	}

	private async runToRest(task: TaskControl): Promise<void> {
		await task.run();
		// It was found at rest: to go on with the task is to go on with what it waits for.
		const { child } = this;
		const mayGoOn = this.fold.phase === "waiting_child" && this.wouldAsk === undefined;
		if (child !== undefined && mayGoOn && child.events().length === this.foundChildEvents) {
			if (this.messageForChild !== undefined) child.send([{ type: "text", text: this.messageForChild }]);
			await child.run();
			if (createFoldOf(child).phase === "completed") await task.run();
		}
		const { successor } = this;
		this.successor = undefined;
		if (successor === undefined) return;
		this.follow(successor);
		try {
			await this.runToRest(successor);
		} finally {
			await successor.suspend();
		}
	}

	/** Shows a task beside the one that was asked for. */
	private follow(task: TaskControl): void {
		for (const event of task.events()) this.renderer.show({ kind: "event", event }, false);
		task.subscribe((signal) => this.onOtherSignal(signal, task));
	}

	/** Puts what the command line says where it belongs. False when that is to go no further. */
	private resume(task: Task): boolean {
		const { answer, mode } = this.args;
		const events = openChildLog(task.events(), this.storageRoot());
		const isOwn = events === task.events();
		const pending = pendingAsk(events);
		if (answer !== undefined && (pending === undefined || pending.kind === "question"))
			throw new KilnError(
				"invalid_message",
				"The task waits for no approval.",
				"Leave out --approve and --deny.",
			);
		if (mode !== undefined) task.switchMode(mode);
		if (isOwn && pending?.kind === "limit" && !this.isLimitDue(task)) return this.passLimit(task);
		this.hand(task, pending, isOwn);
		return true;
	}

	/** A message alone is no answer to an approval: it goes to the model, that of the subtask when one is waited for. */
	private hand(task: Task, pending: PendingAsk | undefined, isOwn: boolean): void {
		const { answer, text } = this.args;
		const isAnswer = answer !== undefined || (text !== undefined && pending?.kind !== "approval");
		if (pending !== undefined && isAnswer) this.given = new GivenAnswer(pending, answer, text);
		else if (!isOwn) this.messageForChild = text;
		else if (text !== undefined) task.send([{ type: "text", text }]);
	}

	/** Whether the task will ask at its limit again: it does not when the limit has been raised. */
	private isLimitDue(task: Task): boolean {
		return dueLimit(factsOf(task.events()), this.args.settings.limits, false) !== undefined;
	}

	private passLimit(task: Task): boolean {
		const { answer, text } = this.args;
		if (answer === "deny") {
			this.warn("the task stays stopped at its limit.");
			return false;
		}
		if (text !== undefined) task.send([{ type: "text", text }]);
		return true;
	}

	private async deps(
		cwd: string,
		recorded: EventOf<"task_created">["profile"] | undefined,
	): Promise<CliDeps> {
		const { args, process, warn } = this;
		const storage = this.storageRoot();
		const deps = await createCliDeps({ args, process, cwd, storage, recorded, warn, prompt: this.prompt });
		this.servers = deps.servers;
		return deps;
	}

	private readonly warn = (message: string): void => complain(this.process, { message });

	private storageRoot(): string {
		const { storage } = this.args;
		return storage === undefined
			? join(this.process.homeDir, ".kiln")
			: resolve(this.process.currentFolder, storage);
	}

	private onSignal(signal: TaskSignal, task: TaskControl): void {
		if (signal.kind === "event") this.onEvent(signal.event, task, true);
		else this.onUnlogged(signal);
	}

	private onOtherSignal(signal: TaskSignal, task: TaskControl): void {
		if (signal.kind !== "event") {
			this.onUnlogged(signal);
			return;
		}
		this.renderer.show(signal, false);
		this.react(signal.event, task);
	}

	private onUnlogged(signal: Exclude<TaskSignal, { kind: "event" }>): void {
		if (signal.kind === "live") this.renderer.show(signal, true);
		else if (signal.kind === "hand_over") this.successor = signal.task;
		else {
			this.child = signal.child;
			this.foundChildEvents = signal.child.events().length;
			this.follow(signal.child);
		}
	}

	private onEvent(event: TaskEvent, task: TaskControl, isNew: boolean): void {
		this.fold.push(event);
		if (!isNew) return;
		this.renderer.show({ kind: "event", event }, true);
		this.react(event, task);
	}

	private react(event: TaskEvent, task: TaskControl): void {
		if (event.type === "approval_asked") this.onApproval(event, task);
		if (event.type === "limit_asked") this.onLimit(event, task);
		if (event.type === "error") complain(this.process, event.error);
		if (this.given?.isOverWith(event)) this.dropAnswer(this.given);
	}

	private onApproval(event: EventOf<"approval_asked">, task: TaskControl): void {
		const { prompt } = this;
		const given = this.given?.forApproval(event);
		if (given !== undefined) afterDelivery(() => task.settle(event.approvalId, given));
		else if (prompt === undefined) this.leave(task, event.kind);
		else afterDelivery(async () => task.settle(event.approvalId, await askApproval(prompt, event)));
	}

	private onLimit(event: EventOf<"limit_asked">, task: TaskControl): void {
		const { prompt } = this;
		const answer = ({ decision, text }: Awaited<ReturnType<TerminalPrompt["limit"]>>) =>
			task.answerLimit(event.limitId, decision, text);
		const given = this.given?.forLimit(event);
		if (given !== undefined) afterDelivery(() => answer(given));
		else if (prompt === undefined) this.leave(task, "limit");
		else afterDelivery(async () => answer(await prompt.limit()));
	}

	/** Without a terminal the task is left as it is: it asks again when it is continued. */
	private leave(task: TaskControl, kind: PendingAsk["kind"]): void {
		this.wouldAsk = kind;
		afterDelivery(() => task.suspend());
	}

	private dropAnswer(given: GivenAnswer): void {
		this.given = undefined;
		if (!given.wasUsed)
			this.warn("what the task had stopped at ended without asking: your answer was not used.");
	}

	private exitCode(taskId: string): number {
		if (this.wouldAsk !== undefined) {
			this.warn(
				`the task has to ask, which it cannot do here (no terminal, --json or --quiet). Go on with: kiln --continue ${taskId} ${answerHints[this.wouldAsk]}`,
			);
			return exitCodes.wouldAsk;
		}
		switch (this.fold.phase) {
			case "completed":
				return exitCodes.completed;
			case "aborted":
				return exitCodes.aborted;
			default:
				return exitCodes.failed;
		}
	}
}

function createFoldOf(task: TaskControl): TaskFold {
	const fold = createTaskFold();
	for (const event of task.events()) fold.push(event);
	return fold;
}

/** Once the event is delivered: the engine opens the question right behind it. */
function afterDelivery(answer: () => unknown): void {
	setImmediate(async () => {
		try {
			await answer();
		} catch {
			// An interrupted question rejects; the task is stopping then.
		}
	});
}

async function askApproval(prompt: TerminalPrompt, event: EventOf<"approval_asked">): Promise<Settlement> {
	if (event.kind === "approval") return prompt.approval();
	return { decision: "answer", text: await prompt.answer(event.suggestions ?? []) };
}
