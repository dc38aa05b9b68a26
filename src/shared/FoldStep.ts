import type { TaskEvent } from "./events";
import type { Row, RowOf, TaskHeader } from "./task-view";
import { type ContentPart, maxRowTextChars } from "./tools";

/** What the fold of events remembers, what one event does to it, and the rows that steps are made of. */
export interface FoldState {
	readonly header: TaskHeader | null;
	/** rows that a later event may still change: open calls, the last messages, retries, limits */
	readonly open: Readonly<Record<string, Row>>;
	readonly activity: Activity;
	/** the open call that waits for a task of its own; null: none does */
	readonly waitsFor: string | null;
}

/** What the loop is at, apart from the states of its calls. */
export type Activity =
	| "idle"
	| "streaming"
	| "between"
	| "waiting_retry"
	| "paused"
	| "completed"
	| "failed"
	| "aborted";

/** What one event changes. */
export interface FoldStep {
	readonly header?: Partial<TaskHeader>;
	readonly activity?: Activity;
	/** rows made or changed */
	readonly rows?: readonly Row[];
	/** ids of rows that no later event changes */
	readonly settled?: readonly string[];
	readonly removed?: readonly string[];
	readonly removeAfter?: number;
	readonly waitsFor?: string | null;
}

export function rowBase(event: TaskEvent, id: string) {
	return { id, seq: event.seq, revision: event.seq, at: event.at };
}

export function fixed(row: Row): FoldStep {
	return { rows: [row], settled: [row.id] };
}

export function notice(event: TaskEvent, icon: string, text: string): FoldStep {
	return fixed({ ...rowBase(event, `notice-${event.seq}`), kind: "notice", icon, text });
}

export function changeCall(
	state: FoldState,
	event: TaskEvent & { callId: string },
	patch: Partial<RowOf<"tool">>,
): FoldStep {
	const row = state.open[event.callId];
	if (row?.kind !== "tool") return {};
	return { rows: [{ ...row, ...patch, revision: event.seq }] };
}

export function capped(text: string): { text: string; isCut?: boolean } {
	return text.length <= maxRowTextChars ? { text } : { text: text.slice(0, maxRowTextChars), isCut: true };
}

export function userRow(source: RowOf<"user">["source"], parts: readonly ContentPart[]) {
	const text = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
	const images = parts.flatMap((part) =>
		part.type === "image" ? [{ mediaType: part.mediaType, data: part.data }] : [],
	);
	return { kind: "user" as const, source, ...capped(text), images };
}
