import { randomUUID } from "node:crypto";
import type { TaskEventDraft } from "@shared/events";
import type { ContentPart } from "@shared/tools";
import type { NewTask, TaskProfile } from "./types";

const maxTitleChars = 120;

/** The events that a task's log begins with. */
export function taskBeginning(input: NewTask, cwd: string, profile: TaskProfile): TaskEventDraft[] {
	const { provider, toolFormat, baseUrl } = profile;
	const { mode, parentTask, todos = [], isByModel, images = [] } = input;
	const parts: ContentPart[] = [{ type: "text", text: input.text }, ...images];
	return [
		{
			type: "task_created",
			cwd,
			title: titleOf(input.text),
			mode,
			profile: {
				provider: provider.name,
				model: provider.model.id,
				toolFormat,
				...(baseUrl === undefined || baseUrl === "" ? {} : { baseUrl }),
			},
			...(parentTask === undefined ? {} : { parentTask }),
		},
		...(todos.length > 0 ? [{ type: "todo_updated" as const, items: [...todos] }] : []),
		{
			type: "user_message",
			blockId: randomUUID(),
			source: "task",
			parts,
			...(isByModel === true ? { isByModel } : {}),
		},
	];
}

function titleOf(text: string): string {
	const line = text.trim().split("\n")[0] ?? "";
	return line.length > maxTitleChars ? `${line.slice(0, maxTitleChars - 1)}…` : line;
}
