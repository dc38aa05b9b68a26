import type { LiveEvent, TaskEventDraft } from "@shared/events";
import type { ToolCall } from "@shared/tools";
import type { ToolRegistry } from "../tools/ToolRegistry";
import type { CallOutcome } from "../tools/ToolRuntime";

/** What showing an answer needs of the task. */
export interface MessageSink {
	readonly taskId: string;
	readonly requestId: string;
	readonly registry: ToolRegistry;
	readonly signal: AbortSignal;
	readonly mayCallMany: boolean;
	append(draft: TaskEventDraft): void;
	live(event: LiveEvent): void;
	now(): number;
	sleep(ms: number, signal: AbortSignal): Promise<void>;
	run(call: ToolCall): Promise<CallOutcome>;
	skip(call: ToolCall, text: string): void;
}
