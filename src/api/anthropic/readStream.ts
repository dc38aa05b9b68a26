import type { Usage } from "@shared/events";
import type { StreamChunk } from "@shared/provider";
import type { Prices } from "@shared/settings";
import { failureEvent } from "../failureFacts";
import { cutStream } from "../modelRequest";
import { ProviderError } from "../ProviderError";
import { maxTrail, untilFinished } from "../untilFinished";
import { costOf } from "../usageCost";
import { CallBlocks } from "./CallBlocks";
import { redactedMark } from "./toWireMessages";
import { type WireEvent, type WireUsage, wireEventSchema } from "./wireEvent";

type StopReason = Extract<StreamChunk, { type: "stop" }>["reason"];
type BlockStart = Extract<WireEvent, { type: "content_block_start" }>;
type BlockDelta = Extract<WireEvent, { type: "content_block_delta" }>;

export interface ReadOptions {
	readonly host: string;
	readonly prices: Prices | undefined;
}

/** Wire events as chunks. Usage comes with the first event already, so that an aborted answer has its price. */
export async function* readStream(
	events: AsyncIterable<unknown>,
	options: ReadOptions,
): AsyncGenerator<StreamChunk, void, undefined> {
	const calls = new CallBlocks();
	let usage: WireUsage = {};
	let stopReason: string | undefined;
	let isEnded = false;
	const trailMs = () => (isEnded ? maxTrail.body : stopReason === undefined ? undefined : maxTrail.words);
	for await (const raw of untilFinished(events, trailMs)) {
		// what a gateway adds behind the end is no part of the answer
		if (isEnded) continue;
		const event = parseEvent(raw, options.host);
		switch (event.type) {
			case "message_start":
			case "message_delta": {
				usage = mergedUsage(usage, event.type === "message_start" ? event.message.usage : event.usage);
				yield { type: "usage", usage: usageOf(usage, options.prices) };
				if (event.type === "message_delta") stopReason = event.delta.stop_reason ?? stopReason;
				break;
			}
			case "content_block_start":
				yield* startChunks(event, calls);
				break;
			case "content_block_delta":
				yield* deltaChunks(event, calls);
				break;
			case "content_block_stop":
				yield* calls.end(event.index);
				break;
			case "message_stop":
				// with or without a reason
				stopReason ??= "end_turn";
				isEnded = true;
				break;
		}
	}
	yield* calls.endAll();
	if (stopReason === undefined) throw cutStream(options.host);
	yield { type: "stop", reason: stopOf(stopReason) };
}

function parseEvent(raw: unknown, host: string): WireEvent {
	const failure = failureEvent(raw);
	if (failure !== undefined) throw failure;
	const parsed = wireEventSchema.safeParse(raw);
	if (parsed.success) return parsed.data;
	const hint = "The server does not speak the Anthropic messages format, or a newer one.";
	throw new ProviderError("provider_protocol", `${host} sent an event that Kiln cannot read.`, { hint });
}

function* startChunks(
	{ index, content_block: block }: BlockStart,
	calls: CallBlocks,
): Generator<StreamChunk> {
	switch (block.type) {
		case "tool_use":
			yield* calls.begin(index, block);
			break;
		case "redacted_thinking":
			yield { type: "reasoning_signature", signature: redactedMark + (block.data ?? "") };
			break;
		default:
			if (block.text) yield { type: "text", text: block.text };
			if (block.thinking) yield { type: "reasoning", text: block.thinking };
			if (block.signature) yield { type: "reasoning_signature", signature: block.signature };
	}
}

function* deltaChunks({ index, delta }: BlockDelta, calls: CallBlocks): Generator<StreamChunk> {
	if (delta.text) yield { type: "text", text: delta.text };
	if (delta.thinking) yield { type: "reasoning", text: delta.thinking };
	if (delta.signature) yield { type: "reasoning_signature", signature: delta.signature };
	if (delta.partial_json) yield* calls.delta(index, delta.partial_json);
}

/** Later figures are cumulative; what is missing, or 0 as some gateways have it, keeps its value. */
function mergedUsage(before: WireUsage, now: WireUsage | null | undefined): WireUsage {
	const larger = (name: keyof WireUsage) => Math.max(before[name] ?? 0, now?.[name] ?? 0);
	return {
		input_tokens: larger("input_tokens"),
		output_tokens: larger("output_tokens"),
		cache_read_input_tokens: larger("cache_read_input_tokens"),
		cache_creation_input_tokens: larger("cache_creation_input_tokens"),
	};
}

function usageOf(wire: WireUsage, prices: Prices | undefined): Usage {
	const tokens = {
		inputTokens: wire.input_tokens ?? 0,
		outputTokens: wire.output_tokens ?? 0,
		cacheReadTokens: wire.cache_read_input_tokens ?? 0,
		cacheWriteTokens: wire.cache_creation_input_tokens ?? 0,
	};
	return { ...tokens, cost: costOf(tokens, prices) };
}

function stopOf(reason: string): StopReason {
	switch (reason) {
		case "max_tokens":
		case "model_context_window_exceeded":
			return "length";
		case "tool_use":
			return "tool_calls";
		case "stop_sequence":
			return "stop_sequence";
		case "refusal":
			return "refusal";
		default:
			return "end";
	}
}
