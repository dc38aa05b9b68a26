import type { TaskEvent } from "@shared/events";
import { formatOf } from "../assistant-message/formats";
import type { IdSource, IgnoredCall, ToolCallFormat } from "../assistant-message/ToolCallFormat";
import { raceAbort } from "../tools/raceAbort";
import { Conversation } from "./Conversation";
import { expandMessages } from "./expandMessages";
import { modeOf } from "./modeOf";
import { type TurnParts, TurnRunner } from "./TurnRunner";

/** No MCP server delays the first request by more. */
const maxMcpWaitMs = 3000;

/** What a turn needs of its task but for what is made here. */
export type TurnsParts = Omit<TurnParts, "ids" | "conversation">;

/** Makes a task's turns, each with the mode, the profile and the instructions that hold when it begins. */
export class Turns {
	private conversationOf: { format: ToolCallFormat; conversation: Conversation } | undefined;
	private hasWaitedForMcp = false;
	private idCount = 0;

	constructor(
		private readonly parts: TurnsParts,
		private readonly history: readonly TaskEvent[],
	) {}

	/** To be called with each event once it stands in the history. */
	push(event: TaskEvent): void {
		this.conversationOf?.conversation.push(event);
	}

	/** Throws where there is no such mode or no model, before anything is sent. */
	async next(signal: AbortSignal): Promise<TurnRunner> {
		const { facts, deps, append } = this.parts;
		// What ignores its signal must not hold up Stop.
		await raceAbort(deps.project.refresh([...facts.touched]), signal);
		await raceAbort(expandMessages({ facts, deps, append }, signal), signal);
		await this.waitForMcp(signal);
		const mode = () => modeOf(facts.mode, deps);
		// A mode that does not exist is told before the profile is looked up.
		mode();
		const {
			provider,
			toolFormat,
			customTools = [],
			promptVariant = "full",
		} = await raceAbort(deps.provider(facts.mode), signal);
		const turn = { mode, signal, model: provider.model, toolFormat, customTools, promptVariant };
		return new TurnRunner(this.turnParts(), turn, provider, formatOf(toolFormat));
	}

	/** What the model is told when its answer neither called a tool nor ended the task. */
	reminder(ignored: readonly IgnoredCall[]): string {
		return this.conversationOf?.format.reminder(ignored) ?? "";
	}

	/** Once: servers that are late join on a later request. */
	private async waitForMcp(signal: AbortSignal): Promise<void> {
		if (this.hasWaitedForMcp) return;
		this.hasWaitedForMcp = true;
		await raceAbort(this.parts.deps.mcp.ready(maxMcpWaitMs, signal), signal);
	}

	private turnParts(): TurnParts {
		return { ...this.parts, ids: this.ids, conversation: (format) => this.conversation(format) };
	}

	/** Folded along with the log; made anew from the log only when the format has changed. */
	private conversation(format: ToolCallFormat): Conversation {
		if (this.conversationOf?.format !== format) {
			const conversation = new Conversation(format);
			for (const event of this.history) conversation.push(event);
			this.conversationOf = { format, conversation };
		}
		return this.conversationOf.conversation;
	}

	/** Ids are unique in the task and independent of how the stream was cut. */
	private readonly ids: IdSource = {
		block: () => `b${this.history.length}-${this.idCount++}`,
		call: () => `c${this.history.length}-${this.idCount++}`,
	};
}
