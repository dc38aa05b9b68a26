import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { Task } from "@core/task/Task";
import { readTaskLog } from "@core/task/TaskLog";
import { isTaskId, taskDirectory } from "@core/task/TaskStore";
import type { TaskDeps, TaskSignal } from "@core/task/types";
import { createDefaultRegistry } from "@core/tools/defaultTools";
import { KilnError, toErrorInfo } from "@shared/errors";
import type { EventOf, TaskEvent } from "@shared/events";
import { builtInModes, defaultModeSlug } from "@shared/modes";
import { createTaskFold } from "@shared/TaskFold";
import { JsonRenderer, QuietRenderer, type Renderer, TextRenderer } from "./CliRenderer";
import { cliKey, cliProfile, providerSource } from "./cliProvider";
import { createTerminalHost } from "./createTerminalHost";
import { type CliArguments, parseCliArguments, usageText } from "./parseCliArguments";
import { TerminalPrompt } from "./TerminalPrompt";

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
		const args = parseCliArguments(process.argv, process.currentFolder);
		if (args.wants === "help") return say(process, usageText);
		if (args.wants === "version") return say(process, process.version);
		return await new CliRun(process, args).run();
	} catch (error) {
		const { message, hint } = toErrorInfo(error);
		process.stderr.write(`kiln: ${message}${hint === undefined ? "" : `\n${hint}`}\n`);
		return exitCodes.failed;
	}
}

function say(process: CliProcess, text: string): number {
	process.stdout.write(`${text}\n`);
	return exitCodes.completed;
}

/** One task at the terminal. */
class CliRun {
	private readonly renderer: Renderer;
	private readonly prompt: TerminalPrompt | undefined;
	private readonly fold = createTaskFold();
	private answer: CliArguments["answer"];
	private answerText: string | undefined;
	private wouldAsk = false;
	private interrupt = (): void => {};

	constructor(
		private readonly process: CliProcess,
		private readonly args: CliArguments,
	) {
		const out = (text: string) => void process.stdout.write(text);
		const isTerminal = process.stdin.isTTY && process.stdout.isTTY && !args.isJson;
		this.renderer = args.isJson
			? new JsonRenderer(out)
			: args.isQuiet
				? new QuietRenderer(out)
				: new TextRenderer(out, process.stdout.isTTY);
		this.prompt = isTerminal
			? new TerminalPrompt(process.stdin, process.stdout, () => this.interrupt())
			: undefined;
		this.answer = args.answer;
	}

	async run(): Promise<number> {
		const task = await this.openTask();
		this.interrupt = () => void task.stop("Stopped with Ctrl+C.");
		this.process.onInterrupt(() => this.interrupt());
		try {
			await task.run();
		} finally {
			await task.suspend();
		}
		return this.exitCode(task.taskId);
	}

	private async openTask(): Promise<Task> {
		const { continueId, text } = this.args;
		const task =
			continueId === undefined
				? await this.createTask(text)
				: await Task.open(this.deps(this.recorded(continueId)), continueId);
		for (const [index, event] of task.events().entries())
			this.onEvent(event, task, index >= task.foundEvents);
		task.subscribe((signal) => this.onSignal(signal, task));
		if (continueId !== undefined) this.resume(task, text);
		return task;
	}

	private async createTask(text: string | undefined): Promise<Task> {
		if (text === undefined || text.trim() === "")
			throw new KilnError(
				"invalid_message",
				"There is no task.",
				'Say what to do: kiln "fix the failing test".',
			);
		return Task.create(this.deps(undefined), { text, mode: this.args.mode ?? defaultModeSlug });
	}

	private resume(task: Task, text: string | undefined): void {
		if (this.args.mode !== undefined) task.switchMode(this.args.mode);
		const pending = this.pendingKind();
		if (this.answer !== undefined && pending !== "approval")
			throw new KilnError(
				"invalid_message",
				"The task waits for no approval.",
				"Leave out --approve and --deny.",
			);
		if (text === undefined) return;
		if (pending === "question" || this.answer !== undefined) this.answerText = text;
		else task.send([{ type: "text", text }]);
	}

	/** What the task stopped at, as its log tells. */
	private pendingKind(): "approval" | "question" | undefined {
		const { rows } = this.fold.rows({ limit: Number.POSITIVE_INFINITY });
		for (const row of rows) if (row.kind === "tool" && row.approval !== undefined) return row.approval.kind;
		return undefined;
	}

	private recorded(taskId: string): EventOf<"task_created">["profile"] | undefined {
		if (!isTaskId(taskId)) return undefined;
		const [first] = readTaskLog(taskDirectory(this.storageRoot(), taskId)).events;
		return first?.type === "task_created" ? first.profile : undefined;
	}

	private deps(recorded: EventOf<"task_created">["profile"] | undefined): TaskDeps {
		const { environment, assetsDir } = this.process;
		const host = createTerminalHost({
			cwd: this.workspace(),
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

	private readonly warn = (message: string): void => {
		this.process.stderr.write(`kiln: ${message}\n`);
	};

	private workspace(): string {
		const cwd = resolve(this.process.currentFolder, this.args.cwd);
		if (!existsSync(cwd) || !statSync(cwd).isDirectory())
			throw new KilnError(
				"invalid_workspace",
				`The workspace ${cwd} is not a folder.`,
				"Give an existing folder with --cwd.",
			);
		return cwd;
	}

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
		if (event.type === "approval_asked") this.onAsked(task, () => this.answerApproval(event, task));
		if (event.type === "limit_asked") this.onAsked(task, () => this.answerLimit(event, task));
		if (event.type === "error") this.reportError(event);
	}

	/** Without a terminal the task is left as it is: it asks again when it is continued. */
	private onAsked(task: Task, ask: () => Promise<void>): void {
		if (this.prompt !== undefined || this.answer !== undefined || this.answerText !== undefined) {
			// After this event is delivered: the engine opens the question right behind it.
			// An interrupted question rejects; the task is stopping then.
			setImmediate(() => void ask().catch(() => {}));
			return;
		}
		this.wouldAsk = true;
		setImmediate(() => void task.suspend());
	}

	private async answerApproval(event: EventOf<"approval_asked">, task: Task): Promise<void> {
		const { answer, answerText: text } = this;
		this.answer = undefined;
		this.answerText = undefined;
		if (event.kind === "question" && text !== undefined)
			task.settle(event.approvalId, { decision: "answer", text });
		else if (answer !== undefined) task.settle(event.approvalId, { decision: answer, text });
		else if (this.prompt === undefined) this.onAsked(task, () => Promise.resolve());
		else if (event.kind === "question")
			task.settle(event.approvalId, {
				decision: "answer",
				text: await this.prompt.answer(event.suggestions ?? []),
			});
		else task.settle(event.approvalId, await this.prompt.approval(event.reasons));
	}

	private async answerLimit(event: EventOf<"limit_asked">, task: Task): Promise<void> {
		if (this.prompt === undefined) return;
		const { decision, text } = await this.prompt.limit();
		task.answerLimit(event.limitId, decision, text);
	}

	private reportError({ error }: EventOf<"error">): void {
		this.process.stderr.write(`kiln: ${error.message}${error.hint === undefined ? "" : `\n${error.hint}`}\n`);
	}

	private exitCode(taskId: string): number {
		if (this.wouldAsk) {
			this.process.stderr.write(
				`kiln: the task has to ask and there is no terminal. Go on with: kiln --continue ${taskId} --approve (or --deny, or a message)\n`,
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
