import type { NewTask, TaskControl, TaskSignal } from "@core/task/types";
import { KilnError } from "@shared/errors";
import type { LogPort } from "@shared/host";
import type { ParentSummary } from "@shared/messages";
import type { TaskFold } from "@shared/TaskFold";
import { isWorking } from "@shared/task-view";
import type { ContentPart } from "@shared/tools";
import type { WorkspaceMemory } from "../stores/WorkspaceMemory";
import { OpenTask } from "./OpenTask";
import type { TaskScreen } from "./TaskScreen";

/** Where tasks come from; loaded on first use. */
export interface Tasks {
	create(input: NewTask): Promise<TaskControl>;
	open(taskId: string): Promise<TaskControl>;
}

export interface UserMessage {
	readonly text: string;
	readonly images: readonly { readonly mediaType: string; readonly data: string }[];
	/** the task that the person saw; null: none */
	readonly taskId: string | null;
}

interface SessionParts {
	readonly tasks: Tasks;
	readonly screen: TaskScreen;
	readonly memory: WorkspaceMemory;
	readonly log: LogPort;
}

/**
 * The chat's open task and, above it, the subtasks that it waits for: the topmost is shown and gets what the person
 * says. The engine makes, runs and closes subtasks within their parents; only one that has come to rest is run from
 * here. Opening, creating and closing happen one after the other, so that two quick messages make one task and an old
 * task is quiet before the next one is shown.
 */
export class TaskSession {
	/** the task that the person began first, then each one's subtask */
	private stack: readonly OpenTask[] = [];
	private lastStep: Promise<unknown> = Promise.resolve();
	private lastStop: Promise<unknown> = Promise.resolve();
	/** the person wants the shown task to go on, as soon as those below it have noticed that it rests */
	private isRunWanted = false;
	/** the task that a message has begun: what was sent before it was shown is for it, too */
	private begunTaskId: string | undefined;

	constructor(private readonly parts: SessionParts) {}

	get fold(): TaskFold | null {
		return this.top?.fold ?? null;
	}

	/** The tasks that wait for the shown one. */
	get parents(): readonly ParentSummary[] {
		return this.stack
			.slice(0, -1)
			.map(({ task, fold }) => ({ taskId: task.taskId, title: fold.header?.title ?? "" }));
	}

	/**
	 * Reopens the task that this workspace showed last. Questions that were open are asked again; one that waits for
	 * a subtask brings that up again.
	 */
	restore(): Promise<void> {
		return this.inOrder(async () => {
			const taskId = this.parts.memory.lastTaskId();
			if (taskId === undefined || this.top) return;
			const open = this.showRoot(await this.reopen(taskId));
			if (open.asksPerson() || open.fold.phase === "waiting_child") this.run(open);
		});
	}

	/** Starts a task with the message, or gives it to the shown one; refuses one that was meant for another. */
	send(message: UserMessage, mode: string): Promise<void> {
		return this.inOrder(async () => {
			await this.lastStop;
			this.mustBeMeant(message);
			if (this.top) {
				this.top.task.send(partsOf(message));
				this.run(this.top);
				return;
			}
			const images = message.images.map((image) => ({ type: "image" as const, ...image }));
			const open = this.showRoot(await this.parts.tasks.create({ text: message.text, images, mode }));
			this.begunTaskId = open.task.taskId;
			this.run(open);
			await this.remember(open.task.taskId);
		});
	}

	/** Lets go of the open task; it stays resumable. */
	close(): Promise<void> {
		return this.inOrder(async () => {
			await this.suspendAll();
			this.parts.screen.show(null);
			await this.remember(undefined);
		});
	}

	/** The window closes: the task is remembered and opened again next time. */
	suspend(): Promise<void> {
		return this.inOrder(() => this.suspendAll());
	}

	/** Gives up the shown subtask, if `taskId` is that: its parent is shown and goes on without a result. */
	backToParent(taskId: string): void {
		const parent = this.stack.at(-2);
		if (!parent || this.top?.task.taskId !== taskId) return;
		parent.task.abandonSubtask();
		this.showOnly(parent);
		void this.goOn(parent);
	}

	settle(...settlement: Parameters<TaskControl["settle"]>): void {
		if (this.top?.task.settle(...settlement) === false) this.askAgain(this.top);
	}

	answerLimit(...answer: Parameters<TaskControl["answerLimit"]>): void {
		if (this.top?.task.answerLimit(...answer) === false) this.askAgain(this.top);
	}

	/** Goes on with a task that rests after an error or a stop. */
	resume(): void {
		if (this.top) this.run(this.top);
	}

	/** Stops the shown task; a parent goes on waiting for it. A message that follows is for the task at rest. */
	stop(): Promise<void> {
		const stopped = this.top?.task.stop("Stopped by you.") ?? Promise.resolve();
		this.lastStop = stopped.catch(() => undefined);
		return stopped;
	}

	switchMode(slug: string): void {
		this.top?.task.switchMode(slug);
	}

	/** A message may be on its way while the screen changes: to the task of the last window, a subtask or back. */
	private mustBeMeant({ taskId }: UserMessage): void {
		const shown = this.top?.task.taskId ?? null;
		if (taskId === shown || (taskId === null && shown === this.begunTaskId)) return;
		throw new KilnError(
			"invalid_message",
			"Your message was not sent: another task is shown by now.",
			"Look whether it is meant for this one, then send it again.",
		);
	}

	private get top(): OpenTask | undefined {
		return this.stack.at(-1);
	}

	private async reopen(taskId: string): Promise<TaskControl> {
		try {
			return await this.parts.tasks.open(taskId);
		} catch (error) {
			const isGone = error instanceof KilnError && error.code === "task_not_found";
			if (isGone) await this.remember(undefined);
			throw error;
		}
	}

	/** Only a convenience for the next window: the task goes on without it. */
	private async remember(taskId: string | undefined): Promise<void> {
		try {
			await this.parts.memory.rememberTask(taskId);
		} catch (error) {
			this.parts.log.warn(`The open task was not noted for the next window: ${String(error)}`);
		}
	}

	private heard(open: OpenTask, signal: TaskSignal): void {
		switch (signal.kind) {
			case "event": {
				const change = open.fold.push(signal.event);
				if (open === this.top) this.parts.screen.changed(change);
				else if (signal.event.type === "subtask_finished") this.showOnly(open);
				return;
			}
			case "live":
				if (open === this.top) this.parts.screen.live(signal.live);
				return;
			case "subtask":
				this.showChild(open, signal.child);
				return;
			case "hand_over":
				this.goOverTo(signal.task);
		}
	}

	private showRoot(task: TaskControl): OpenTask {
		return this.show([], task);
	}

	private showChild(parent: OpenTask, child: TaskControl): void {
		this.showOnly(parent);
		this.show(this.stack, child);
	}

	private show(below: readonly OpenTask[], task: TaskControl): OpenTask {
		const open = new OpenTask(task, (...heard) => this.heard(...heard));
		this.stack = [...below, open];
		this.parts.screen.show(open.fold);
		return open;
	}

	/** What lies above it is over. The engine closes what it has opened itself. */
	private showOnly(open: OpenTask): void {
		if (open === this.top) return;
		const count = this.stack.indexOf(open) + 1;
		for (const gone of this.stack.slice(count)) gone.letGo();
		this.stack = this.stack.slice(0, count);
		this.parts.screen.show(open.fold);
	}

	/** The shown task has ended with another one in its place. */
	private goOverTo(task: TaskControl): void {
		const gone = this.stack;
		for (const open of gone) open.letGo();
		this.run(this.showRoot(task));
		void this.remember(task.taskId);
		void this.closeEnded(gone);
	}

	/** It may still be at its last lines. Tasks below it would go on unseen: they rest at once, and stay resumable. */
	private async closeEnded(gone: readonly OpenTask[]): Promise<void> {
		const [root] = gone;
		try {
			if (gone.length === 1) await root?.rest();
			await root?.task.suspend();
		} catch (error) {
			this.parts.log.warn(`The former task was not closed cleanly: ${String(error)}`);
		}
	}

	private run(open: OpenTask): void {
		const runner = this.stack.find(({ isRunning }) => isRunning);
		if (runner === undefined) void open.run(this.parts.log).then(() => this.rested(open));
		// A subtask that rests is about to be let go of by the task that has run it.
		else if (runner !== open && !isWorking(open.fold.phase)) this.isRunWanted = true;
	}

	/** A loop that waited for the subtask goes on by itself, unless it was just about to rest with it. */
	private async goOn(parent: OpenTask): Promise<void> {
		await Promise.all(this.stack.map((open) => open.rest()));
		if (parent === this.top && isWorking(parent.fold.phase)) this.run(parent);
	}

	private rested(open: OpenTask): void {
		const isWanted = this.isRunWanted;
		this.isRunWanted = false;
		const parent = this.stack.at(-2);
		if (open === this.top && parent && open.fold.phase === "completed") {
			this.showOnly(parent);
			this.run(parent);
		} else if (isWanted && this.top) this.run(this.top);
	}

	/** An answer to a question that nobody waits for any more: a task that rests on it asks anew. */
	private askAgain(open: OpenTask): void {
		if (open.asksPerson()) this.run(open);
	}

	/** The engine lets go of subtasks with the task that began them. */
	private async suspendAll(): Promise<void> {
		const gone = this.stack;
		this.stack = [];
		for (const open of gone) open.letGo();
		await gone[0]?.task.suspend();
	}

	private inOrder<T>(step: () => Promise<T>): Promise<T> {
		const result = this.lastStep.then(step);
		this.lastStep = result.catch(() => undefined);
		return result;
	}
}

function partsOf(message: UserMessage): ContentPart[] {
	const images = message.images.map((image) => ({ type: "image" as const, ...image }));
	return message.text === "" ? images : [{ type: "text", text: message.text }, ...images];
}
