import { type ErrorInfo, isAbortError, KilnError, toErrorInfo } from "@shared/errors";
import type { CallStatus } from "@shared/events";
import type { ContentPart, ToolCall, ToolRow } from "@shared/tools";
import { formatResponse } from "../prompts/formatResponse";
import type { BaseTool, ToolCallbacks, ToolResult } from "./BaseTool";
import { type Agreed, CallApproval, Denied } from "./CallApproval";
import { rowOf } from "./callRow";
import { capResult } from "./capResult";
import { parseParameters } from "./parseParameters";
import { raceAbort } from "./raceAbort";
import { SubtaskRests } from "./SubtaskRests";
import type { CallOutcome, ToolRuntime } from "./ToolRuntime";
import { validateToolUse } from "./validateToolUse";

/**
 * The one runner of every tool call: parse → mode gate → repetition → targets decided → plan → operation decided →
 * approval → `tool_started` → execute → capped result → `tool_finished`. It rejects only when the turn is aborted or
 * rests with a subtask, and then leaves the call open.
 */
export async function runToolCall(call: ToolCall, runtime: ToolRuntime): Promise<CallOutcome> {
	const run = new CallRun(call, runtime);
	try {
		return await run.run();
	} catch (error) {
		if (error instanceof Denied) return run.finish("denied", [textPart(error.text)], {});
		if (error instanceof SubtaskRests) throw error;
		if (isAbortError(error) && runtime.handle.signal.aborted) throw error;
		const info = toErrorInfo(error);
		return run.finish("error", [textPart(formatResponse.error(info))], { error: info });
	}
}

/** One call on its way. Its fields are what the steps so far have settled. */
class CallRun {
	private readonly tool: BaseTool | undefined;
	private readonly approval: CallApproval;
	private row: ToolRow;
	/** when the deed began: the time that a person took to decide is not the tool's */
	private startedAt: number | undefined;

	constructor(
		private readonly call: ToolCall,
		private readonly runtime: ToolRuntime,
	) {
		this.tool = runtime.registry.find(call.name);
		this.approval = new CallApproval(call, runtime);
		this.row = rowOf(this.tool, call);
	}

	async run(): Promise<CallOutcome> {
		const { call, runtime, approval } = this;
		const tool = this.requireTool();
		if (call.problem !== undefined) throw problemOf(call.problem);
		if (runtime.hasSubtask(call.callId)) return this.goOn(tool);
		validateToolUse(tool, runtime.handle);
		const params = parseParameters(tool, call.params);
		this.row = tool.label(params, "ready");
		this.refuseRepetition(tool);
		await approval.allowLooking(tool, tool.targets(params, runtime.handle));
		const operation = await raceAbort(tool.plan(params, runtime.handle), runtime.handle.signal);
		this.row = operation.row;
		const agreed = await approval.agree(tool, operation);
		this.row = agreed.operation.row;
		await approval.refuseSwapped(tool, agreed);
		return this.execute(tool, agreed);
	}

	/** A call that waits for its subtask was approved and started before a restart. */
	private async goOn(tool: BaseTool): Promise<CallOutcome> {
		const { call, runtime } = this;
		const params = parseParameters(tool, call.params);
		const operation = tool.goOn?.(params) ?? (await tool.plan(params, runtime.handle));
		this.row = operation.row;
		this.startedAt = runtime.handle.host.clock.now();
		return this.perform(tool, { operation, digest: "" });
	}

	private requireTool(): BaseTool {
		if (this.tool !== undefined) return this.tool;
		const names = this.runtime.offeredNames().join(", ");
		throw new KilnError("unknown_tool", `There is no tool "${this.call.name}".`, `These exist: ${names}.`);
	}

	private refuseRepetition(tool: BaseTool): void {
		const limit = this.runtime.handle.settings.limits.identicalCalls;
		if (tool.isPolling || !this.runtime.repetition.isRepetition(this.call, limit)) return;
		throw new KilnError(
			"repeated_call",
			`The same ${tool.name} call was made ${limit + 1} times in a row.`,
			"Its result will not change. Try another way, or ask the user.",
		);
	}

	private async execute(tool: BaseTool, agreed: Agreed): Promise<CallOutcome> {
		const { runtime, call } = this;
		this.startedAt = runtime.handle.host.clock.now();
		runtime.append({ type: "tool_started", callId: call.callId, digest: agreed.digest });
		if (this.approval.wasEffect) await runtime.makeDurable();
		return this.perform(tool, agreed);
	}

	private async perform(tool: BaseTool, { operation, answer }: Agreed): Promise<CallOutcome> {
		const { runtime, call } = this;
		const { callId } = call;
		const callbacks: ToolCallbacks = {
			callId,
			output: (text) => runtime.liveOutput(callId, text),
			row: (row) => runtime.liveRow(callId, row),
			answer,
			runSubtask: (input) => runtime.runSubtask(callId, input),
		};
		const result = await raceAbort(tool.execute(operation, runtime.handle, callbacks), runtime.handle.signal);
		this.row = result.row;
		const { error, next } = result;
		if (next?.kind === "hand_over") runtime.handOver(next.message);
		const { amended } = operation;
		const parts = [
			...(amended === undefined ? [] : [textPart(amended)]),
			...result.parts,
			...(error === undefined ? [] : [textPart(formatResponse.error(error))]),
		];
		return this.finish(error === undefined ? "ok" : "error", parts, { error, next });
	}

	finish(
		status: CallStatus,
		parts: readonly ContentPart[],
		more: { error?: ErrorInfo | undefined; next?: ToolResult["next"] },
	): CallOutcome {
		const { handle } = this.runtime;
		const { feedback, wasEffect } = this.approval;
		const now = handle.host.clock.now();
		const said =
			feedback === undefined ? parts : [textPart(formatResponse.approvedWithFeedback(feedback)), ...parts];
		const result = said.length === 0 ? formatResponse.empty() : capResult(said, handle.freeContextTokens);
		this.runtime.append({
			type: "tool_finished",
			callId: this.call.callId,
			status,
			result,
			...(more.error === undefined ? {} : { error: more.error }),
			row: this.row,
			durationMs: Math.max(0, now - (this.startedAt ?? now)),
		});
		this.logNext(more.next);
		return { status, wasEffect, ...(more.next === undefined ? {} : { next: more.next }) };
	}

	/** Beside the result, in one write: a crash must not part what a call came to from what follows from it. */
	private logNext(next: ToolResult["next"]): void {
		const { handle, append } = this.runtime;
		const { callId } = this.call;
		switch (next?.kind) {
			case "complete":
				append({ type: "completed", by: "tool", callId, text: next.text });
				break;
			case "hand_over":
				append({ type: "completed", by: "tool", callId, text: next.message });
				break;
			case "condense":
				append({ type: "condensed", upTo: this.runtime.lastTurnEnd(), summary: next.summary });
				break;
			case "switch_mode":
				append({
					type: "mode_switched",
					from: handle.mode.slug,
					to: next.slug,
					by: this.approval.decidedBy,
					...(next.reason === undefined ? {} : { reason: next.reason }),
				});
				break;
			default:
				break;
		}
	}
}

function problemOf(problem: NonNullable<ToolCall["problem"]>): KilnError {
	const code = problem.code === "call_too_large" ? "call_too_large" : "malformed_call";
	return new KilnError(code, problem.message, problem.hint);
}

function textPart(text: string): ContentPart {
	return { type: "text", text };
}
