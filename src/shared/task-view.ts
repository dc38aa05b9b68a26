import type { ErrorInfo } from "./errors";
import type { Suggestion, TodoItem, ToolRow } from "./tools";

/**
 * What a person sees of a task: a header and rows. Each row stands alone by its id; a row with a higher `revision`
 * (the seq of the last event that touched it) replaces one with a lower. The fold that makes them is in `foldEvent.ts`.
 */
export type Phase =
	| "idle"
	| "streaming"
	| "awaiting_approval"
	| "awaiting_answer"
	| "running"
	| "waiting_retry"
	| "waiting_child"
	| "condensing"
	| "paused"
	| "completed"
	| "failed"
	| "aborted";

/** Phases in which Kiln works or waits for its own timer: Stop is offered. */
export function isWorking(phase: Phase): boolean {
	switch (phase) {
		case "streaming":
		case "running":
		case "waiting_retry":
		case "waiting_child":
		case "condensing":
		case "awaiting_approval":
		case "awaiting_answer":
			return true;
		default:
			return false;
	}
}

export interface TaskHeader {
	readonly taskId: string;
	readonly title: string;
	readonly cwd: string;
	readonly mode: string;
	readonly provider: string;
	readonly model: string;
	readonly phase: Phase;
	readonly requests: number;
	readonly inputTokens: number;
	readonly outputTokens: number;
	readonly cacheReadTokens: number;
	readonly cacheWriteTokens: number;
	/** US dollars; null while no request had a known price */
	readonly cost: number | null;
	/** tokens of the last request and answer together */
	readonly contextTokens: number;
	readonly todos: readonly TodoItem[];
	readonly startedAt: number;
}

export type ToolState =
	| "streaming"
	| "waiting"
	| "running"
	| "done"
	| "failed"
	| "denied"
	| "skipped"
	| "interrupted";

/** A question to the person, settled exactly once by its id. */
export interface PendingApproval {
	readonly approvalId: string;
	readonly kind: "approval" | "question";
	readonly reasons: readonly string[];
	readonly suggestions?: readonly Suggestion[] | undefined;
}

interface RowBase {
	readonly id: string;
	/** seq of the event that made the row; rows are shown in this order, then by id */
	readonly seq: number;
	/** seq of the last event that changed it */
	readonly revision: number;
	readonly at: number;
}

export type Row = RowBase &
	(
		| {
				readonly kind: "user";
				readonly source: "task" | "message" | "feedback" | "answer";
				readonly text: string;
				readonly images: readonly { mediaType: string; data: string }[];
				/** waits for the running turn to end */
				readonly isQueued?: boolean;
				/** how many mentions and commands in it were read for the model */
				readonly expansions?: number;
				readonly isCut?: boolean;
		  }
		| {
				readonly kind: "text";
				readonly text: string;
				readonly isStreaming: boolean;
				readonly isCut?: boolean;
		  }
		| {
				readonly kind: "reasoning";
				readonly text: string;
				readonly isStreaming: boolean;
				readonly durationMs?: number | undefined;
				readonly isCut?: boolean;
		  }
		| {
				readonly kind: "tool";
				readonly tool: string;
				readonly state: ToolState;
				readonly row: ToolRow;
				readonly approval?: PendingApproval | undefined;
				readonly startedAt?: number | undefined;
				readonly durationMs?: number | undefined;
				readonly error?: ErrorInfo | undefined;
				/** feedback given with the approval or the denial */
				readonly feedback?: string | undefined;
				/** the person changed the proposal before approving it */
				readonly isAmended?: boolean;
		  }
		| { readonly kind: "error"; readonly error: ErrorInfo; readonly canRetry: boolean }
		| {
				readonly kind: "retry";
				readonly error: ErrorInfo;
				readonly attempt: number;
				/** when the next attempt leaves (ms since the epoch) */
				readonly until: number;
				readonly isOver: boolean;
		  }
		| {
				readonly kind: "limit";
				readonly limitId: string;
				readonly message: string;
				readonly decision?: "continue" | "stop" | undefined;
		  }
		/** a line between messages: "Stopped", "Mode: Code → Ask", "Continued after an interruption" */
		| {
				readonly kind: "notice";
				readonly icon: string;
				readonly text: string;
				/** Markdown that unfolds below the line: the summary of a condensed conversation */
				readonly details?: string | undefined;
				/** whether `details` is capped */
				readonly isCut?: boolean;
		  }
	);

export type RowKind = Row["kind"];
export type RowOf<K extends RowKind> = Extract<Row, { kind: K }>;

/** What one event changed. `removeAfter`: rows with a higher `seq` are gone (a rewind). */
export interface ViewChange {
	readonly header: TaskHeader;
	readonly rows: readonly Row[];
	readonly removed: readonly string[];
	readonly removeAfter?: number;
}
