import type { Phase } from "@shared/task-view";

/** What is being waited for, in words; undefined where the screen already says it (a card, an error, the end). */
export function activityText(phase: Phase): string | undefined {
	switch (phase) {
		case "streaming":
			return "Waiting for the model";
		case "running":
			return "Working";
		case "waiting_retry":
			return "Waiting to try again";
		case "waiting_child":
			return "A subtask is at work";
		case "condensing":
			return "Condensing the conversation";
		default:
			return undefined;
	}
}

export function inputPlaceholder(phase: Phase, hasTask: boolean): string {
	switch (phase) {
		case "awaiting_answer":
			return "Write your answer…";
		case "awaiting_approval":
			return "Decide above, or write a message for later…";
		case "streaming":
		case "running":
		case "waiting_retry":
		case "waiting_child":
		case "condensing":
			return "Write a message; it is read after this step…";
		case "completed":
			return "Give feedback or the next step…";
		case "paused":
		case "aborted":
		case "failed":
			return "Write how to go on…";
		case "idle":
			return hasTask ? "Write a message…" : "What is to be done?";
	}
}
