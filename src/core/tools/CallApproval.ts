import type { Effect, ResolvedEffect } from "@shared/effects";
import { KilnError } from "@shared/errors";
import type { Amendment, ToolCall } from "@shared/tools";
import { decide, type Grants } from "../approval/ApprovalPolicy";
import { digestOf } from "../approval/digest";
import { resolveEffects } from "../approval/resolvePath";
import { refuseIgnored } from "../instructions/refuseIgnored";
import { connectedServers } from "../mcp/connectedServers";
import type { McpPort } from "../mcp/McpPort";
import { formatResponse } from "../prompts/formatResponse";
import { type Asked, askPerson, type PersonAnswer } from "./askPerson";
import type { BaseTool, Operation } from "./BaseTool";
import { lookRow } from "./callRow";
import { isEffectTool } from "./isEffectTool";
import type { ToolRuntime } from "./ToolRuntime";
import { validateEffects } from "./validateToolUse";

/** The person or a rule said no; `text` is what the model is told. */
export class Denied extends Error {
	constructor(readonly text: string) {
		super("denied");
	}
}

/** What was agreed on: exactly this is executed. */
export interface Agreed {
	readonly operation: Operation;
	readonly digest: string;
	/** of a question */
	readonly answer?: string | undefined;
}

/**
 * What may be done of one call: modes, ignore files and rules decide, and the person where these leave it open. Its
 * fields are what has been settled so far.
 */
export class CallApproval {
	/** it has an effect beyond reading, or wants one */
	wasEffect: boolean;
	/** what the person said beside their approvals */
	feedback: string | undefined;
	decidedBy: "user" | "policy" = "policy";
	/** real paths that the person has allowed to be read for this call */
	private approvedReads: ReadonlySet<string> = new Set();

	constructor(
		private readonly call: ToolCall,
		private readonly runtime: ToolRuntime,
	) {
		this.wasEffect = isEffectTool(runtime.registry.find(call.name));
	}

	/** Looking comes first: what the plan would read is decided before anything of it is read. */
	async allowLooking(tool: BaseTool, effects: readonly Effect[]): Promise<void> {
		const { handle } = this.runtime;
		const targets = await this.resolve(effects);
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

	/** Decides on the exact operation, with the person where the policy asks. */
	async agree(tool: BaseTool, operation: Operation): Promise<Agreed> {
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

	/** What was approved is what is done: a link that was swapped while the question was open makes it another thing. */
	async refuseSwapped(tool: BaseTool, { operation, digest }: Agreed): Promise<void> {
		if (!this.wasEffect) return;
		const effects = await this.resolve(operation.effects);
		if (digestOf(tool.name, effects, operation.data) === digest) return;
		throw new KilnError(
			"file_changed",
			"What this call would touch has changed since it was approved: a path leads elsewhere now.",
			"Look at the paths again, then call again.",
		);
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
