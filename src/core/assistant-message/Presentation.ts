import type { TaskEventDraft, Usage } from "@shared/events";
import type { StreamChunk } from "@shared/provider";
import type { ToolCall } from "@shared/tools";
import { rowOf } from "../tools/callRow";
import type { CallOutcome } from "../tools/ToolRuntime";
import { CallSequence } from "./CallSequence";
import { LivePreview } from "./LivePreview";
import type { MessageSink } from "./MessageSink";
import type { IgnoredCall, ParserEvent } from "./ToolCallFormat";

export interface PresentedMessage {
	/** a call was handed over: the answer stands in the log and must not be asked for again */
	readonly isCommitted: boolean;
	readonly calls: number;
	readonly hasText: boolean;
	readonly stop: Extract<StreamChunk, { type: "stop" }>["reason"] | undefined;
	/** what cut the stream */
	readonly cut: unknown;
	readonly ignored: readonly IgnoredCall[];
	/** what the last call that ran wants next */
	readonly next: CallOutcome["next"];
}

/** Shows blocks as they come and hands calls over; their order is the sequence's business. */
export class Presentation {
	isCommitted = false;
	stop: PresentedMessage["stop"];
	readonly calls: CallSequence;
	private readonly drafts: TaskEventDraft[] = [];
	private readonly offsets = new Map<string, number>();
	private readonly preview: LivePreview;
	private usage: Usage | undefined;
	private hasText = false;
	private reasoningStartedAt: number | undefined;

	constructor(private readonly sink: MessageSink) {
		this.preview = new LivePreview(sink);
		this.calls = new CallSequence(sink);
	}

	/** Why a stream stopped whose answer was over before does not matter. */
	meter(chunk: StreamChunk, isDraining: boolean): void {
		if (chunk.type === "usage") this.usage = chunk.usage;
		else if (chunk.type === "stop" && !isDraining) this.stop = chunk.reason;
	}

	/** The limit of the model's output or a filter ended it, wherever it was. */
	get isBrokenOff(): boolean {
		return this.stop === "length" || this.stop === "refusal";
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
		const row = rowOf(this.sink.registry.find(call.name), call);
		this.log({ type: "tool_called", requestId: this.sink.requestId, call, row });
		this.commit();
		this.calls.add(call);
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

	/** As soon as the stream is over: a question that stays open must not hide what the request cost. */
	logUsage(): void {
		if (this.usage !== undefined)
			this.sink.append({ type: "usage", requestId: this.sink.requestId, usage: this.usage });
	}

	result(cut: unknown, ignored: readonly IgnoredCall[]): PresentedMessage {
		const { isCommitted, hasText, stop } = this;
		return { isCommitted, calls: this.calls.count, hasText, stop, cut, ignored, next: this.calls.next };
	}
}
