import type { NewTask, TaskControl } from "@core/task/types";
import { KilnError } from "@shared/errors";
import type { Disposable, LogPort } from "@shared/host";
import { createTaskFold, type TaskFold } from "@shared/TaskFold";
import type { ContentPart } from "@shared/tools";
import type { WorkspaceMemory } from "../stores/WorkspaceMemory";
import type { TaskScreen } from "./TaskScreen";

/** Where tasks come from; loaded on first use. */
export interface Tasks {
	create(input: NewTask): Promise<TaskControl>;
	open(taskId: string): Promise<TaskControl>;
}

export interface UserMessage {
	readonly text: string;
	readonly images: readonly { readonly mediaType: string; readonly data: string }[];
}

interface OpenTask {
	readonly task: TaskControl;
	readonly fold: TaskFold;
	readonly subscription: Disposable;
	isRunning: boolean;
}

interface SessionParts {
	readonly tasks: Tasks;
	readonly screen: TaskScreen;
	readonly memory: WorkspaceMemory;
	readonly log: LogPort;
}

/**
 * The chat's one open task. Opening, creating and closing happen one after the other, so that two quick messages
 * make one task and an old task is quiet before the next one is shown.
 */
export class TaskSession {
	private current: OpenTask | null = null;
	private lastStep: Promise<unknown> = Promise.resolve();

	constructor(private readonly parts: SessionParts) {}

	get fold(): TaskFold | null {
		return this.current?.fold ?? null;
	}

	/** Reopens the task that this workspace showed last. Questions that were open are asked again. */
	restore(): Promise<void> {
		return this.inOrder(async () => {
			const taskId = this.parts.memory.lastTaskId();
			if (taskId === undefined || this.current) return;
			const open = this.adopt(await this.reopen(taskId));
			if (asksPerson(open.fold)) this.run(open);
		});
	}

	/** Starts a task with the message, or gives it to the open one. */
	send(message: UserMessage, mode: string): Promise<void> {
		return this.inOrder(async () => {
			if (this.current) {
				this.current.task.send(partsOf(message));
				this.run(this.current);
				return;
			}
			const images = message.images.map((image) => ({ type: "image" as const, ...image }));
			const open = this.adopt(await this.parts.tasks.create({ text: message.text, images, mode }));
			this.run(open);
			await this.remember(open.task.taskId);
		});
	}

	/** Lets go of the open task; it stays resumable. */
	close(): Promise<void> {
		return this.inOrder(async () => {
			await this.suspendCurrent();
			this.parts.screen.show(null);
			await this.remember(undefined);
		});
	}

	/** The window closes: the task is remembered and opened again next time. */
	suspend(): Promise<void> {
		return this.inOrder(() => this.suspendCurrent());
	}

	settle(...settlement: Parameters<TaskControl["settle"]>): void {
		if (this.current?.task.settle(...settlement) === false) this.askAgain(this.current);
	}

	answerLimit(...answer: Parameters<TaskControl["answerLimit"]>): void {
		if (this.current?.task.answerLimit(...answer) === false) this.askAgain(this.current);
	}

	/** Goes on with a task that rests after an error or a stop. */
	resume(): void {
		if (this.current) this.run(this.current);
	}

	async stop(): Promise<void> {
		await this.current?.task.stop("Stopped by you.");
	}

	switchMode(slug: string): void {
		this.current?.task.switchMode(slug);
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

	private adopt(task: TaskControl): OpenTask {
		const fold = createTaskFold();
		for (const event of task.events()) fold.push(event);
		const { screen } = this.parts;
		const subscription = task.subscribe((signal) => {
			if (signal.kind === "event") screen.changed(fold.push(signal.event));
			else screen.live(signal.live);
		});
		const open = { task, fold, subscription, isRunning: false };
		this.current = open;
		screen.show(fold);
		return open;
	}

	private run(open: OpenTask): void {
		if (open.isRunning) return;
		open.isRunning = true;
		open.task
			.run()
			.catch((error: unknown) => this.parts.log.error(`The task's loop failed: ${String(error)}`))
			.finally(() => {
				open.isRunning = false;
			});
	}

	/** An answer to a question that nobody waits for any more: a task that rests on it asks anew. */
	private askAgain(open: OpenTask): void {
		if (asksPerson(open.fold)) this.run(open);
	}

	private async suspendCurrent(): Promise<void> {
		const open = this.current;
		this.current = null;
		open?.subscription.dispose();
		await open?.task.suspend();
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

/** Whether a question stands open. Only these come back by themselves; a request is the person's to start again. */
function asksPerson(fold: TaskFold): boolean {
	return fold.rows().rows.some((row) => {
		if (row.kind === "limit") return row.decision === undefined;
		return row.kind === "tool" && row.state === "waiting" && row.approval !== undefined;
	});
}
