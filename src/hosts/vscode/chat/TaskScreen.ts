import type { LiveEvent } from "@shared/events";
import type { LogPort } from "@shared/host";
import type { TaskFold } from "@shared/TaskFold";
import type { ViewChange } from "@shared/task-view";

/** Whoever shows the open task. Must not throw and must not block: the task's loop calls it. */
export interface TaskScreen {
	/** another task, or none */
	show(fold: TaskFold | null): void;
	/** called after the fold has taken the event in */
	changed(change: ViewChange): void;
	live(event: LiveEvent): void;
}

/** Several screens as one. One that fails keeps neither the others nor the task from going on. */
export function screensTogether(screens: readonly TaskScreen[], log: LogPort): TaskScreen {
	const each = (tell: (screen: TaskScreen) => void) => {
		for (const screen of screens) {
			try {
				tell(screen);
			} catch (error) {
				log.error(`The task could not be shown: ${String(error)}`);
			}
		}
	};
	return {
		show: (fold) => each((screen) => screen.show(fold)),
		changed: (change) => each((screen) => screen.changed(change)),
		live: (event) => each((screen) => screen.live(event)),
	};
}
