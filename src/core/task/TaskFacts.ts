import type { CallStatus, EventOf, TaskEvent } from "@shared/events";
import type { TodoItem, ToolCall } from "@shared/tools";

export interface OpenCall {
	readonly call: ToolCall;
	readonly requestId: string;
	isStarted: boolean;
}

export interface Subtask {
	readonly childTaskId: string;
	/** it was there: when it is not now, it was deleted */
	isCreated: boolean;
	/** how it ended for its parent */
	status: CallStatus | undefined;
}

/** Enough for the instructions nearest to what a task works on. */
const maxTouched = 500;

/**
 * What the loop must know of its own past, folded from the log: so that a task that is opened again stands exactly
 * where it stood. Costs the same for every event.
 */
export class TaskFacts {
	mode = "";
	cwd = "";
	isSubtask = false;
	todos: readonly TodoItem[] = [];
	/** called but not finished, in order */
	readonly openCalls = new Map<string, OpenCall>();
	/** by the call that waits for it */
	readonly subtasks = new Map<string, Subtask>();
	/** messages whose mentions no request has sent yet */
	unexpanded: readonly EventOf<"user_message">[] = [];
	/** absolute paths that calls have looked at or touched, latest last */
	readonly touched = new Set<string>();
	/** seq of the last `turn_ended`; −1 before the first */
	lastTurnEnd = -1;
	/** a turn whose end is not logged yet, and what its calls have come to */
	openRequestId: string | undefined;
	turnCalls: { readonly call: ToolCall; status: CallStatus | undefined }[] = [];
	/** turns in a row whose stream was cut behind a call */
	cutsInRow = 0;
	requests = 0;
	cost = 0;
	hasKnownCost = false;
	contextTokens = 0;
	/** failed calls in a row */
	mistakes = 0;
	/** requests and cost when the person last allowed to go on past that limit */
	requestsAllowedFrom = 0;
	costAllowedFrom = 0;
	hasReminded = false;
	/** the environment was told and no answer has come since: a retry sends the same request */
	hasFreshEnvironment = false;
	systemHash = "";
	toolsHash = "";
	queued: readonly Extract<TaskEvent, { type: "message_queued" }>[] = [];
	/** the last thing that says whether the task rests and how */
	rest: "none" | "completed" | "failed" | "aborted" = "none";
	/** seq of that event: a message that was queued later waits for nobody */
	restSeq = -1;
	openLimitId: string | undefined;
	/** ms since the epoch; 0 before the first */
	environmentAt = 0;

	push(event: TaskEvent): void {
		switch (event.type) {
			case "task_created":
				this.mode = event.mode;
				this.isSubtask = event.parentTask !== undefined;
				this.cwd = event.cwd;
				break;
			case "user_message":
				this.onUserMessage(event);
				break;
			case "message_expanded":
				this.unexpanded = this.unexpanded.filter(({ blockId }) => blockId !== event.blockId);
				break;
			case "message_queued":
				this.queued = [...this.queued, event];
				break;
			case "environment":
				this.hasFreshEnvironment = true;
				this.environmentAt = event.at;
				break;
			case "prompt_set":
				this.systemHash = event.systemHash;
				this.toolsHash = event.toolsHash;
				break;
			case "request_started":
				if (event.attempt === 1) this.requests += 1;
				this.unexpanded = [];
				if (this.openRequestId !== event.requestId) this.turnCalls = [];
				this.openRequestId = event.requestId;
				this.rest = "none";
				break;
			case "usage":
				this.contextTokens = sumTokens(event.usage);
				this.cost += event.usage.cost ?? 0;
				this.hasKnownCost ||= event.usage.cost !== null;
				break;
			case "mode_switched":
				this.mode = event.to;
				this.hasFreshEnvironment = false;
				break;
			case "todo_updated":
				this.todos = event.items;
				break;
			case "limit_asked":
				this.openLimitId = event.limitId;
				break;
			case "limit_answered":
				this.onLimitAnswered();
				break;
			case "turn_ended":
				this.lastTurnEnd = event.seq;
				this.onTurnEnded(event.reason);
				break;
			case "completed":
			case "aborted":
				this.restAs(event.type, event.seq);
				break;
			case "error":
				this.restAs("failed", event.seq);
				break;
			default:
				this.onCallEvent(event);
		}
	}

	private restAs(rest: TaskFacts["rest"], seq: number): void {
		this.rest = rest;
		this.restSeq = seq;
	}

	private onTurnEnded(reason: string): void {
		const hasFailedCall = this.turnCalls.some(({ status }) => status === "error");
		this.openRequestId = undefined;
		this.turnCalls = [];
		this.cutsInRow = reason === "truncated" ? this.cutsInRow + 1 : 0;
		// An answer that is cut again and again gets nowhere: somebody must look at it.
		if ((reason === "truncated" || reason === "length") && !hasFailedCall) this.mistakes += 1;
	}

	private onUserMessage(event: EventOf<"user_message">): void {
		const { blockId, source, isByModel = false } = event;
		if (source !== "reminder" && !isByModel) this.unexpanded = [...this.unexpanded, event];
		this.queued = this.queued.filter((message) => message.queueId !== blockId);
		if (source === "reminder") this.hasReminded = true;
		this.hasFreshEnvironment = false;
		this.rest = "none";
		this.mistakes = 0;
	}

	private onLimitAnswered(): void {
		this.openLimitId = undefined;
		this.mistakes = 0;
		this.requestsAllowedFrom = this.requests;
		this.costAllowedFrom = this.cost;
	}

	private onCallEvent(event: TaskEvent): void {
		switch (event.type) {
			case "assistant_text":
			case "reasoning":
				this.hasFreshEnvironment = false;
				break;
			case "tool_called":
				this.hasFreshEnvironment = false;
				this.turnCalls.push({ call: event.call, status: undefined });
				this.openCalls.set(event.call.callId, {
					call: event.call,
					requestId: event.requestId,
					isStarted: false,
				});
				break;
			case "approval_given":
				this.noteTouched(event);
				break;
			case "subtask_started":
			case "subtask_finished":
				this.onSubtask(event);
				break;
			case "tool_started": {
				const open = this.openCalls.get(event.callId);
				if (open !== undefined) open.isStarted = true;
				break;
			}
			case "tool_finished":
				this.openCalls.delete(event.callId);
				this.noteStatus(event.callId, event.status);
				if (event.status === "error") this.mistakes += 1;
				else if (event.status === "ok") this.mistakes = 0;
				break;
			default:
				break;
		}
	}

	/** Budgets include children. */
	private onSubtask(event: EventOf<"subtask_started"> | EventOf<"subtask_finished">): void {
		const { callId, childTaskId } = event;
		const known = this.subtasks.get(callId) ?? { childTaskId, isCreated: false, status: undefined };
		this.subtasks.set(callId, known);
		if (event.type === "subtask_started") {
			known.isCreated ||= event.isCreated === true;
			return;
		}
		known.status = event.status;
		this.requests += event.requests;
		this.cost += event.cost ?? 0;
		this.hasKnownCost ||= event.cost !== null;
	}

	private noteTouched({ effects = [] }: EventOf<"approval_given">): void {
		for (const { target } of effects) {
			if (target === undefined) continue;
			this.touched.delete(target.absolute);
			this.touched.add(target.absolute);
		}
		for (const path of this.touched) {
			if (this.touched.size <= maxTouched) break;
			this.touched.delete(path);
		}
	}

	private noteStatus(callId: string, status: CallStatus): void {
		const entry = this.turnCalls.find(({ call }) => call.callId === callId);
		if (entry !== undefined) entry.status = status;
	}
}

function sumTokens(usage: {
	inputTokens: number;
	outputTokens: number;
	cacheReadTokens: number;
	cacheWriteTokens: number;
}): number {
	return usage.inputTokens + usage.outputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
}

/** The facts of a task of which only the log is at hand. */
export function factsOf(events: readonly TaskEvent[]): TaskFacts {
	const facts = new TaskFacts();
	for (const event of events) facts.push(event);
	return facts;
}
