import type { Settlement } from "@core/task/types";
import type { EventOf, TaskEvent } from "@shared/events";
import type { PendingAsk } from "./pendingAsk";

/**
 * The answer on the command line. It is for what the task stopped at and for nothing else: the person has seen no
 * other question. A call that asks twice (to look, then to write) has it both times.
 */
export class GivenAnswer {
	private isUsed = false;

	constructor(
		private readonly pending: PendingAsk,
		private readonly decision: "approve" | "deny" | undefined,
		private readonly text: string | undefined,
	) {}

	forApproval({ kind, callId }: EventOf<"approval_asked">): Settlement | undefined {
		if (this.pending.kind !== kind || this.pending.id !== callId) return undefined;
		const decision = kind === "question" ? "answer" : this.decision;
		if (decision === undefined) return undefined;
		this.isUsed = true;
		return { decision, text: this.text };
	}

	/** A message alone lets the task go on, with the message as guidance. */
	forLimit({
		limitId,
	}: EventOf<"limit_asked">): { decision: "continue" | "stop"; text: string | undefined } | undefined {
		if (this.pending.kind !== "limit" || this.pending.id !== limitId) return undefined;
		this.isUsed = true;
		return { decision: this.decision === "deny" ? "stop" : "continue", text: this.text };
	}

	/** Whether the event ends what the answer is for. */
	isOverWith(event: TaskEvent): boolean {
		if (event.type === "tool_finished") return event.callId === this.pending.id;
		return event.type === "limit_answered" && event.limitId === this.pending.id;
	}

	/** False when what the task stopped at ended without asking again. */
	get wasUsed(): boolean {
		return this.isUsed;
	}
}
