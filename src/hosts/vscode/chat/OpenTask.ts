import type { TaskControl, TaskSignal } from "@core/task/types";
import type { Disposable, LogPort } from "@shared/host";
import { createTaskFold, type TaskFold } from "@shared/TaskFold";

/** A task that the chat holds, and what there is to be seen of it. */
export class OpenTask {
	readonly fold: TaskFold = createTaskFold();
	private readonly subscription: Disposable;
	private running: Promise<void> | undefined;

	/** `onSignal` is the one who folds the events in. */
	constructor(
		readonly task: TaskControl,
		onSignal: (open: OpenTask, signal: TaskSignal) => void,
	) {
		for (const event of task.events()) this.fold.push(event);
		this.subscription = task.subscribe((signal) => onSignal(this, signal));
	}

	/** Whether the chat runs it; one that the engine runs within its parent does not count. */
	get isRunning(): boolean {
		return this.running !== undefined;
	}

	/** Resolves when the task rests. Never rejects. */
	run(log: LogPort): Promise<void> {
		this.running ??= this.task
			.run()
			.catch((error: unknown) => log.error(`The task's loop failed: ${String(error)}`))
			.finally(() => {
				this.running = undefined;
			});
		return this.running;
	}

	/** Resolves when nobody runs it any more. */
	async rest(): Promise<void> {
		await this.running;
	}

	/** Nothing that it says is heard any more. */
	letGo(): void {
		this.subscription.dispose();
	}

	/** Whether a question stands open. Only these come back by themselves; a request is the person's to start again. */
	asksPerson(): boolean {
		return this.fold.rows().rows.some((row) => {
			if (row.kind === "limit") return row.decision === undefined;
			return row.kind === "tool" && row.state === "waiting" && row.approval !== undefined;
		});
	}
}
