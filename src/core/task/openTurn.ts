import type { TaskEventDraft } from "@shared/events";
import type { ToolCall } from "@shared/tools";
import { formatResponse } from "../prompts/formatResponse";
import { rowOf } from "../tools/callRow";
import type { ToolRegistry } from "../tools/ToolRegistry";
import type { TaskFacts } from "./TaskFacts";

/** What settles a turn whose end is not logged. */
export interface OpenTurnParts {
	readonly facts: TaskFacts;
	readonly registry: ToolRegistry;
	append(draft: TaskEventDraft): void;
}

/** After a restart. Started but not finished: the effect may have happened, so it never runs again. */
export function repairOpenTurn(parts: OpenTurnParts, cutBytes: number): void {
	const { facts, append } = parts;
	if (cutBytes === 0 && facts.openRequestId === undefined) return;
	// A call that waits for a subtask goes on waiting: what the subtask does stands in its own log.
	const interrupted = [...facts.openCalls.values()]
		.filter((open) => open.isStarted && !facts.subtasks.has(open.call.callId))
		.map((open) => open.call);
	const interruptedCalls = interrupted.map((call) => call.callId);
	append({ type: "resumed", repaired: { cutBytes, interruptedCalls } });
	for (const call of interrupted) finishInterrupted(parts, call, formatResponse.interrupted());
}

/** The turn was stopped or has failed: every call of it gets a result, so that none is left without. */
export function closeOpenTurn(parts: OpenTurnParts, reason: "failed" | "aborted"): void {
	const { facts, append } = parts;
	for (const { call, isStarted } of [...facts.openCalls.values()]) {
		finishInterrupted(parts, call, isStarted ? formatResponse.interrupted() : formatResponse.stopped());
	}
	const { openRequestId: requestId } = facts;
	if (requestId !== undefined) append({ type: "turn_ended", requestId, reason });
}

function finishInterrupted({ registry, append }: OpenTurnParts, call: ToolCall, text: string): void {
	append({
		type: "tool_finished",
		callId: call.callId,
		status: "interrupted",
		result: [{ type: "text", text }],
		row: rowOf(registry.find(call.name), call),
		durationMs: 0,
	});
}
