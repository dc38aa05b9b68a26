import type { TaskEvent, TaskEventType } from "@shared/events";
import type { TodoItem, ToolCall } from "@shared/tools";

export interface OpenCall {
	readonly call: ToolCall;
	readonly requestId: string;
	isStarted: boolean;
}

/**
 * What the loop must know of its own past, folded from the log: so that a task that is opened again stands exactly
 * where it stood. Costs the same for every event.
 */
export class TaskFacts {
	mode = "";
	cwd = "";
	title = "";
	todos: readonly TodoItem[] = [];
	/** called but not finished, in order */
	readonly openCalls = new Map<string, OpenCall>();
	/** a turn whose end is not logged yet */
	openRequestId: string | undefined;
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
	lastType: TaskEventType | undefined;
	/** the last thing that says whether the task rests and how */
	rest: "none" | "completed" | "failed" | "aborted" = "none";
	openLimitId: string | undefined;

	push(event: TaskEvent): void {
		this.lastType = event.type;
		switch (event.type) {
			case "task_created":
				this.mode = event.mode;
				this.cwd = event.cwd;
				this.title = event.title;
				break;
			case "user_message":
				this.onUserMessage(event.blockId, event.source);
				break;
			case "message_queued":
				this.queued = [...this.queued, event];
				break;
			case "environment":
				this.hasFreshEnvironment = true;
				break;
			case "prompt_set":
				this.systemHash = event.systemHash;
				this.toolsHash = event.toolsHash;
				break;
			case "request_started":
				this.requests += 1;
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
				this.openRequestId = undefined;
				if (event.reason === "failed") this.rest = "failed";
				break;
			case "completed":
				this.rest = "completed";
				break;
			case "aborted":
				this.rest = "aborted";
				break;
			case "error":
				this.rest = "failed";
				break;
			default:
				this.onCallEvent(event);
		}
	}

	private onUserMessage(blockId: string, source: string): void {
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
				this.openCalls.set(event.call.callId, {
					call: event.call,
					requestId: event.requestId,
					isStarted: false,
				});
				break;
			case "tool_started": {
				const open = this.openCalls.get(event.callId);
				if (open !== undefined) open.isStarted = true;
				break;
			}
			case "tool_finished":
				this.openCalls.delete(event.callId);
				if (event.status === "error") this.mistakes += 1;
				else if (event.status === "ok") this.mistakes = 0;
				break;
			default:
				break;
		}
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
