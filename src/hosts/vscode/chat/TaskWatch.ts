import type { TaskFold } from "@shared/TaskFold";
import type { Phase } from "@shared/task-view";
import type { TaskScreen } from "./TaskScreen";

export interface WatchedState {
	readonly phase: Phase;
	/** undefined without a task */
	readonly mode: string | undefined;
}

/** Tells when the open task's phase or mode has changed, and only then. */
export class TaskWatch implements TaskScreen {
	private fold: TaskFold | null = null;
	private last: WatchedState = { phase: "idle", mode: undefined };

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
		const { phase, mode } = this.last;
		const now = { phase: this.fold?.phase ?? ("idle" as const), mode: this.fold?.header?.mode };
		this.last = now;
		if (now.phase !== phase || now.mode !== mode) this.onChange(now);
	}
}
