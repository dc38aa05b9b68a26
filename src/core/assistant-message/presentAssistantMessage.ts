import { isAbortError, KilnError } from "@shared/errors";
import type { LiveEvent, TaskEventDraft, Usage } from "@shared/events";
import type { StreamChunk } from "@shared/provider";
import type { ToolCall } from "@shared/tools";
import { formatResponse } from "../prompts/formatResponse";
import { type CallOutcome, rowOf } from "../tools/runToolCall";
import type { ToolRegistry } from "../tools/ToolRegistry";
import { LivePreview } from "./LivePreview";
import type { AssistantMessageParser, IgnoredCall, ParserEvent } from "./ToolCallFormat";

/** What showing an answer needs of the task. */
export interface MessageSink {
	readonly taskId: string;
	readonly requestId: string;
	readonly registry: ToolRegistry;
	readonly signal: AbortSignal;
	readonly mayCallMany: boolean;
	append(draft: TaskEventDraft): void;
	live(event: LiveEvent): void;
	now(): number;
	run(call: ToolCall): Promise<CallOutcome>;
}

export interface PresentedMessage {
	/** a call was handed over: the answer stands in the log and must not be asked for again */
	readonly isCommitted: boolean;
	readonly calls: number;
	readonly hasText: boolean;
	readonly usage: Usage | undefined;
	readonly stop: Extract<StreamChunk, { type: "stop" }>["reason"] | undefined;
	/** what cut the stream */
	readonly cut: unknown;
	readonly ignored: readonly IgnoredCall[];
	/** what the last call that ran wants next */
	readonly next: CallOutcome["next"];
}

/**
 * Shows an answer while it streams and runs each complete call when its turn has come. Reads may overtake reads,
 * nothing else. Finished blocks are logged once the first call is handed over or the stream has ended: an answer that
 * was cut before is dropped whole and may be asked for again.
 */
export async function presentAssistantMessage(
	stream: AsyncIterable<StreamChunk>,
	parser: AssistantMessageParser,
	sink: MessageSink,
): Promise<PresentedMessage> {
	const message = new Presentation(sink);
	let cut: unknown;
	try {
		for await (const chunk of stream) {
			message.meter(chunk);
			message.present(parser.push(chunk));
		}
	} catch (error) {
		cut = error;
	}
	// What the person stopped stays as far as it came; what a fault cut before any call is asked for again.
	if (cut !== undefined && !message.isCommitted && !sink.signal.aborted) {
		message.drop();
		return message.result(cut, parser.ignored);
	}
	message.present(parser.finish(cut !== undefined));
	message.commit();
	await message.settle();
	return message.result(cut, parser.ignored);
}

class Presentation {
	isCommitted = false;
	private readonly drafts: TaskEventDraft[] = [];
	private readonly offsets = new Map<string, number>();
	private readonly preview: LivePreview;
	private usage: Usage | undefined;
	private stop: PresentedMessage["stop"];
	private hasText = false;
	private reasoningStartedAt: number | undefined;
	private calls = 0;
	/** why no later call of this message runs */
	private closedBy: string | undefined;
	private hadEffect = false;
	private next: CallOutcome["next"];
	private lastSerial: Promise<void> = Promise.resolve();
	private reads: Promise<void>[] = [];
	private abortedBy: unknown;

	constructor(private readonly sink: MessageSink) {
		this.preview = new LivePreview(sink);
	}

	meter(chunk: StreamChunk): void {
		if (chunk.type === "usage") this.usage = chunk.usage;
		else if (chunk.type === "stop") this.stop = chunk.reason;
	}

	present(events: readonly ParserEvent[]): void {
		for (const event of events) this.presentOne(event);
	}

	private presentOne(event: ParserEvent): void {
		switch (event.type) {
			case "text_delta":
				this.delta(event.blockId, "text", event.text);
				break;
			case "text_end":
				if (event.text.trim() !== "") this.hasText = true;
				this.log({
					type: "assistant_text",
					requestId: this.sink.requestId,
					blockId: event.blockId,
					text: event.text,
				});
				break;
			case "reasoning_delta":
				this.reasoningStartedAt ??= this.sink.now();
				this.delta(event.blockId, "reasoning", event.text);
				break;
			case "reasoning_end":
				this.endReasoning(event);
				break;
			case "call_completed":
				this.preview.end(event.callId);
				this.accept(event.call);
				break;
			default:
				this.preview.show(event);
		}
	}

	private endReasoning(event: Extract<ParserEvent, { type: "reasoning_end" }>): void {
		const { blockId, text, source, signature } = event;
		const durationMs =
			this.reasoningStartedAt === undefined ? undefined : this.sink.now() - this.reasoningStartedAt;
		this.reasoningStartedAt = undefined;
		this.log({
			type: "reasoning",
			requestId: this.sink.requestId,
			blockId,
			text,
			...(source === undefined ? {} : { source }),
			...(signature === undefined ? {} : { signature }),
			...(durationMs === undefined ? {} : { durationMs }),
		});
	}

	private delta(blockId: string, block: "text" | "reasoning", text: string): void {
		const offset = this.offsets.get(blockId) ?? 0;
		this.offsets.set(blockId, offset + text.length);
		this.sink.live({ type: "delta", taskId: this.sink.taskId, blockId, block, offset, text });
	}

	private accept(call: ToolCall): void {
		this.log({
			type: "tool_called",
			requestId: this.sink.requestId,
			call,
			row: rowOf(this.sink.registry.find(call.name), call),
		});
		this.commit();
		this.calls += 1;
		const isExtra = this.calls > 1 && !this.sink.mayCallMany;
		const isRead = this.sink.registry.find(call.name)?.group === "read";
		const run = () => this.runInTurn(call, isExtra);
		if (isRead && !isExtra) {
			this.reads.push(this.lastSerial.then(run));
		} else {
			this.lastSerial = Promise.all([this.lastSerial, ...this.reads]).then(run);
			this.reads = [];
		}
	}

	/** Never rejects: an abort is kept and stops every later call. */
	private async runInTurn(call: ToolCall, isExtra: boolean): Promise<void> {
		if (this.sink.signal.aborted) this.abortedBy ??= new KilnError("aborted", "Stopped.");
		if (this.abortedBy !== undefined) return;
		const refusal = isExtra ? formatResponse.onlyOneCall() : this.refusalOf(call);
		if (refusal !== undefined) return this.skip(call, refusal);
		try {
			this.onOutcome(call, await this.sink.run(call));
		} catch (error) {
			if (!isAbortError(error)) throw error;
			this.abortedBy = error;
		}
	}

	private refusalOf(call: ToolCall): string | undefined {
		if (this.closedBy !== undefined) return this.closedBy;
		return call.name === "attempt_completion" && this.hadEffect
			? formatResponse.completionTooEarly()
			: undefined;
	}

	private onOutcome(call: ToolCall, outcome: CallOutcome): void {
		this.hadEffect ||= outcome.wasEffect;
		if (outcome.next !== undefined) {
			this.next = outcome.next;
			this.closedBy = formatResponse.messageEnded(call.name);
		} else if (outcome.status === "denied") this.closedBy = formatResponse.skippedAfter("denied");
		else if (outcome.status === "error" && outcome.wasEffect)
			this.closedBy = formatResponse.skippedAfter("failed");
	}

	private skip(call: ToolCall, text: string): void {
		const row = rowOf(this.sink.registry.find(call.name), call);
		this.sink.append({
			type: "tool_finished",
			callId: call.callId,
			status: "skipped",
			result: [{ type: "text", text }],
			row,
			durationMs: 0,
		});
	}

	private log(draft: TaskEventDraft): void {
		if (this.isCommitted) this.sink.append(draft);
		else this.drafts.push(draft);
	}

	/** From here on the answer stands: what is finished of it goes to the log. */
	commit(): void {
		if (this.isCommitted) return;
		this.isCommitted = true;
		for (const draft of this.drafts.splice(0)) this.sink.append(draft);
	}

	/** Nothing of the answer was logged: what was shown of it goes away. */
	drop(): void {
		const blockIds = [...this.offsets.keys(), ...this.preview.openIds()];
		if (blockIds.length > 0) this.sink.live({ type: "live_dropped", taskId: this.sink.taskId, blockIds });
	}

	/** Waits for every call. Rejects with the abort that stopped them. */
	async settle(): Promise<void> {
		await Promise.all([this.lastSerial, ...this.reads]);
		if (this.abortedBy !== undefined) throw this.abortedBy;
	}

	result(cut: unknown, ignored: readonly IgnoredCall[]): PresentedMessage {
		const { isCommitted, calls, hasText, usage, stop, next } = this;
		return { isCommitted, calls, hasText, usage, stop, cut, ignored, next };
	}
}
