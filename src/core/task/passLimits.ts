import { randomUUID } from "node:crypto";
import type { TaskEventDraft } from "@shared/events";
import type { Settings } from "@shared/settings";
import type { PendingApprovals } from "../approval/PendingApprovals";
import type { ToolRepetitionDetector } from "../tools/ToolRepetitionDetector";
import { dueLimit } from "./limits";
import type { TaskFacts } from "./TaskFacts";

export interface LimitParts {
	readonly facts: TaskFacts;
	readonly limits: Settings["limits"];
	readonly repetition: ToolRepetitionDetector;
	readonly approvals: PendingApprovals;
	append(draft: TaskEventDraft): void;
}

/** Asks when a limit is reached, with the facts. False when the person stops the task. */
export async function passLimits(parts: LimitParts, signal: AbortSignal): Promise<boolean> {
	const { facts, limits, repetition, approvals, append } = parts;
	const due = dueLimit(facts, limits, repetition.hasRefused);
	if (due === undefined) return closeLimit(parts);
	// After a restart the same question is asked again: its row is the one that is there.
	const limitId = facts.openLimitId ?? randomUUID();
	append({ type: "limit_asked", limitId, ...due });
	const answer = await approvals.wait(limitId, signal);
	const text = answer.text?.trim() === "" ? undefined : answer.text;
	const decision = answer.decision === "deny" ? "stop" : "continue";
	repetition.reset();
	append({ type: "limit_answered", limitId, decision, ...(text === undefined ? {} : { text }) });
	if (decision === "stop") append({ type: "aborted", reason: "Stopped at a limit." });
	else if (text !== undefined) append(guidance(text));
	return decision === "continue";
}

/** A limit that nobody answered before the person went on otherwise is no question any more. */
function closeLimit({ facts, append }: LimitParts): true {
	const { openLimitId: limitId } = facts;
	if (limitId !== undefined) append({ type: "limit_answered", limitId, decision: "continue" });
	return true;
}

function guidance(text: string): TaskEventDraft {
	return { type: "user_message", blockId: randomUUID(), source: "guidance", parts: [{ type: "text", text }] };
}
