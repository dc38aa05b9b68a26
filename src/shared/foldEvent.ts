import type { EventOf, TaskEvent, TurnEndReason } from "./events";
import {
	type Activity,
	capped,
	changeCall,
	type FoldState,
	type FoldStep,
	fixed,
	notice,
	rowBase,
	userRow,
} from "./FoldStep";
import { childOf, subtaskFinished, subtaskStarted, withChild } from "./foldSubtask";
import type { Phase, Row, RowOf, TaskHeader, ViewChange } from "./task-view";

export const emptyFold: FoldState = { header: null, open: {}, activity: "idle", waitsFor: null };

/** The one function that derives the phase that people see, from the loop's activity and what is open. */
export function phaseOf({ activity, open, waitsFor }: Omit<FoldState, "header">): Phase {
	if (activity === "completed" || activity === "failed" || activity === "aborted") return activity;
	// Also after a restart: the task goes on by itself as soon as its subtask is done.
	if (waitsFor !== null) return "waiting_child";
	if (activity === "paused") return activity;
	const rows = Object.values(open);
	if (rows.some((row) => row.kind === "limit" || (row.kind === "tool" && row.approval?.kind === "question")))
		return "awaiting_answer";
	if (rows.some((row) => row.kind === "tool" && row.approval !== undefined)) return "awaiting_approval";
	if (rows.some((row) => row.kind === "tool" && row.state === "running")) return "running";
	return activity === "between" ? "running" : activity;
}

/**
 * The fold from events to what a person sees. It is pure and costs the same at event 10 and at event 10 000: its
 * state holds the header and the rows that may still change, never the finished ones.
 */
export function foldEvent(state: FoldState, event: TaskEvent): { state: FoldState; change: ViewChange } {
	const step = event.type === "task_created" ? {} : stepOf(state, event);
	const base = event.type === "task_created" ? headerOf(event) : state.header;
	if (base === null) throw new Error("The first event of a task must be task_created.");
	const open = nextOpen(state.open, step);
	const activity = step.activity ?? state.activity;
	const waitsFor = nextWaitsFor(state.waitsFor, step, open);
	const header: TaskHeader = { ...base, ...step.header, phase: phaseOf({ activity, open, waitsFor }) };
	const change: ViewChange = {
		header,
		rows: step.rows ?? [],
		removed: step.removed ?? [],
		...(step.removeAfter === undefined ? {} : { removeAfter: step.removeAfter }),
	};
	return { state: { header, open, activity, waitsFor }, change };
}

/** A call that is over, or taken back, waits for nothing. */
function nextWaitsFor(waitsFor: string | null, step: FoldStep, open: FoldState["open"]): string | null {
	const next = step.waitsFor === undefined ? waitsFor : step.waitsFor;
	return next !== null && next in open ? next : null;
}

function nextOpen(open: FoldState["open"], step: FoldStep): FoldState["open"] {
	if (step.rows === undefined && step.settled === undefined && step.removeAfter === undefined) return open;
	const next: Record<string, Row> = { ...open };
	for (const row of step.rows ?? []) next[row.id] = row;
	for (const id of [...(step.settled ?? []), ...(step.removed ?? [])]) delete next[id];
	const { removeAfter } = step;
	if (removeAfter === undefined) return next;
	return Object.fromEntries(Object.entries(next).filter(([, row]) => row.seq <= removeAfter));
}

function headerOf(event: EventOf<"task_created">): TaskHeader {
	return {
		taskId: event.taskId,
		title: event.title,
		cwd: event.cwd,
		mode: event.mode,
		provider: event.profile.provider,
		model: event.profile.model,
		phase: "idle",
		requests: 0,
		inputTokens: 0,
		outputTokens: 0,
		cacheReadTokens: 0,
		cacheWriteTokens: 0,
		cost: null,
		contextTokens: 0,
		todos: [],
		startedAt: event.at,
	};
}

function stepOf(state: FoldState, event: TaskEvent): FoldStep {
	switch (event.type) {
		case "user_message":
			return userMessage(event);
		case "message_expanded":
			return messageExpanded(state, event);
		case "message_queued":
			return {
				rows: [{ ...rowBase(event, event.queueId), ...userRow("message", event.parts), isQueued: true }],
			};
		case "request_started":
			return requestStarted(state, event);
		case "reasoning":
			// encrypted, or no more than a signature
			if (event.text === "") return { removed: [event.blockId] };
			return fixed({
				...rowBase(event, event.blockId),
				kind: "reasoning",
				...capped(event.text),
				isStreaming: false,
				...(event.durationMs === undefined ? {} : { durationMs: event.durationMs }),
			});
		case "assistant_text":
			if (event.text.trim() === "") return { removed: [event.blockId] };
			return fixed({
				...rowBase(event, event.blockId),
				kind: "text",
				...capped(event.text),
				isStreaming: false,
			});
		case "usage":
			return usage(state, event);
		case "retry_scheduled":
			return retryScheduled(event);
		case "limit_asked":
			return {
				activity: "between",
				rows: [
					{ ...rowBase(event, event.limitId), kind: "limit", limitId: event.limitId, message: event.message },
				],
			};
		case "limit_answered":
			return limitAnswered(state, event);
		case "mode_switched":
			return {
				header: { mode: event.to },
				...notice(event, "arrow-swap", `Mode: ${event.from} → ${event.to}`),
			};
		case "todo_updated":
			return { header: { todos: event.items } };
		case "condensed":
			return condensed(event);
		case "turn_ended":
			return turnEnded(state, event);
		case "error":
			return {
				activity: "failed",
				...fixed({
					...rowBase(event, `error-${event.seq}`),
					kind: "error",
					error: event.error,
					canRetry: true,
				}),
			};
		case "completed":
			return { activity: "completed" };
		case "aborted":
			return { activity: "aborted", ...notice(event, "debug-stop", event.reason) };
		case "resumed":
			return resumed(state, event);
		case "rewound":
			return { activity: "paused", removeAfter: event.to };
		default:
			return toolStep(state, event);
	}
}

function toolStep(state: FoldState, event: TaskEvent): FoldStep {
	switch (event.type) {
		case "tool_called": {
			const { callId, name } = event.call;
			return {
				rows: [{ ...rowBase(event, callId), kind: "tool", tool: name, state: "streaming", row: event.row }],
			};
		}
		case "approval_asked":
			return waiting(state, event);
		case "approval_given":
			return changeCall(state, event, {
				state: event.decision === "deny" ? "denied" : "running",
				approval: undefined,
				...(event.text === undefined || event.decision === "answer" ? {} : { feedback: event.text }),
				...(event.amendment === undefined ? {} : { isAmended: true }),
			});
		case "tool_started":
			return changeCall(state, event, { state: "running", startedAt: event.at });
		case "tool_finished": {
			const changed = changeCall(state, event, {
				state: finishedStates[event.status],
				row: withChild(event.row, childOf(state, event.callId)),
				approval: undefined,
				durationMs: event.durationMs,
				...(event.error === undefined ? {} : { error: event.error }),
			});
			return { ...changed, settled: [event.callId] };
		}
		case "subtask_started":
			return subtaskStarted(state, event);
		case "subtask_finished":
			return subtaskFinished(state, event);
		default:
			// Events that change nothing a person sees: environment, prompt_set, checkpoint and the like.
			return {};
	}
}

const finishedStates = {
	ok: "done",
	error: "failed",
	denied: "denied",
	skipped: "skipped",
	interrupted: "interrupted",
} as const;

function userMessage(event: EventOf<"user_message">): FoldStep {
	if (event.source === "reminder")
		return notice(event, "info", "The answer called no tool: the model was reminded once.");
	const source = event.source === "guidance" ? "message" : event.source;
	// It stays open until the model is asked: what it mentions may still be counted.
	return {
		activity: "idle",
		rows: [{ ...rowBase(event, event.blockId), ...userRow(source, event.parts) }],
	};
}

function messageExpanded(state: FoldState, event: EventOf<"message_expanded">): FoldStep {
	const row = state.open[event.blockId];
	if (row?.kind !== "user" || event.parts.length === 0) return {};
	return { rows: [{ ...row, expansions: event.parts.length, revision: event.seq }] };
}

function condensed(event: EventOf<"condensed">): FoldStep {
	const { text, isCut } = capped(event.summary);
	return fixed({
		...rowBase(event, `notice-${event.seq}`),
		kind: "notice",
		icon: "fold",
		text: "Conversation condensed",
		...(text === "" ? {} : { details: text }),
		...(isCut ? { isCut } : {}),
	});
}

function requestStarted(state: FoldState, event: EventOf<"request_started">): FoldStep {
	const retry = state.open[retryId(event.requestId)];
	const requests = (state.header?.requests ?? 0) + (event.attempt === 1 ? 1 : 0);
	// The person may choose another model under way: what is shown is what is asked now.
	const header = { requests, provider: event.provider, model: event.model };
	const settled = deliveredMessages(state);
	if (retry?.kind !== "retry") return { activity: "streaming", header, settled };
	return {
		activity: "streaming",
		header,
		settled,
		rows: [{ ...retry, isOver: true, revision: event.seq }],
	};
}

function deliveredMessages(state: FoldState): string[] {
	const rows = Object.values(state.open);
	return rows.filter((row) => row.kind === "user" && !row.isQueued).map((row) => row.id);
}

function retryId(requestId: string): string {
	return `retry-${requestId}`;
}

function retryScheduled(event: EventOf<"retry_scheduled">): FoldStep {
	const row: Row = {
		...rowBase(event, retryId(event.requestId)),
		kind: "retry",
		error: event.error,
		attempt: event.attempt,
		until: event.at + event.delayMs,
		isOver: false,
	};
	return { activity: "waiting_retry", rows: [row] };
}

function usage(state: FoldState, { usage }: EventOf<"usage">): FoldStep {
	const header = state.header;
	if (header === null) return {};
	const cost = usage.cost === null ? header.cost : (header.cost ?? 0) + usage.cost;
	return {
		header: {
			inputTokens: header.inputTokens + usage.inputTokens,
			outputTokens: header.outputTokens + usage.outputTokens,
			cacheReadTokens: header.cacheReadTokens + usage.cacheReadTokens,
			cacheWriteTokens: header.cacheWriteTokens + usage.cacheWriteTokens,
			contextTokens: usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens + usage.outputTokens,
			cost,
		},
	};
}

function limitAnswered(state: FoldState, event: EventOf<"limit_answered">): FoldStep {
	const row = state.open[event.limitId];
	if (row?.kind !== "limit") return {};
	return fixed({ ...row, decision: event.decision, revision: event.seq });
}

/** The end of a turn that is the end of the task, too; the others are followed by another turn. */
const restingReasons: Partial<Record<TurnEndReason, Activity>> = {
	completed: "completed",
	failed: "failed",
	aborted: "aborted",
};

function turnEnded(state: FoldState, event: EventOf<"turn_ended">): FoldStep {
	const retries = Object.values(state.open).filter((row): row is RowOf<"retry"> => row.kind === "retry");
	return {
		activity: restingReasons[event.reason] ?? "between",
		rows: retries.map((row) => ({ ...row, isOver: true, revision: event.seq })),
		settled: retries.map((row) => row.id),
	};
}

/** A question that is open again after a restart means that the task is at work again. */
function waiting(state: FoldState, event: EventOf<"approval_asked">): FoldStep {
	const { approvalId, kind, reasons, suggestions } = event;
	const approval = { approvalId, kind, reasons, ...(suggestions === undefined ? {} : { suggestions }) };
	return { activity: "between", ...changeCall(state, event, { state: "waiting", row: event.row, approval }) };
}

/** What rested before rests still; what was at work waits for the person to go on. */
function resumed(state: FoldState, event: EventOf<"resumed">): FoldStep {
	const { cutBytes, interruptedCalls } = event.repaired;
	const rests = state.activity === "completed" || state.activity === "failed" || state.activity === "aborted";
	const step: FoldStep = rests ? {} : { activity: "paused" };
	if (cutBytes === 0 && interruptedCalls.length === 0) return step;
	const lost = interruptedCalls.length > 0 ? " A call was interrupted; what it did is unknown." : "";
	return { ...step, ...notice(event, "history", `Opened again after an interruption.${lost}`) };
}
