import type { Effect, ResolvedEffect } from "@shared/effects";
import { type ErrorInfo, isAbortError, KilnError, toErrorInfo } from "@shared/errors";
import type { CallStatus, TaskEventDraft } from "@shared/events";
import type { ContentPart, ToolCall, ToolRow } from "@shared/tools";
import { decide } from "../approval/ApprovalPolicy";
import { digestOf } from "../approval/digest";
import type { PendingApprovals } from "../approval/PendingApprovals";
import { type PathScope, resolveEffects } from "../approval/resolvePath";
import { formatResponse } from "../prompts/formatResponse";
import type { BaseTool, Operation, RowStage, TaskHandle, ToolCallbacks, ToolResult } from "./BaseTool";
import { capResult } from "./capResult";
import { isEffectTool } from "./isEffectTool";
import { parseParameters } from "./parseParameters";
import type { ToolRegistry } from "./ToolRegistry";
import type { ToolRepetitionDetector } from "./ToolRepetitionDetector";
import { validateEffects, validateToolUse } from "./validateToolUse";

/** What the runner needs of a task. */
export interface ToolRuntime {
	readonly handle: TaskHandle;
	readonly registry: ToolRegistry;
	readonly paths: PathScope;
	readonly approvals: PendingApprovals;
	readonly repetition: ToolRepetitionDetector;
	/** names that the prompt offers at the moment, for the error about an unknown tool */
	offeredNames(): readonly string[];
	append(draft: TaskEventDraft): void;
	/** resolves when all that was appended is on the disk */
	makeDurable(): Promise<void>;
	liveOutput(callId: string, text: string): void;
	liveRow(callId: string, row: ToolRow): void;
	newId(): string;
}

export interface CallOutcome {
	readonly status: CallStatus;
	/** it had an effect beyond reading, or wanted one */
	readonly wasEffect: boolean;
	readonly next?: ToolResult["next"];
}

/** The person or a rule said no; `text` is what the model is told. */
class Denied extends Error {
	constructor(readonly text: string) {
		super("denied");
	}
}

/** What a person is asked about. */
interface Asked extends Pick<Operation, "row" | "question" | "edits"> {
	readonly effects: readonly ResolvedEffect[];
	readonly reasons: readonly string[];
	readonly digest: string;
}

/**
 * The one runner of every tool call: parse → mode gate → repetition → targets decided → plan → operation decided →
 * approval → `tool_started` → execute → capped result → `tool_finished`. It rejects only when the turn is aborted, and
 * then leaves the call open: the turn settles what it left.
 */
export async function runToolCall(call: ToolCall, runtime: ToolRuntime): Promise<CallOutcome> {
	const run = new CallRun(call, runtime);
	try {
		return await run.run();
	} catch (error) {
		if (error instanceof Denied) return run.finish("denied", [textPart(error.text)], {});
		if (isAbortError(error) && runtime.handle.signal.aborted) throw error;
		const info = toErrorInfo(error);
		return run.finish("error", [textPart(formatResponse.error(info))], { error: info });
	}
}

/** One call on its way. Its fields are what the steps so far have settled. */
class CallRun {
	private readonly tool: BaseTool | undefined;
	private row: ToolRow;
	private wasEffect = false;
	/** real paths that the person has allowed to be read for this call */
	private approvedReads: ReadonlySet<string> = new Set();
	private feedback: string | undefined;
	private decidedBy: "user" | "policy" = "policy";
	/** when the deed began: the time that a person took to decide is not the tool's */
	private startedAt: number | undefined;

	constructor(
		private readonly call: ToolCall,
		private readonly runtime: ToolRuntime,
	) {
		this.tool = runtime.registry.find(call.name);
		this.row = rowOf(this.tool, call);
		this.wasEffect = isEffectTool(this.tool);
	}

	async run(): Promise<CallOutcome> {
		const { call, runtime } = this;
		const tool = this.requireTool();
		if (call.problem !== undefined) throw problemOf(call.problem);
		validateToolUse(tool, runtime.handle);
		const params = parseParameters(tool, call.params);
		this.row = tool.label(params, "ready");
		this.refuseRepetition(tool);
		const targets = await this.resolve(tool.targets(params, runtime.handle));
		await this.allowLooking(tool, targets);
		const operation = await raceAbort(tool.plan(params, runtime.handle), runtime.handle.signal);
		this.row = operation.row;
		const effects = await this.resolve(operation.effects);
		const digest = digestOf(tool.name, effects, operation.data);
		const answer = await this.approve(operation, effects, digest);
		await this.refuseSwapped(tool, operation, digest);
		return this.execute(tool, operation, digest, answer);
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

	/** Looking comes first: what the plan would read is decided before anything of it is read. */
	private async allowLooking(tool: BaseTool, targets: readonly ResolvedEffect[]): Promise<void> {
		const { handle } = this.runtime;
		validateEffects(targets, handle.mode);
		const looks = targets.flatMap(asLook);
		const decision = decide(looks, handle.settings.autoApprove);
		if (decision.answer === "allow") return;
		if (decision.answer === "deny") throw new Denied(formatResponse.deniedByRule(decision.reasons));
		const digest = digestOf(tool.name, looks, null);
		const row = lookRow(looks);
		await this.ask({ effects: looks, reasons: decision.reasons, digest, row });
		this.approvedReads = new Set(looks.map(({ target }) => target?.real ?? ""));
	}

	/** What was approved is what is done: a link that was swapped while the question was open makes it another thing. */
	private async refuseSwapped(tool: BaseTool, operation: Operation, digest: string): Promise<void> {
		if (!this.wasEffect) return;
		const effects = await this.resolve(operation.effects);
		if (digestOf(tool.name, effects, operation.data) === digest) return;
		throw new KilnError(
			"file_changed",
			"What this call would touch has changed since it was approved: a path leads elsewhere now.",
			"Look at the paths again, then call again.",
		);
	}

	/** Decides on the exact operation; resolves with a question's answer. */
	private async approve(
		operation: Operation,
		effects: ResolvedEffect[],
		digest: string,
	): Promise<string | undefined> {
		const { handle } = this.runtime;
		validateEffects(effects, handle.mode);
		this.wasEffect = effects.some(({ effect }) => effect.kind !== "read" && effect.kind !== "question");
		const isOpen = ({ effect, target }: ResolvedEffect) =>
			effect.kind !== "read" || !this.approvedReads.has(target?.real ?? "");
		const decision = decide(effects.filter(isOpen), handle.settings.autoApprove);
		if (decision.answer === "deny") throw new Denied(formatResponse.deniedByRule(decision.reasons));
		const { row, question, edits } = operation;
		if (question !== undefined) {
			return (
				this.answerByRule(operation, digest) ?? this.ask({ effects, reasons: [], digest, row, question })
			);
		}
		if (decision.answer === "ask") {
			return this.ask({
				effects,
				reasons: decision.reasons,
				digest,
				row,
				...(edits === undefined ? {} : { edits }),
			});
		}
		const { callId } = this.call;
		this.runtime.append({
			type: "approval_given",
			callId,
			decision: "approve",
			by: "policy",
			digest,
			effects,
		});
		return undefined;
	}

	/** With the rule for questions on, the first suggestion is the answer. */
	private answerByRule({ question }: Operation, digest: string): string | undefined {
		const { kinds } = this.runtime.handle.settings.autoApprove;
		const first = question?.suggestions[0];
		if (first === undefined || kinds.question?.inside !== true) return undefined;
		// An answer that also switches the mode is more than an answer.
		if (first.mode !== undefined && kinds.mode?.inside !== true) return undefined;
		const { text } = first;
		const { callId } = this.call;
		this.runtime.append({ type: "approval_given", callId, decision: "answer", by: "policy", digest, text });
		return text;
	}

	/** Asks the person and waits; a denial ends the call. */
	private async ask(asked: Asked): Promise<string | undefined> {
		const { runtime } = this;
		const { callId } = this.call;
		const approvalId = runtime.newId();
		const { question, edits = [], digest } = asked;
		runtime.append({
			type: "approval_asked",
			approvalId,
			callId,
			kind: question === undefined ? "approval" : "question",
			digest,
			effects: [...asked.effects],
			reasons: [...asked.reasons],
			...(question === undefined ? {} : { suggestions: [...question.suggestions] }),
			row: asked.row,
		});
		const { diff } = runtime.handle.host;
		for (const edit of edits) this.unawaited(diff.show({ ...edit, callId, title: asked.row.title }));
		try {
			const answer = await runtime.approvals.wait(approvalId, runtime.handle.signal);
			const text = answer.text?.trim() === "" ? undefined : answer.text;
			const given = {
				approvalId,
				callId,
				decision: answer.decision,
				digest,
				...(text === undefined ? {} : { text }),
			};
			runtime.append({ type: "approval_given", by: "user", ...given });
			if (answer.decision === "deny") throw new Denied(formatResponse.denied(text));
			this.decidedBy = "user";
			if (question === undefined && text !== undefined) {
				this.feedback = this.feedback === undefined ? text : `${this.feedback}\n${text}`;
			}
			return text;
		} finally {
			if (edits.length > 0) this.unawaited(diff.close(callId));
		}
	}

	/** The diff view is a convenience: its failure is noted and never the call's. */
	private unawaited(work: Promise<void>): void {
		work.catch((error: unknown) =>
			this.runtime.handle.host.log.warn(`The diff could not be shown: ${String(error)}`),
		);
	}

	private async execute(
		tool: BaseTool,
		operation: Operation,
		digest: string,
		answer: string | undefined,
	): Promise<CallOutcome> {
		const { runtime, call } = this;
		this.startedAt = runtime.handle.host.clock.now();
		runtime.append({ type: "tool_started", callId: call.callId, digest });
		if (this.wasEffect) await runtime.makeDurable();
		const callbacks: ToolCallbacks = {
			output: (text) => runtime.liveOutput(call.callId, text),
			row: (row) => runtime.liveRow(call.callId, row),
			answer,
		};
		const result = await raceAbort(tool.execute(operation, runtime.handle, callbacks), runtime.handle.signal);
		this.row = result.row;
		const { error, next } = result;
		const parts =
			error === undefined ? result.parts : [...result.parts, textPart(formatResponse.error(error))];
		return this.finish(error === undefined ? "ok" : "error", parts, { error, next });
	}

	finish(
		status: CallStatus,
		parts: readonly ContentPart[],
		more: { error?: ErrorInfo | undefined; next?: ToolResult["next"] },
	): CallOutcome {
		const { handle } = this.runtime;
		const now = handle.host.clock.now();
		const said =
			this.feedback === undefined
				? parts
				: [textPart(formatResponse.approvedWithFeedback(this.feedback)), ...parts];
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
		return { status, wasEffect: this.wasEffect, ...(more.next === undefined ? {} : { next: more.next }) };
	}

	/** Beside the result, in one write: a crash must not part what a call came to from what follows from it. */
	private logNext(next: ToolResult["next"]): void {
		const { handle, append } = this.runtime;
		const { callId } = this.call;
		if (next?.kind === "complete") append({ type: "completed", by: "tool", callId, text: next.text });
		if (next?.kind !== "switch_mode") return;
		const { slug: to, reason } = next;
		const from = handle.mode.slug;
		append({
			type: "mode_switched",
			from,
			to,
			by: this.decidedBy,
			...(reason === undefined ? {} : { reason }),
		});
	}

	private resolve(effects: readonly Effect[]): Promise<ResolvedEffect[]> {
		return resolveEffects(effects, this.runtime.paths);
	}
}

/** What a plan would look at: the paths of reads and edits. Commands are not looked into. */
function asLook(resolved: ResolvedEffect): ResolvedEffect[] {
	const { effect, target } = resolved;
	if (target === undefined || effect.kind === "execute") return [];
	return [{ effect: { kind: "read", path: target.given }, target }];
}

/** The card of a question about looking: only that is approved, not what the call may do afterwards. */
function lookRow(looks: readonly ResolvedEffect[]): ToolRow {
	const files = looks.flatMap(({ target }) => (target === undefined ? [] : [{ path: target.display }]));
	const [first] = files;
	const title =
		files.length === 1 && first !== undefined ? `Look at ${first.path}` : `Look at ${files.length} files`;
	return { icon: "eye", title, body: { kind: "files", files } };
}

function problemOf(problem: NonNullable<ToolCall["problem"]>): KilnError {
	const code = problem.code === "call_too_large" ? "call_too_large" : "malformed_call";
	return new KilnError(code, problem.message, problem.hint);
}

/** The card of a call before its parameters are known to be good. */
export function rowOf(tool: BaseTool | undefined, call: ToolCall, stage: RowStage = "ready"): ToolRow {
	const fallback: ToolRow = { icon: "tools", title: call.name, body: { kind: "none" } };
	if (tool === undefined) return fallback;
	try {
		return tool.label(parseParameters(tool, call.params, "partial"), stage);
	} catch {
		// Malformed values: the error of the run says which; the card shows the name.
		return fallback;
	}
}

function textPart(text: string): ContentPart {
	return { type: "text", text };
}

/** A tool that ignores its signal must not hold up Stop: the caller goes on at once. */
async function raceAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	// The loser's own failure is of no interest any more, but must not be unhandled.
	work.catch(() => {});
	if (signal.aborted) throw new KilnError("aborted", "Stopped.");
	let onAbort = () => {};
	const aborted = new Promise<never>((_, reject) => {
		onAbort = () => reject(new KilnError("aborted", "Stopped."));
		signal.addEventListener("abort", onAbort, { once: true });
	});
	try {
		return await Promise.race([work, aborted]);
	} finally {
		signal.removeEventListener("abort", onAbort);
	}
}
