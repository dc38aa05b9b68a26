import { join, resolve } from "node:path";
import { dueLimit } from "@core/task/limits";
import { Task } from "@core/task/Task";
import { TaskFacts } from "@core/task/TaskFacts";
import { readTaskLog } from "@core/task/TaskLog";
import { isTaskId, taskDirectory } from "@core/task/TaskStore";
import type { Settlement, TaskDeps, TaskSignal } from "@core/task/types";
import { visibleText } from "@core/tools/command/visibleText";
import { createDefaultRegistry } from "@core/tools/defaultTools";
import { type ErrorInfo, KilnError, toErrorInfo } from "@shared/errors";
import type { EventOf, TaskEvent } from "@shared/events";
import { builtInModes, defaultModeSlug } from "@shared/modes";
import { createTaskFold } from "@shared/TaskFold";
import { JsonRenderer, QuietRenderer, type Renderer, TextRenderer } from "./CliRenderer";
import { cliKey, cliProfile, providerSource } from "./cliProvider";
import { createTerminalHost } from "./createTerminalHost";
import { GivenAnswer } from "./GivenAnswer";
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
		const deps = this.deps(workspaceOf(this.args.cwd, this.process.currentFolder), undefined);
		return Task.create(deps, { text, mode: this.args.mode ?? defaultModeSlug });
	}

	private async continueTask(taskId: string): Promise<Task> {
		const { currentFolder } = this.process;
		const recorded = this.recorded(taskId);
		const cwd =
			recorded === undefined
				? workspaceOf(this.args.cwd, currentFolder)
				: recordedWorkspaceOf(recorded.cwd, this.args.cwd, currentFolder);
		return Task.open(this.deps(cwd, recorded?.profile), taskId);
	}

	private recorded(taskId: string): EventOf<"task_created"> | undefined {
		if (!isTaskId(taskId)) return undefined;
		const [first] = readTaskLog(taskDirectory(this.storageRoot(), taskId)).events;
		return first?.type === "task_created" ? first : undefined;
	}

	private async work(task: Task): Promise<number> {
		this.interrupt = () => void task.stop("Stopped at the terminal.");
		this.process.onInterrupt(() => this.interrupt());
		for (const [index, event] of task.events().entries())
			this.onEvent(event, task, index >= task.foundEvents);
		task.subscribe((signal) => this.onSignal(signal, task));
		if (this.args.continueId !== undefined && !this.resume(task)) return exitCodes.aborted;
		await task.run();
		return this.exitCode(task.taskId);
	}

	/** Puts what the command line says where it belongs. False when that is to go no further. */
	private resume(task: Task): boolean {
		const { answer, mode } = this.args;
		const pending = pendingAsk(task.events());
		if (answer !== undefined && (pending === undefined || pending.kind === "question"))
			throw new KilnError(
				"invalid_message",
				"The task waits for no approval.",
				"Leave out --approve and --deny.",
			);
		if (mode !== undefined) task.switchMode(mode);
		if (pending?.kind === "limit" && !this.isLimitDue(task)) return this.passLimit(task);
		this.hand(task, pending);
		return true;
	}

	/** A message alone is no answer to an approval: it goes to the model. */
	private hand(task: Task, pending: PendingAsk | undefined): void {
		const { answer, text } = this.args;
		const isAnswer = answer !== undefined || (text !== undefined && pending?.kind !== "approval");
		if (pending !== undefined && isAnswer) this.given = new GivenAnswer(pending, answer, text);
		else if (text !== undefined) task.send([{ type: "text", text }]);
	}

	/** Whether the task will ask at its limit again: it does not when the limit has been raised. */
	private isLimitDue(task: Task): boolean {
		const facts = new TaskFacts();
		for (const event of task.events()) facts.push(event);
		return dueLimit(facts, this.args.settings.limits, false) !== undefined;
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

	private deps(cwd: string, recorded: EventOf<"task_created">["profile"] | undefined): TaskDeps {
		const { environment, assetsDir } = this.process;
		const host = createTerminalHost({
			cwd,
			storage: this.storageRoot(),
			variables: environment,
			log: { debug: () => {}, info: () => {}, warn: this.warn, error: this.warn },
		});
		const profile = cliProfile(this.args, environment, recorded);
		return {
			host,
			registry: createDefaultRegistry(),
			settings: () => this.args.settings,
			modes: () => builtInModes,
			provider: providerSource(profile, cliKey(profile.provider, environment), host, assetsDir),
		};
	}

	private readonly warn = (message: string): void => complain(this.process, { message });

	private storageRoot(): string {
		const { storage } = this.args;
		return storage === undefined
			? join(this.process.homeDir, ".kiln")
			: resolve(this.process.currentFolder, storage);
	}

	private onSignal(signal: TaskSignal, task: Task): void {
		if (signal.kind === "event") this.onEvent(signal.event, task, true);
		else this.renderer.show(signal);
	}

	private onEvent(event: TaskEvent, task: Task, isNew: boolean): void {
		this.fold.push(event);
		if (!isNew) return;
		this.renderer.show({ kind: "event", event });
		if (event.type === "approval_asked") this.onApproval(event, task);
		if (event.type === "limit_asked") this.onLimit(event, task);
		if (event.type === "error") complain(this.process, event.error);
		if (this.given?.isOverWith(event)) this.dropAnswer(this.given);
	}

	private onApproval(event: EventOf<"approval_asked">, task: Task): void {
		const { prompt } = this;
		const given = this.given?.forApproval(event);
		if (given !== undefined) afterDelivery(() => task.settle(event.approvalId, given));
		else if (prompt === undefined) this.leave(task, event.kind);
		else afterDelivery(async () => task.settle(event.approvalId, await askApproval(prompt, event)));
	}

	private onLimit(event: EventOf<"limit_asked">, task: Task): void {
		const { prompt } = this;
		const answer = ({ decision, text }: Awaited<ReturnType<TerminalPrompt["limit"]>>) =>
			task.answerLimit(event.limitId, decision, text);
		const given = this.given?.forLimit(event);
		if (given !== undefined) afterDelivery(() => answer(given));
		else if (prompt === undefined) this.leave(task, "limit");
		else afterDelivery(async () => answer(await prompt.limit()));
	}

	/** Without a terminal the task is left as it is: it asks again when it is continued. */
	private leave(task: Task, kind: PendingAsk["kind"]): void {
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
