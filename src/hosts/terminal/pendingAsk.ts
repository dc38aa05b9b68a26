import type { TaskEvent } from "@shared/events";

/** What a task has asked the person and has no answer to. `id` is the call's, or the limit's. */
export interface PendingAsk {
	readonly kind: "approval" | "question" | "limit";
	readonly id: string;
}

/** What the task stopped at, as its log tells. */
export function pendingAsk(events: readonly TaskEvent[]): PendingAsk | undefined {
	return events.reduce<PendingAsk | undefined>(afterEvent, undefined);
}

function afterEvent(pending: PendingAsk | undefined, event: TaskEvent): PendingAsk | undefined {
	switch (event.type) {
		case "approval_asked":
			return { kind: event.kind, id: event.callId };
		case "limit_asked":
			return { kind: "limit", id: event.limitId };
		case "approval_given":
		case "tool_finished":
			return pending?.id === event.callId ? undefined : pending;
		// A request goes out only when nothing is open: a limit that was raised meanwhile never gets its answer.
		case "request_started":
		case "limit_answered":
		case "rewound":
			return undefined;
		default:
			return pending;
	}
}
