import * as z from "zod";
import { resolvedEffectSchema } from "./effects";
import { errorCodes } from "./errors";
import {
	amendmentSchema,
	contentPartSchema,
	suggestionSchema,
	todoItemSchema,
	toolCallSchema,
	toolRowSchema,
} from "./tools";

/**
 * The event log's schema: a task *is* its events. One line of `events.jsonl` is one event. Strings over 32 KiB stand
 * in blobs on disk (core/task/TaskLog); in memory an event is always whole.
 */
export const eventVersion = 1;

const base = {
	v: z.number(),
	/** gapless from 0 */
	seq: z.number().int().nonnegative(),
	/** the seq this event follows; a rewind moves the head, later events hang there. null: the first */
	parent: z.number().int().nullable(),
	/** milliseconds since the epoch */
	at: z.number(),
	taskId: z.string(),
};

const event = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
	z.object({ ...base, type: z.literal(type), ...shape });

export const errorInfoSchema = z.object({
	code: z.enum(errorCodes),
	message: z.string(),
	hint: z.string().optional(),
});

/** Who decided: a person at the card, a rule, or the engine itself (a limit, an abort, a switch of task). */
const decider = z.enum(["user", "policy", "engine"]);

export const usageSchema = z.object({
	/** tokens that were read anew (not from the cache) */
	inputTokens: z.number(),
	outputTokens: z.number(),
	cacheReadTokens: z.number(),
	cacheWriteTokens: z.number(),
	/** US dollars: from the wire first, else from the profile's prices; null when neither is known */
	cost: z.number().nullable(),
});
export type Usage = z.infer<typeof usageSchema>;

export const callStatuses = ["ok", "error", "denied", "skipped", "interrupted"] as const;
export type CallStatus = (typeof callStatuses)[number];

export const turnEndReasons = [
	/** calls were run, their results go back */
	"results",
	/** no call: the answer is the end */
	"plain_answer",
	/** no call in a text format, first time: the reminder goes back */
	"reminder",
	/** the stream was cut after a call had started */
	"truncated",
	/** the model's output limit cut the answer */
	"length",
	"completed",
	"aborted",
	"failed",
] as const;
export type TurnEndReason = (typeof turnEndReasons)[number];

export const taskEventSchema = z.discriminatedUnion("type", [
	event("task_created", {
		cwd: z.string(),
		title: z.string(),
		mode: z.string(),
		/** `baseUrl` is absent for the provider's own address */
		profile: z.object({
			provider: z.string(),
			model: z.string(),
			toolFormat: z.string(),
			baseUrl: z.string().optional(),
		}),
		/** the parent's task and the call there that wants this task's result */
		parentTask: z.object({ taskId: z.string(), callId: z.string() }).optional(),
	}),
	/**
	 * `task`: the first message; `message`: a later one; `feedback`: after a completion; `guidance`: the answer at a
	 * limit; `reminder`: Kiln's own word
	 */
	event("user_message", {
		blockId: z.string(),
		source: z.enum(["task", "message", "feedback", "guidance", "reminder"]),
		/** a model wrote it (a subtask, a hand-over): its mentions are text and nothing is read for them */
		isByModel: z.boolean().optional(),
		parts: z.array(contentPartSchema),
	}),
	/** what mentions and slash commands in a message stand for; read once, sent behind the message ever after */
	event("message_expanded", { blockId: z.string(), parts: z.array(contentPartSchema) }),
	event("message_queued", { queueId: z.string(), parts: z.array(contentPartSchema) }),
	event("environment", { text: z.string() }),
	event("prompt_set", {
		systemHash: z.string(),
		toolsHash: z.string(),
		/** the whole system prompt; stands in a blob when long */
		system: z.string(),
		/** native tool schemas as JSON text; "" in the text formats */
		tools: z.string(),
		reason: z.string(),
	}),
	event("request_started", {
		requestId: z.string(),
		provider: z.string(),
		model: z.string(),
		/** how the model calls tools in the answer; absent in older logs: the format that the task began with */
		format: z.string().optional(),
		attempt: z.number(),
	}),
	event("reasoning", {
		requestId: z.string(),
		blockId: z.string(),
		text: z.string(),
		/** as it stood in the answer's text (`<thinking>…</thinking>`); absent when it came as its own chunk */
		source: z.string().optional(),
		/** the provider's signature or encrypted payload; sent back verbatim */
		signature: z.string().optional(),
		durationMs: z.number().optional(),
	}),
	event("assistant_text", { requestId: z.string(), blockId: z.string(), text: z.string() }),
	event("tool_called", { requestId: z.string(), call: toolCallSchema, row: toolRowSchema }),
	event("approval_asked", {
		approvalId: z.string(),
		callId: z.string(),
		kind: z.enum(["approval", "question"]),
		digest: z.string(),
		effects: z.array(resolvedEffectSchema),
		reasons: z.array(z.string()),
		suggestions: z.array(suggestionSchema).optional(),
		row: toolRowSchema,
	}),
	event("approval_given", {
		/** absent when policy allowed it without asking */
		approvalId: z.string().optional(),
		callId: z.string(),
		decision: z.enum(["approve", "deny", "answer"]),
		by: decider,
		digest: z.string(),
		/** feedback with an approval or a denial; the text of an answer */
		text: z.string().optional(),
		/** what the person changed of the proposal; `digest` and `effects` are those of the final operation */
		amendment: amendmentSchema.optional(),
		effects: z.array(resolvedEffectSchema).optional(),
	}),
	event("tool_started", { callId: z.string(), digest: z.string() }),
	event("tool_finished", {
		callId: z.string(),
		status: z.enum(callStatuses),
		/** what the model gets; never empty */
		result: z.array(contentPartSchema),
		error: errorInfoSchema.optional(),
		row: toolRowSchema,
		durationMs: z.number(),
	}),
	event("usage", { requestId: z.string(), usage: usageSchema }),
	event("checkpoint", { checkpointId: z.string(), callId: z.string().optional() }),
	event("pruned", { callIds: z.array(z.string()), reason: z.string() }),
	event("condensed", { upTo: z.number(), summary: z.string() }),
	event("mode_switched", { from: z.string(), to: z.string(), by: decider, reason: z.string().optional() }),
	event("todo_updated", { items: z.array(todoItemSchema) }),
	/** logged before the child is made, and again with `isCreated` once it exists: a missing one is made, a deleted one not */
	event("subtask_started", {
		callId: z.string(),
		childTaskId: z.string(),
		isCreated: z.boolean().optional(),
	}),
	event("subtask_finished", {
		callId: z.string(),
		childTaskId: z.string(),
		status: z.enum(callStatuses),
		/** US dollars of the child and its own children; null when unknown */
		cost: z.number().nullable(),
		requests: z.number(),
	}),
	event("retry_scheduled", {
		requestId: z.string(),
		attempt: z.number(),
		delayMs: z.number(),
		error: errorInfoSchema,
	}),
	event("turn_ended", { requestId: z.string(), reason: z.enum(turnEndReasons) }),
	event("limit_asked", {
		limitId: z.string(),
		limit: z.enum(["mistakes", "repetition", "requests", "cost"]),
		message: z.string(),
	}),
	event("limit_answered", {
		limitId: z.string(),
		decision: z.enum(["continue", "stop"]),
		text: z.string().optional(),
	}),
	event("error", { error: errorInfoSchema, requestId: z.string().optional() }),
	event("completed", {
		by: z.enum(["tool", "plain_answer"]),
		callId: z.string().optional(),
		text: z.string(),
	}),
	event("aborted", { reason: z.string() }),
	/** the task was opened again; `repaired` says what a crash had left */
	event("resumed", { repaired: z.object({ cutBytes: z.number(), interruptedCalls: z.array(z.string()) }) }),
	event("rewound", { to: z.number() }),
]);

export type TaskEvent = z.infer<typeof taskEventSchema>;
export type TaskEventType = TaskEvent["type"];
export type EventOf<T extends TaskEventType> = Extract<TaskEvent, { type: T }>;

type Draft<E> = E extends TaskEvent ? Omit<E, keyof typeof base> : never;
/** An event before the log has given it `v`, `seq`, `parent`, `at` and `taskId`. */
export type TaskEventDraft = Draft<TaskEvent>;

/** A line of a newer or damaged log that this version does not know: kept on disk, skipped by every fold. */
export interface UnknownEvent {
	readonly type: "unknown";
	readonly line: string;
}

/** Live text that is not logged: the finished block is. `offset` is in UTF-16 units from the block's start. */
export interface LiveDelta {
	readonly type: "delta";
	readonly taskId: string;
	/** block of assistant text or reasoning, or the call's id for a tool's live output or streamed preview */
	readonly blockId: string;
	readonly block: "text" | "reasoning" | "tool_output";
	readonly offset: number;
	readonly text: string;
}

/** A card that changes while its call streams or runs, before the next event fixes it. Not logged. */
export interface LiveRow {
	readonly type: "live_row";
	readonly taskId: string;
	readonly callId: string;
	readonly stage: "streaming" | "running";
	readonly row: z.infer<typeof toolRowSchema>;
}

/** A streamed block or call that will not become an event (a retried stream): its live row goes away. */
export interface LiveDropped {
	readonly type: "live_dropped";
	readonly taskId: string;
	readonly blockIds: readonly string[];
}

export type LiveEvent = LiveDelta | LiveRow | LiveDropped;
