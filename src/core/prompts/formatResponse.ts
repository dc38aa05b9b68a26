import type { ErrorInfo } from "@shared/errors";
import type { ContentPart } from "@shared/tools";

/** The classic texts that a model gets back. Pure; the wording is part of the contract with trained models. */
export const formatResponse = {
	denied(feedback?: string): string {
		if (feedback === undefined || feedback.trim() === "") return "The user denied this operation.";
		return `The user denied this operation and provided the following feedback:\n<feedback>\n${feedback}\n</feedback>`;
	},

	deniedByRule(reasons: readonly string[]): string {
		return `This operation is not allowed: ${reasons.join("; ")}. Do not try to get around it; ask the user or find another way.`;
	},

	approvedWithFeedback(feedback: string): string {
		return `The user approved this operation and provided the following context:\n<feedback>\n${feedback}\n</feedback>`;
	},

	error(error: ErrorInfo): string {
		const hint = error.hint === undefined ? "" : `\n${error.hint}`;
		return `The tool execution failed with the following error:\n<error>\n${error.message}${hint}\n</error>`;
	},

	skippedAfter(kind: "denied" | "failed"): string {
		return kind === "denied"
			? "Not run: the user denied an earlier call of the same message."
			: "Not run: an earlier call of the same message failed.";
	},

	onlyOneCall(): string {
		return "Not run: a tool was already called in this message, and one call a message is allowed. Look at its result, then call again.";
	},

	messageEnded(by: string): string {
		return `Not run: ${by} ends the message.`;
	},

	completionTooEarly(): string {
		return "Not accepted: other calls stand in the same message. Look at their results first, then complete.";
	},

	interrupted(): string {
		return "Interrupted: this call had started and its outcome is unknown. Check the state before you do it again.";
	},

	stopped(): string {
		return "Not run: the user stopped the task before this call.";
	},

	truncated(): string {
		return "[Your answer was cut off by a network fault. What is shown above arrived. Go on from there.]";
	},

	cutByLimit(): string {
		return "[Your answer reached the output limit and was cut off. Go on in smaller steps.]";
	},

	interruptedAnswer(): string {
		return "[The user stopped your answer here.]";
	},

	empty(): ContentPart[] {
		return [{ type: "text", text: "(tool did not return anything)" }];
	},

	task(text: string): string {
		return `<task>\n${text}\n</task>`;
	},

	userMessage(text: string): string {
		return `<user_message>\n${text}\n</user_message>`;
	},

	completionFeedback(text: string): string {
		return `The user has provided feedback on the results. Consider their input to continue the task, and then attempt completion again.\n<feedback>\n${text}\n</feedback>`;
	},

	guidance(text: string): string {
		return `You seem to be having trouble proceeding. The user has provided the following feedback to help guide you:\n<feedback>\n${text}\n</feedback>`;
	},

	condensed(summary: string): string {
		return `[Summary of the conversation so far]\n${summary}`;
	},
} as const;
