import type { TaskFold } from "@shared/TaskFold";
import type { Phase } from "@shared/task-view";
import type { TaskScreen } from "./TaskScreen";

export interface WatchedState {
	readonly phase: Phase;
	/** undefined without a task */
	readonly mode: string | undefined;
	readonly taskId: string | undefined;
}

/** Tells when another task is shown or its phase or mode has changed, and only then. */
export class TaskWatch implements TaskScreen {
	private fold: TaskFold | null = null;
	private last: WatchedState = { phase: "idle", mode: undefined, taskId: undefined };

	constructor(private readonly onChange: (state: WatchedState) => void) {}

	show(fold: TaskFold | null): void {
		this.fold = fold;
		this.compare();
	}

	changed(): void {
		this.compare();
	}

	live(): void {
		// Live text changes neither.
	}

	private compare(): void {
		const { phase, mode, taskId } = this.last;
		const header = this.fold?.header;
		const now = { phase: this.fold?.phase ?? "idle", mode: header?.mode, taskId: header?.taskId };
		this.last = now;
		if (now.phase !== phase || now.mode !== mode || now.taskId !== taskId) this.onChange(now);
	}
}
