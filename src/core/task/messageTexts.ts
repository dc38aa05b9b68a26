import type { EventOf } from "@shared/events";
import type { MessagePart } from "@shared/provider";
import type { ContentPart } from "@shared/tools";
import { formatResponse } from "../prompts/formatResponse";

const wrappers: Record<EventOf<"user_message">["source"], (text: string) => string> = {
	task: formatResponse.task,
	message: formatResponse.userMessage,
	feedback: formatResponse.completionFeedback,
	guidance: formatResponse.guidance,
	reminder: (text) => text,
};

/** A message of the user as the model reads it. */
export function messageParts(event: EventOf<"user_message">): ContentPart[] {
	const wrap = wrappers[event.source];
	return event.parts.map((part) => (part.type === "text" ? { type: "text", text: wrap(part.text) } : part));
}

/** What the model is told of a turn that ended before its answer did. */
export function noteOf({ reason }: EventOf<"turn_ended">): MessagePart[] {
	if (reason === "length") return [{ type: "text", text: formatResponse.cutByLimit() }];
	if (reason === "truncated") return [{ type: "text", text: formatResponse.truncated() }];
	if (reason === "aborted") return [{ type: "text", text: formatResponse.interruptedAnswer() }];
	return [];
}
