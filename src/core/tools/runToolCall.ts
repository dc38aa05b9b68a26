import type { Effect, ResolvedEffect } from "@shared/effects";
import { type ErrorInfo, isAbortError, KilnError, toErrorInfo } from "@shared/errors";
import type { CallStatus } from "@shared/events";
import type { Amendment, ContentPart, ToolCall, ToolRow } from "@shared/tools";
import { decide, type Grants } from "../approval/ApprovalPolicy";
import { digestOf } from "../approval/digest";
import { resolveEffects } from "../approval/resolvePath";
import { refuseIgnored } from "../instructions/refuseIgnored";
import { connectedServers } from "../mcp/connectedServers";
import type { McpPort } from "../mcp/McpPort";
import { formatResponse } from "../prompts/formatResponse";
import { type Asked, askPerson, type PersonAnswer } from "./askPerson";
import type { BaseTool, Operation, ToolCallbacks, ToolResult } from "./BaseTool";
import { lookRow, rowOf } from "./callRow";
import { capResult } from "./capResult";
import { isEffectTool } from "./isEffectTool";
import { parseParameters } from "./parseParameters";
import { raceAbort } from "./raceAbort";
import { SubtaskRests } from "./SubtaskRests";
import type { CallOutcome, ToolRuntime } from "./ToolRuntime";
import { validateEffects, validateToolUse } from "./validateToolUse";

/** The person or a rule said no; `text` is what the model is told. */
class Denied extends Error {
	constructor(readonly text: string) {
		super("denied");
	}
}

/** What was agreed on: exactly this is executed. */
interface Agreed {
	readonly operation: Operation;
	readonly digest: string;
	/** of a question */
	readonly answer?: string | undefined;
}

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
		if (runtime.hasSubtask(call.callId)) return this.goOn(tool);
		validateToolUse(tool, runtime.handle);
		const params = parseParameters(tool, call.params);
		this.row = tool.label(params, "ready");
		this.refuseRepetition(tool);
		const targets = await this.resolve(tool.targets(params, runtime.handle));
		await this.allowLooking(tool, targets);
		const operation = await raceAbort(tool.plan(params, runtime.handle), runtime.handle.signal);
		const agreed = await this.agree(tool, operation);
		await this.refuseSwapped(tool, agreed);
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

	/** Looking comes first: what the plan would read is decided before anything of it is read. */
	private async allowLooking(tool: BaseTool, targets: readonly ResolvedEffect[]): Promise<void> {
		const { handle } = this.runtime;
		this.gate(targets);
		const looks = targets.flatMap(asLook);
		const decision = decide(looks, handle.settings.autoApprove);
		if (decision.answer === "allow") return;
		if (decision.answer === "deny") throw new Denied(formatResponse.deniedByRule(decision.reasons));
		const digest = digestOf(tool.name, looks, null);
		const row = lookRow(looks);
		const answer = await this.ask({ effects: looks, reasons: decision.reasons, digest, row });
		this.logAnswer(answer, digest);
		this.approvedReads = new Set(looks.map(({ target }) => target?.real ?? ""));
	}

	/** What was approved is what is done: a link that was swapped while the question was open makes it another thing. */
	private async refuseSwapped(tool: BaseTool, { operation, digest }: Agreed): Promise<void> {
		if (!this.wasEffect) return;
		const effects = await this.resolve(operation.effects);
		if (digestOf(tool.name, effects, operation.data) === digest) return;
		throw new KilnError(
			"file_changed",
			"What this call would touch has changed since it was approved: a path leads elsewhere now.",
			"Look at the paths again, then call again.",
		);
	}

	/** Decides on the exact operation, with the person where the policy asks. */
	private async agree(tool: BaseTool, operation: Operation): Promise<Agreed> {
		this.row = operation.row;
		const effects = await this.resolve(operation.effects);
		const digest = digestOf(tool.name, effects, operation.data);
		const decision = this.decideOn(effects);
		const { row, question, edits } = operation;
		if (question !== undefined) return this.agreeOnAnswer(operation, effects, digest);
		if (decision.answer === "ask") {
			const { reasons } = decision;
			const answer = await this.ask({
				effects,
				reasons,
				digest,
				row,
				...(edits === undefined ? {} : { edits }),
			});
			if (answer.amendment !== undefined) return this.amend(tool, { operation, digest }, effects, answer);
			this.logAnswer(answer, digest);
			return { operation, digest };
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
		return { operation, digest };
	}

	private decideOn(effects: readonly ResolvedEffect[]) {
		this.gate(effects);
		this.wasEffect = effects.some(({ effect }) => effect.kind !== "read" && effect.kind !== "question");
		const isOpen = ({ effect, target }: ResolvedEffect) =>
			effect.kind !== "read" || !this.approvedReads.has(target?.real ?? "");
		const { settings, mcp } = this.runtime.handle;
		const decision = decide(effects.filter(isOpen), settings.autoApprove, grantsOf(mcp));
		if (decision.answer === "deny") throw new Denied(formatResponse.deniedByRule(decision.reasons));
		return decision;
	}

	private async agreeOnAnswer(
		operation: Operation,
		effects: readonly ResolvedEffect[],
		digest: string,
	): Promise<Agreed> {
		const byRule = this.answerByRule(operation, digest);
		if (byRule !== undefined) return { operation, digest, answer: byRule };
		const { row, question } = operation;
		const answer = await this.ask({ effects, reasons: [], digest, row, ...(question ? { question } : {}) });
		this.logAnswer(answer, digest);
		return { operation, digest, answer: answer.text };
	}

	/**
	 * What the person made of the proposal is the final operation. It may do less than what was asked about, never more:
	 * an effect that was not in the question is refused.
	 */
	private async amend(
		tool: BaseTool,
		proposed: Agreed,
		asked: readonly ResolvedEffect[],
		answer: PersonAnswer & { readonly amendment?: Amendment | undefined },
	): Promise<Agreed> {
		try {
			const operation = this.amended(tool, proposed.operation, answer.amendment);
			const effects = await this.resolve(operation.effects);
			this.decideOn(effects);
			refuseMore(effects, asked);
			this.row = operation.row;
			const digest = digestOf(tool.name, effects, operation.data);
			this.logAnswer(answer, digest, effects);
			return { operation, digest };
		} catch (error) {
			this.logAnswer(answer, proposed.digest);
			throw error;
		}
	}

	private amended(tool: BaseTool, proposed: Operation, amendment: Amendment | undefined): Operation {
		const operation = amendment && tool.amend?.(proposed, amendment, this.runtime.handle);
		if (operation) return operation;
		throw new KilnError("invalid_message", `A proposal of ${tool.name} cannot be changed.`);
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
	private async ask(asked: Asked): Promise<PersonAnswer> {
		const answer = await askPerson(asked, this.call.callId, this.runtime);
		if (answer.decision === "deny") {
			this.logAnswer(answer, asked.digest);
			throw new Denied(formatResponse.denied(answer.text));
		}
		this.decidedBy = "user";
		if (asked.question === undefined && answer.text !== undefined) {
			this.feedback = this.feedback === undefined ? answer.text : `${this.feedback}\n${answer.text}`;
		}
		return answer;
	}

	private logAnswer(answer: PersonAnswer, digest: string, effects?: readonly ResolvedEffect[]): void {
		const { approvalId, decision, text, amendment } = answer;
		this.runtime.append({
			type: "approval_given",
			approvalId,
			callId: this.call.callId,
			decision,
			by: "user",
			digest,
			...(text === undefined ? {} : { text }),
			...(effects === undefined || amendment === undefined ? {} : { amendment, effects: [...effects] }),
		});
	}

	private async execute(tool: BaseTool, agreed: Agreed): Promise<CallOutcome> {
		const { runtime, call } = this;
		this.startedAt = runtime.handle.host.clock.now();
		runtime.append({ type: "tool_started", callId: call.callId, digest: agreed.digest });
		if (this.wasEffect) await runtime.makeDurable();
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
					by: this.decidedBy,
					...(next.reason === undefined ? {} : { reason: next.reason }),
				});
				break;
			default:
				break;
		}
	}

	/** Modes and ignore files bind whatever a call would touch, whichever tool it comes from. */
	private gate(effects: readonly ResolvedEffect[]): void {
		const { handle } = this.runtime;
		validateEffects(effects, handle.mode);
		refuseIgnored(effects, handle.project);
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

function refuseMore(effects: readonly ResolvedEffect[], asked: readonly ResolvedEffect[]): void {
	const known = new Set(asked.map((effect) => JSON.stringify(effect)));
	const isAsked = (each: ResolvedEffect) => each.effect.kind === "read" || known.has(JSON.stringify(each));
	if (effects.every(isAsked)) return;
	throw new KilnError("internal", "The changed proposal would touch what was not asked about.");
}

/** Read when the decision is made: a tool that has changed since it was allowed asks again. */
function grantsOf(mcp: McpPort): Grants {
	const find = (server: string, tool: string) =>
		connectedServers(mcp)
			.find(({ name }) => name === server)
			?.catalogue.tools.find(({ name }) => name === tool);
	return {
		isMcpAllowed: (server, tool) => find(server, tool)?.isAlwaysAllowed ?? false,
		hasMcpChanged: (server, tool) => find(server, tool)?.hasChanged ?? false,
	};
}

function problemOf(problem: NonNullable<ToolCall["problem"]>): KilnError {
	const code = problem.code === "call_too_large" ? "call_too_large" : "malformed_call";
	return new KilnError(code, problem.message, problem.hint);
}

function textPart(text: string): ContentPart {
	return { type: "text", text };
}
