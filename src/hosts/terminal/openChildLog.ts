import { readTaskEvents } from "@core/task/TaskStore";
import type { TaskEvent } from "@shared/events";

/** The log of the task that a person would answer: that of the deepest subtask that is waited for, else the task's own. */
export function openChildLog(events: readonly TaskEvent[], storageRoot: string): readonly TaskEvent[] {
	const finished = new Set(
		events.flatMap((event) => (event.type === "subtask_finished" ? [event.callId] : [])),
	);
	const open = events.findLast((event) => event.type === "subtask_started" && !finished.has(event.callId));
	if (open?.type !== "subtask_started") return events;
	const child = readTaskEvents(storageRoot, open.childTaskId);
	return child.length === 0 ? events : openChildLog(child, storageRoot);
}
