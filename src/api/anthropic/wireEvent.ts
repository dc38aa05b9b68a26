import * as z from "zod";

/** The events of a messages stream that Kiln reads; others ("ping", kinds to come) are let pass as `unknown`. */
const count = z.number().nullish();

const usageSchema = z.object({
	input_tokens: count,
	output_tokens: count,
	cache_read_input_tokens: count,
	cache_creation_input_tokens: count,
});
export type WireUsage = z.infer<typeof usageSchema>;

const blockSchema = z.object({
	type: z.string(),
	id: z.string().nullish(),
	name: z.string().nullish(),
	text: z.string().nullish(),
	thinking: z.string().nullish(),
	signature: z.string().nullish(),
	/** of `redacted_thinking`: the encrypted payload */
	data: z.string().nullish(),
	/** of `tool_use`: empty, as it comes in pieces; gateways that do not stream calls put the whole here */
	input: z.unknown().optional(),
});

const deltaSchema = z.object({
	type: z.string(),
	text: z.string().nullish(),
	thinking: z.string().nullish(),
	signature: z.string().nullish(),
	partial_json: z.string().nullish(),
});

const knownEvents = z.discriminatedUnion("type", [
	z.object({ type: z.literal("message_start"), message: z.object({ usage: usageSchema.nullish() }) }),
	z.object({ type: z.literal("content_block_start"), index: z.number(), content_block: blockSchema }),
	z.object({ type: z.literal("content_block_delta"), index: z.number(), delta: deltaSchema }),
	z.object({ type: z.literal("content_block_stop"), index: z.number() }),
	z.object({
		type: z.literal("message_delta"),
		delta: z.object({ stop_reason: z.string().nullish() }),
		usage: usageSchema.nullish(),
	}),
	z.object({ type: z.literal("message_stop") }),
]);

const knownTypes = new Set(knownEvents.options.map(({ shape }) => String(shape.type.value)));

export const wireEventSchema = z.union([
	knownEvents,
	z
		.object({ type: z.string() })
		.refine(({ type }) => !knownTypes.has(type))
		.transform(() => ({ type: "unknown" as const })),
]);
export type WireEvent = z.infer<typeof wireEventSchema>;
