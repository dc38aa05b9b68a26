import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { TaskEvent } from "@shared/events";
import { createTaskFold } from "@shared/TaskFold";
import type { TaskHeader } from "@shared/task-view";
import { eventsPath, readTaskLog } from "./TaskLog";

const taskIdPattern = /^[A-Za-z0-9-]{1,64}$/;

export function taskDirectory(storageRoot: string, taskId: string): string {
	return join(storageRoot, "tasks", taskId);
}

/** Ids of the tasks in a storage folder, in no order. Folders that hold no log are passed over. */
export function listTaskIds(storageRoot: string): string[] {
	const root = join(storageRoot, "tasks");
	if (!existsSync(root)) return [];
	return readdirSync(root).filter(
		(name) => taskIdPattern.test(name) && existsSync(eventsPath(join(root, name))),
	);
}

/** True for an id that may name a folder: no path of it can lead elsewhere. */
export function isTaskId(value: string): boolean {
	return taskIdPattern.test(value);
}

/** A task's events as its log tells them, without taking the task; none when there is no log. */
export function readTaskEvents(storageRoot: string, taskId: string): readonly TaskEvent[] {
	const directory = taskDirectory(storageRoot, taskId);
	return existsSync(eventsPath(directory)) ? readTaskLog(directory).events : [];
}

/** A task's header as its log tells it, without taking the task. */
export function readTaskHeader(storageRoot: string, taskId: string): TaskHeader | null {
	const fold = createTaskFold();
	for (const event of readTaskLog(taskDirectory(storageRoot, taskId)).events) fold.push(event);
	return fold.header;
}
