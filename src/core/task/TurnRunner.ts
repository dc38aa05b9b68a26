import { createHash, randomUUID } from "node:crypto";
import { isRetryable, retryAfterOf, retryDelayMs } from "@api/retry";
import type { CommandStore } from "@services/terminal/CommandStore";
import type { ErrorInfo } from "@shared/errors";
import { isAbortError, KilnError, toErrorInfo } from "@shared/errors";
import type { LiveEvent, TaskEventDraft, TurnEndReason } from "@shared/events";
import { groupsOf, type ModeConfig } from "@shared/modes";
import type { ModelProvider, ModelRequest } from "@shared/provider";
import type { PendingApprovals } from "../approval/PendingApprovals";
import type { PathScope } from "../approval/resolvePath";
import { rootNames } from "../approval/rootNames";
import { CallSequence, type CallSequenceParts } from "../assistant-message/CallSequence";
import type { PresentedMessage } from "../assistant-message/Presentation";
import { presentAssistantMessage } from "../assistant-message/presentAssistantMessage";
import type { IdSource, IgnoredCall, ToolCallFormat } from "../assistant-message/ToolCallFormat";
import { environmentDetails } from "../context/environmentDetails";
import { systemPrompt } from "../prompts/systemPrompt";
import type {
	SubtaskInput,
	SubtaskOutcome,
	TaskHandle,
	ToolContext,
	ToolDefinition,
} from "../tools/BaseTool";
import { rowOf } from "../tools/callRow";
import { withMcpTools } from "../tools/mcp/withMcpTools";
import { runToolCall } from "../tools/runToolCall";
import type { ToolRegistry } from "../tools/ToolRegistry";
import type { ToolRepetitionDetector } from "../tools/ToolRepetitionDetector";
import type { ToolRuntime } from "../tools/ToolRuntime";
import type { Conversation } from "./Conversation";
import { createTaskHandle, type HandleParts, type TurnContext } from "./createTaskHandle";
import { makerOf } from "./SignedThoughts";
import type { TaskFacts } from "./TaskFacts";
import type { TaskDeps } from "./types";

/** What a turn needs of its task. */
export interface TurnParts extends HandleParts {
	readonly deps: TaskDeps;
	readonly facts: TaskFacts;
	readonly commands: CommandStore;
	readonly approvals: PendingApprovals;
	readonly repetition: ToolRepetitionDetector;
	readonly ids: IdSource;
	conversation(format: ToolCallFormat): Conversation;
	append(draft: TaskEventDraft): void;
	makeDurable(): Promise<void>;
	live(event: LiveEvent): void;
	runSubtask(callId: string, input: SubtaskInput, signal: AbortSignal): Promise<SubtaskOutcome>;
	handOver(message: string): void;
}

export interface TurnResult {
	readonly reason: TurnEndReason;
	readonly ignored: readonly IgnoredCall[];
	readonly error?: ErrorInfo;
}

/**
 * One turn: tell the environment, send the request (again on faults that pass), show the answer and run its calls. Logs everything but
 * the turn's end. Rejects only with an abort; a failed request is a result.
 */
export class TurnRunner {
	readonly requestId = randomUUID();
	/** fixed for the turn: what a path means must not change between the approval and the deed */
	private readonly paths: PathScope;
	private readonly handle: TaskHandle;
	private readonly tools: readonly ToolDefinition[];
	/** with the tools of the MCP servers that were connected when the turn began */
	private readonly registry: ToolRegistry;
	private readonly mode: () => ModeConfig;
	private readonly signal: AbortSignal;

	constructor(
		private readonly parts: TurnParts,
		turn: TurnContext,
		private readonly provider: ModelProvider,
		private readonly format: ToolCallFormat,
	) {
		this.mode = turn.mode;
		this.signal = turn.signal;
		this.paths = pathScope(parts);
		this.handle = createTaskHandle(parts, turn, this.paths);
		const groups = new Set(groupsOf(turn.mode()).map((entry) => entry.group));
		this.registry = withMcpTools(parts.deps.registry, parts.deps.mcp);
		this.tools = this.registry.offered(new Set([...groups, "modes"]), this.handle);
	}

	async run(): Promise<TurnResult> {
		const request = await this.prepare();
		for (let attempt = 1; ; attempt++) {
			await this.parts.makeDurable();
			const message = await this.attempt(request, attempt);
			if (message.cut === undefined || message.isCommitted) return this.conclude(message);
			if (this.signal.aborted) throw message.cut;
			const delayMs = this.retryDelay(message.cut, attempt);
			if (delayMs === undefined) return { reason: "failed", ignored: [], error: toErrorInfo(message.cut) };
			await this.waitForRetry(message.cut, attempt, delayMs);
		}
	}

	/** The calls of a turn that a restart interrupted: what was not started is asked about again, by the same rules. */
	async runLeftovers(): Promise<void> {
		const sequence = new CallSequence(this.sequenceParts());
		for (const { call, status } of this.parts.facts.turnCalls) {
			if (status === undefined) sequence.add(call);
			else sequence.noteFinished(call, status);
		}
		await sequence.settle();
	}

	private async prepare(): Promise<ModelRequest> {
		const { parts, signal, provider } = this;
		const mode = this.mode();
		const { facts, deps, commands } = parts;
		const { host } = deps;
		const prompt = this.setPrompt();
		if (!facts.hasFreshEnvironment) {
			const isFirstTurn = facts.requests === 0;
			const settings = deps.settings();
			const text = await environmentDetails({
				host,
				facts,
				mode,
				model: provider.model,
				settings,
				commands,
				edits: parts.edits,
				isIgnored: (path) => deps.project.isIgnored(path),
				isFirstTurn,
				signal,
			});
			parts.append({ type: "environment", text });
		}
		return {
			requestId: this.requestId,
			...prompt,
			messages: parts.conversation(this.format).messages(makerOf(provider)),
			...(this.format.stop === undefined ? {} : { stop: this.format.stop }),
		};
	}

	/** Logs the prompt only when it is another than before: between two such events requests share their prefix. */
	private setPrompt(): Pick<ModelRequest, "system" | "tools"> {
		const { facts } = this.parts;
		const { environment, workspace } = this.parts.deps.host;
		const system = systemPrompt({
			...contextOf(this.handle),
			format: this.format,
			tools: this.tools,
			instructions: this.parts.deps.project.instructions(this.mode().slug, [...facts.touched]),
			system: {
				platform: environment.platform,
				shell: environment.shell(),
				homeDir: environment.homeDir,
				hostName: environment.hostName,
				roots: workspace.roots(),
				rootNames: this.paths.rootNames,
			},
		});
		const native = this.format.nativeTools?.(this.tools);
		const tools = native === undefined ? "" : JSON.stringify(native);
		const systemHash = sha256(system);
		const toolsHash = sha256(tools);
		if (systemHash !== facts.systemHash || toolsHash !== facts.toolsHash) {
			const reason = facts.systemHash === "" ? "first request" : "mode, tools or instructions changed";
			this.parts.append({ type: "prompt_set", systemHash, toolsHash, system, tools, reason });
		}
		return { system, ...(native === undefined ? {} : { tools: native }) };
	}

	private attempt(request: ModelRequest, attempt: number): Promise<PresentedMessage> {
		const { parts, requestId, provider } = this;
		const { limits } = parts.deps.settings();
		parts.append({
			type: "request_started",
			requestId,
			provider: provider.name,
			model: provider.model.id,
			format: this.format.name,
			attempt,
		});
		const parser = this.format.createParser(this.registry.syntax, limits, parts.ids, this.tools);
		return presentAssistantMessage((ending) => provider.stream(request, ending), parser, {
			...this.sequenceParts(),
			taskId: parts.taskId,
			requestId,
			append: parts.append,
			live: parts.live,
			now: () => parts.deps.host.clock.now(),
			sleep: (ms, ending) => parts.deps.host.clock.sleep(ms, ending),
		});
	}

	private sequenceParts(): CallSequenceParts {
		const { parts, signal } = this;
		const { settings } = parts.deps;
		const { registry } = this;
		const runtime = this.runtime();
		return {
			registry,
			signal,
			mayCallMany: settings().toolCallsPerMessage === "many" || this.format.name === "native",
			run: (call) => runToolCall(call, runtime),
			skip: ({ callId, ...call }, text) => {
				const row = rowOf(registry.find(call.name), { callId, ...call });
				parts.append({
					type: "tool_finished",
					callId,
					status: "skipped",
					result: [{ type: "text", text }],
					row,
					durationMs: 0,
				});
			},
		};
	}

	private runtime(): ToolRuntime {
		const { parts, handle, paths, registry } = this;
		const offsets = new Map<string, number>();
		return {
			handle,
			registry,
			approvals: parts.approvals,
			repetition: parts.repetition,
			paths,
			offeredNames: () => this.tools.map((tool) => tool.name),
			hasSubtask: (callId) => parts.facts.subtasks.has(callId),
			runSubtask: (callId, input) => parts.runSubtask(callId, input, this.signal),
			lastTurnEnd: () => parts.facts.lastTurnEnd,
			handOver: parts.handOver,
			append: parts.append,
			makeDurable: parts.makeDurable,
			newId: randomUUID,
			liveRow: (callId, row) =>
				parts.live({ type: "live_row", taskId: parts.taskId, callId, stage: "running", row }),
			liveOutput: (callId, text) => {
				const offset = offsets.get(callId) ?? 0;
				offsets.set(callId, offset + text.length);
				parts.live({
					type: "delta",
					taskId: parts.taskId,
					blockId: callId,
					block: "tool_output",
					offset,
					text,
				});
			},
		};
	}

	private retryDelay(cut: unknown, attempt: number): number | undefined {
		if (isAbortError(cut) || !isRetryable(cut) || attempt >= this.parts.deps.settings().limits.maxAttempts)
			return undefined;
		return retryDelayMs(attempt - 1, retryAfterOf(cut));
	}

	/** A server that cuts one answer after the other must not be asked as fast as it can fail. */
	private async backOffAfterCuts(cut: unknown): Promise<void> {
		const { cutsInRow } = this.parts.facts;
		if (cutsInRow > 0)
			await this.waitForRetry(cut, cutsInRow, retryDelayMs(cutsInRow - 1, retryAfterOf(cut)));
	}

	private async waitForRetry(cut: unknown, attempt: number, delayMs: number): Promise<void> {
		const { parts, requestId, signal } = this;
		parts.append({ type: "retry_scheduled", requestId, attempt, delayMs, error: toErrorInfo(cut) });
		await parts.deps.host.clock.sleep(delayMs, signal);
	}

	private async conclude(message: PresentedMessage): Promise<TurnResult> {
		const { next, ignored } = message;
		if (message.cut !== undefined) {
			if (this.signal.aborted) throw message.cut;
			await this.backOffAfterCuts(message.cut);
			return { reason: "truncated", ignored, error: toErrorInfo(message.cut) };
		}
		if (message.stop === "length" && next === undefined) return { reason: "length", ignored };
		if (message.calls > 0) return { reason: isEnd(next) ? "completed" : "results", ignored };
		return this.concludeWithoutCall(message);
	}

	/** A plain answer is a legal end of a turn: at most one reminder a task in the text formats, none in native. */
	private concludeWithoutCall({ ignored, hasText, stop }: PresentedMessage): TurnResult {
		if (stop === "refusal" && !hasText) return { reason: "failed", ignored, error: toErrorInfo(refused()) };
		const reminder = this.parts.facts.hasReminded ? undefined : this.format.reminder(ignored);
		if (reminder !== undefined) return { reason: "reminder", ignored };
		if (hasText) return { reason: "plain_answer", ignored };
		const error = new KilnError(
			"provider_protocol",
			"The model sent an empty answer.",
			"Try again, or choose another model.",
		);
		return { reason: "failed", ignored, error: toErrorInfo(error) };
	}
}

function refused(): KilnError {
	return new KilnError(
		"provider_protocol",
		"The model, or a filter before it, refused to answer.",
		"Say it in other words, or choose another model.",
	);
}

function isEnd(next: PresentedMessage["next"]): boolean {
	return next?.kind === "complete" || next?.kind === "hand_over";
}

function contextOf(handle: TaskHandle): ToolContext {
	const { cwd, mode, modes, settings, model, toolFormat, customTools, promptVariant, mcp } = handle;
	return { cwd, mode, modes, settings, model, toolFormat, customTools, promptVariant, mcp };
}

function sha256(text: string): string {
	return createHash("sha256").update(text).digest("hex");
}

function pathScope({ facts: { cwd }, deps: { host } }: TurnParts): PathScope {
	const roots = host.workspace.roots();
	return {
		cwd,
		roots: [cwd, ...roots],
		rootNames: rootNames(cwd, roots),
		homeDir: host.environment.homeDir,
		storageRoot: host.storage.root,
	};
}
