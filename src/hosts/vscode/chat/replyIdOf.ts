import * as z from "zod";

const id = z.string().min(1).max(200);

/** The commands that are answered, with the id by which the UI waits. */
const answeredSchema = z.union([
	z.object({ type: z.literal("send"), commandId: id }).transform(({ commandId }) => commandId),
	z.object({ type: z.literal("settle"), approvalId: id }).transform(({ approvalId }) => approvalId),
	z.object({ type: z.literal("answer_limit"), limitId: id }).transform(({ limitId }) => limitId),
	z.object({ replyTo: id }).transform(({ replyTo }) => replyTo),
]);

/** Where the answer goes, also of a message that is otherwise malformed; undefined: nobody waits for one. */
export function replyIdOf(message: unknown): string | undefined {
	return answeredSchema.safeParse(message).data;
}
