import type { MessagePart, ModelMessage } from "@shared/provider";
import fc from "fast-check";

const text = fc.record({ type: fc.constant("text" as const), text: fc.string() });
const userPart: fc.Arbitrary<MessagePart> = fc.oneof(
	text,
	fc.record({
		type: fc.constant("tool_result" as const),
		callId: fc.string({ minLength: 1 }),
		parts: fc.array(text),
		isError: fc.boolean(),
	}),
);
const assistantPart: fc.Arbitrary<MessagePart> = fc.oneof(
	text,
	fc.record({
		type: fc.constant("reasoning" as const),
		text: fc.string(),
		signature: fc.option(fc.string(), { nil: undefined }),
	}),
	fc.record({
		type: fc.constant("tool_call" as const),
		callId: fc.string(),
		name: fc.constant("f"),
		arguments: fc.string(),
	}),
);
const turn = fc.tuple(
	fc.record({ role: fc.constant("user" as const), parts: fc.array(userPart) }),
	fc.record({ role: fc.constant("assistant" as const), parts: fc.array(assistantPart) }),
);

/** Conversations of alternating roles, with empty and odd parts. */
export const anyMessages: fc.Arbitrary<ModelMessage[]> = fc.array(turn).map((turns) => turns.flat());
