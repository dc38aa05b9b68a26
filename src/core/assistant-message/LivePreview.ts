import type { ToolCall } from "@shared/tools";
import { rowOf } from "../tools/callRow";
import type { MessageSink } from "./MessageSink";
import type { ParserEvent } from "./ToolCallFormat";

/**
 * How often a card may change while its call streams. A card costs the length of its values, so that the longer they are
 * the rarer it changes: the whole call then costs its length, not its square.
 */
const minIntervalMs = 80;
const charsPerMs = 200;

type PreviewEvent = Extract<ParserEvent, { type: "call_started" | "param_delta" | "param_end" }>;

interface Streaming {
	readonly name: string;
	readonly params: Record<string, string>;
	chars: number;
	shownAt: number;
}

/** Cards of calls that still stream: they show, they never do. */
export class LivePreview {
	private readonly streaming = new Map<string, Streaming>();

	constructor(private readonly sink: Pick<MessageSink, "taskId" | "registry" | "live" | "now">) {}

	show(event: PreviewEvent): void {
		if (event.type === "call_started") {
			this.streaming.set(event.callId, {
				name: event.name,
				params: {},
				chars: 0,
				shownAt: Number.NEGATIVE_INFINITY,
			});
			this.post(event.callId, true);
			return;
		}
		const call = this.streaming.get(event.callId);
		if (call === undefined) return;
		if (event.type === "param_delta") {
			call.params[event.param] = (call.params[event.param] ?? "") + event.text;
			call.chars += event.text.length;
		} else {
			call.params[event.param] = event.value;
		}
		this.post(event.callId, event.type === "param_end");
	}

	end(callId: string): void {
		this.streaming.delete(callId);
	}

	openIds(): string[] {
		return [...this.streaming.keys()];
	}

	private post(callId: string, isDue: boolean): void {
		const call = this.streaming.get(callId);
		if (call === undefined) return;
		const now = this.sink.now();
		if (!isDue && now - call.shownAt < Math.max(minIntervalMs, call.chars / charsPerMs)) return;
		call.shownAt = now;
		const soFar: ToolCall = { callId, name: call.name, params: call.params, source: "" };
		const tool = this.sink.registry.find(call.name);
		this.sink.live({
			type: "live_row",
			taskId: this.sink.taskId,
			callId,
			stage: "streaming",
			row: rowOf(tool, soFar, "streaming"),
		});
	}
}
