import type { StreamChunk } from "@shared/provider";
import type { Prices } from "@shared/settings";
import { failureEvent } from "../failureFacts";
import { cutStream } from "../modelRequest";
import { ProviderError } from "../ProviderError";
import { maxTrail, untilFinished } from "../untilFinished";
import { CallSignatures } from "./CallSignatures";
import { ToolCallIndexer } from "./ToolCallIndexer";
import { type WireChunk, type WireDelta, wireChunkSchema } from "./wireChunk";
import { usageOf } from "./wireUsage";

type StopReason = Extract<StreamChunk, { type: "stop" }>["reason"];

export interface ReadOptions {
	readonly host: string;
	readonly prices: Prices | undefined;
	/** whether the bytes ended with `[DONE]`, which the SDK keeps to itself */
	endedWithDone(): boolean;
}

/** Wire events as chunks; `usage` and `stop` come last, whatever order the server had. */
export async function* readStream(
	events: AsyncIterable<unknown>,
	options: ReadOptions,
): AsyncGenerator<StreamChunk, void, undefined> {
	const calls = new ToolCallIndexer();
	const signatures = new CallSignatures();
	let finish: string | undefined;
	let hasCalls = false;
	let usage: WireChunk["usage"];
	const trailMs = () => (finish === undefined ? undefined : maxTrail.words);
	for await (const event of untilFinished(events, trailMs)) {
		const chunk = parseChunk(event, options.host);
		const choice = chunk.choices?.[0];
		for (const delta of deltasOf(choice?.delta ?? {}, calls, signatures)) {
			hasCalls ||= delta.type === "tool_call";
			yield delta;
		}
		finish = choice?.finish_reason || finish;
		usage = chunk.usage ?? choice?.usage ?? usage;
	}
	const signature = signatures.payload();
	if (signature !== undefined) yield { type: "reasoning_signature", signature };
	if (usage) yield { type: "usage", usage: usageOf(usage, options.prices) };
	if (finish === undefined && !options.endedWithDone()) throw cutStream(options.host);
	yield { type: "stop", reason: stopReason(finish, hasCalls, options.host) };
}

function parseChunk(event: unknown, host: string): WireChunk {
	const failure = failureEvent(event);
	if (failure !== undefined) throw failure;
	const parsed = wireChunkSchema.safeParse(event);
	if (parsed.success) return parsed.data;
	const where = parsed.error.issues[0]?.path.join(".") ?? "";
	const hint = "The server does not speak the chat completions format, or a newer one.";
	throw new ProviderError(
		"provider_protocol",
		`${host} sent an event that Kiln cannot read (at "${where}").`,
		{ hint },
	);
}

function* deltasOf(
	delta: WireDelta,
	calls: ToolCallIndexer,
	signatures: CallSignatures,
): Generator<StreamChunk> {
	// OpenRouter sends the same thought under both names
	const reasoning = delta.reasoning_content || delta.reasoning;
	if (reasoning) yield { type: "reasoning", text: reasoning };
	if (typeof delta.content === "string") {
		if (delta.content !== "") yield { type: "text", text: delta.content };
	} else {
		yield* partDeltas(delta.content ?? []);
	}
	if (delta.refusal) yield { type: "text", text: delta.refusal };
	signatures.see(delta);
	for (const call of delta.tool_calls ?? []) {
		const chunk = calls.chunkOf(call);
		signatures.seeCall(call, chunk.index);
		yield chunk;
	}
}

function* partDeltas(
	parts: Exclude<WireDelta["content"], string | null | undefined>,
): Generator<StreamChunk> {
	for (const part of parts) {
		const thought = (part.thinking ?? []).map(({ text }) => text ?? "").join("");
		if (thought !== "") yield { type: "reasoning", text: thought };
		if (part.text) yield { type: "text", text: part.text };
	}
}

function stopReason(finish: string | undefined, hasCalls: boolean, host: string): StopReason {
	switch (finish) {
		case "length":
		case "max_tokens":
			return "length";
		case "content_filter":
		case "refusal":
			return "refusal";
		// DeepSeek, OpenRouter: the answer ended because something behind the server failed
		case "insufficient_system_resource":
		case "error":
			throw new ProviderError("provider_overloaded", `${host} broke the answer off ("${finish}").`);
		default:
			// some servers say "stop" also after calls
			return hasCalls ? "tool_calls" : "end";
	}
}
