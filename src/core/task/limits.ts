import type { EventOf } from "@shared/events";
import type { Settings } from "@shared/settings";
import type { TaskFacts } from "./TaskFacts";

/** The limit that is reached, with the facts in a sentence; undefined when the task may go on. */
export function dueLimit(
	facts: TaskFacts,
	limits: Settings["limits"],
	hasRepeated: boolean,
): Pick<EventOf<"limit_asked">, "limit" | "message"> | undefined {
	const requests = facts.requests - facts.requestsAllowedFrom;
	const cost = facts.cost - facts.costAllowedFrom;
	if (limits.maxRequests !== null && requests >= limits.maxRequests) {
		const made =
			limits.maxRequests === 0
				? "The tasks before it have used up"
				: `The task has made ${requests} requests,`;
		const limit = limits.maxRequests === 0 ? "the limit of requests" : "its limit";
		return { limit: "requests", message: `${made} ${limit}. Go on for as many again?` };
	}
	if (
		limits.maxCost !== null &&
		facts.requests > 0 &&
		!facts.hasKnownCost &&
		facts.requestsAllowedFrom === 0
	) {
		return {
			limit: "cost",
			message:
				"The cost limit cannot be kept: neither the model's answers nor the profile say a price. Go on without it?",
		};
	}
	if (limits.maxCost !== null && cost >= limits.maxCost) {
		return {
			limit: "cost",
			message: `The task has cost $${cost.toFixed(4)}, its limit is $${limits.maxCost}. Go on for as much again?`,
		};
	}
	if (hasRepeated) {
		return {
			limit: "repetition",
			message: "The model makes the same call again and again. Tell it what to do differently, or stop.",
		};
	}
	if (limits.consecutiveMistakes > 0 && facts.mistakes >= limits.consecutiveMistakes) {
		return {
			limit: "mistakes",
			message: `${facts.mistakes} calls in a row have failed. Tell the model what to do differently, or stop.`,
		};
	}
	return undefined;
}
