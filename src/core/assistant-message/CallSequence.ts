import { isAbortError, KilnError } from "@shared/errors";
import type { CallStatus } from "@shared/events";
import type { ToolCall } from "@shared/tools";
import { formatResponse } from "../prompts/formatResponse";
import { isEffectTool } from "../tools/isEffectTool";
import type { ToolRegistry } from "../tools/ToolRegistry";
import type { CallOutcome } from "../tools/ToolRuntime";

export interface CallSequenceParts {
	readonly registry: ToolRegistry;
	readonly signal: AbortSignal;
	readonly mayCallMany: boolean;
	run(call: ToolCall): Promise<CallOutcome>;
	/** logs a result for a call that does not run */
	skip(call: ToolCall, text: string): void;
}

/**
 * The calls of one message, in their order. Reads may overtake reads, nothing else; what follows a denial, a failed
 * effect or a call that ends the message is skipped. A message that was interrupted by a restart goes on by the same
 * rules: `noteFinished` tells what its earlier calls came to.
 */
export class CallSequence {
	private calls = 0;
	/** why no later call of this message runs */
	private closedBy: string | undefined;
	private hadEffect = false;
	private lastSerial: Promise<void> = Promise.resolve();
	private reads: Promise<void>[] = [];
	private abortedBy: unknown;
	private followUp: CallOutcome["next"];

	constructor(private readonly parts: CallSequenceParts) {}

	get count(): number {
		return this.calls;
	}

	/** what the last call that ran wants next */
	get next(): CallOutcome["next"] {
		return this.followUp;
	}

	add(call: ToolCall): void {
		this.calls += 1;
		const isExtra = this.calls > 1 && !this.parts.mayCallMany;
		const isRead = this.parts.registry.find(call.name)?.group === "read";
		const run = () => this.runInTurn(call, isExtra);
		if (isRead && !isExtra) {
			this.reads.push(this.lastSerial.then(run));
			return;
		}
		this.lastSerial = Promise.all([this.lastSerial, ...this.reads]).then(run);
		this.reads = [];
	}

	/** A call of this message that ended before a restart. One that was interrupted counts as a failed effect. */
	noteFinished(call: ToolCall, status: CallStatus): void {
		this.calls += 1;
		const wasEffect = isEffectTool(this.parts.registry.find(call.name));
		if (status === "interrupted") this.onOutcome(call, { status: "error", wasEffect: true });
		else if (status !== "skipped") this.onOutcome(call, { status, wasEffect });
	}

	/** Waits for every call. Rejects with the abort that stopped them. */
	async settle(): Promise<void> {
		await Promise.all([this.lastSerial, ...this.reads]);
		if (this.abortedBy !== undefined) throw this.abortedBy;
	}

	/** An abort is kept for `settle` and stops every later call. */
	private async runInTurn(call: ToolCall, isExtra: boolean): Promise<void> {
		if (this.parts.signal.aborted) this.abortedBy ??= new KilnError("aborted", "Stopped.");
		if (this.abortedBy !== undefined) return;
		const refusal = isExtra ? formatResponse.onlyOneCall() : this.refusalOf(call);
		if (refusal !== undefined) return this.parts.skip(call, refusal);
		try {
			this.onOutcome(call, await this.parts.run(call));
		} catch (error) {
			if (!isAbortError(error)) throw error;
			this.abortedBy = error;
		}
	}

	private refusalOf(call: ToolCall): string | undefined {
		if (this.closedBy !== undefined) return this.closedBy;
		const isTooEarly = call.name === "attempt_completion" && this.hadEffect;
		return isTooEarly ? formatResponse.completionTooEarly() : undefined;
	}

	private onOutcome(call: ToolCall, outcome: CallOutcome): void {
		this.hadEffect ||= outcome.wasEffect;
		if (outcome.next !== undefined) {
			this.followUp = outcome.next;
			this.closedBy = formatResponse.messageEnded(call.name);
		} else if (outcome.status === "denied") {
			this.closedBy = formatResponse.skippedAfter("denied");
		} else if (outcome.status === "error" && outcome.wasEffect) {
			this.closedBy = formatResponse.skippedAfter("failed");
		}
	}
}
