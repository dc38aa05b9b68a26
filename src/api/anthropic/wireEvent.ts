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
	id: z.string().optional(),
	name: z.string().optional(),
	text: z.string().optional(),
	thinking: z.string().optional(),
	/** of `redacted_thinking`: the encrypted payload */
	data: z.string().optional(),
});

const deltaSchema = z.object({
	type: z.string(),
	text: z.string().optional(),
	thinking: z.string().optional(),
	signature: z.string().optional(),
	partial_json: z.string().optional(),
});

const knownEvents = z.discriminatedUnion("type", [
	z.object({ type: z.literal("message_start"), message: z.object({ usage: usageSchema.nullish() }) }),
	z.object({ type: z.literal("content_block_start"), index: z.number(), content_block: blockSchema }),
	z.object({ type: z.literal("content_block_delta"), index: z.number(), delta: deltaSchema }),
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
