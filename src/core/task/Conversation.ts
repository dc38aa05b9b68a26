import type { EventOf, TaskEvent } from "@shared/events";
import type { MessagePart, ModelMessage } from "@shared/provider";
import type { ContentPart, ToolCall } from "@shared/tools";
import type { ToolCallFormat } from "../assistant-message/ToolCallFormat";
import { formatResponse } from "../prompts/formatResponse";

/**
 * The model's history as a fold over the log. What was sent stays as it was sent: finished messages are never touched
 * again and keep their identity from request to request, so the block list of request N is a prefix of that of N+1.
 */
export class Conversation {
	private readonly done: ModelMessage[] = [];
	private userParts: MessagePart[] = [];
	private assistantParts: MessagePart[] = [];
	private results: { call: ToolCall; event: EventOf<"tool_finished"> }[] = [];
	private readonly calls = new Map<string, ToolCall>();
	private cachedLast: ModelMessage | undefined;

	constructor(private readonly format: ToolCallFormat) {}

	/** The messages of the next request. */
	messages(): readonly ModelMessage[] {
		if (this.userParts.length === 0) return this.done;
		this.cachedLast ??= { role: "user", parts: this.userParts };
		return [...this.done, this.cachedLast];
	}

	push(event: TaskEvent): void {
		if (event.type === "user_message") this.addUser(userParts(event));
		else if (event.type === "environment") this.addUser([{ type: "text", text: event.text }]);
		else if (event.type === "reasoning") this.addAssistant(reasoningPart(event));
		else if (event.type === "assistant_text") this.addAssistant({ type: "text", text: event.text });
		else if (event.type === "tool_called") this.addCall(event.call);
		else if (event.type === "tool_finished") this.addResult(event);
		else if (event.type === "turn_ended") this.endTurn(event);
	}

	private addUser(parts: readonly MessagePart[]): void {
		this.userParts = [...this.userParts, ...parts];
		this.cachedLast = undefined;
	}

	/** Adjacent text becomes one part: the answer goes back as the one text that it was. */
	private addAssistant(part: MessagePart): void {
		const last = this.assistantParts.at(-1);
		if (part.type !== "text" || last?.type !== "text") this.assistantParts.push(part);
		else this.assistantParts[this.assistantParts.length - 1] = { type: "text", text: last.text + part.text };
	}

	private addCall(call: ToolCall): void {
		this.calls.set(call.callId, call);
		if (this.format.name === "native") {
			this.addAssistant({
				type: "tool_call",
				callId: call.callId,
				name: call.calledAs ?? call.name,
				arguments: call.source,
			});
		} else {
			this.addAssistant({ type: "text", text: call.source });
		}
	}

	private addResult(event: EventOf<"tool_finished">): void {
		const call = this.calls.get(event.callId);
		if (call === undefined) return;
		this.calls.delete(event.callId);
		this.results.push({ call, event });
	}

	/** The turn is whole: the answer becomes a message, its results open the next one of the user. */
	private endTurn(event: EventOf<"turn_ended">): void {
		const results = this.results.flatMap(({ call, event: finished }) =>
			this.format.renderToolResult(call, finished.result, finished.status !== "ok"),
		);
		if (this.assistantParts.some(isAnswer)) {
			this.closeUser();
			this.done.push({ role: "assistant", parts: this.assistantParts });
		}
		this.assistantParts = [];
		this.results = [];
		this.addUser([...results, ...noteOf(event)]);
	}

	private closeUser(): void {
		if (this.userParts.length === 0) return;
		this.done.push(this.cachedLast ?? { role: "user", parts: this.userParts });
		this.userParts = [];
		this.cachedLast = undefined;
	}
}

/** Thoughts alone are no answer: providers leave them out, and two messages of the user would follow each other. */
function isAnswer(part: MessagePart): boolean {
	return part.type === "text" ? part.text !== "" : part.type !== "reasoning";
}

function noteOf({ reason }: EventOf<"turn_ended">): MessagePart[] {
	if (reason === "length") return [{ type: "text", text: formatResponse.cutByLimit() }];
	if (reason === "truncated") return [{ type: "text", text: formatResponse.truncated() }];
	if (reason === "aborted") return [{ type: "text", text: formatResponse.interruptedAnswer() }];
	return [];
}

function reasoningPart(event: EventOf<"reasoning">): MessagePart {
	if (event.source !== undefined) return { type: "text", text: event.source };
	return { type: "reasoning", text: event.text, signature: event.signature };
}

function userParts(event: EventOf<"user_message">): ContentPart[] {
	const wrap = wrappers[event.source];
	return event.parts.map((part) => (part.type === "text" ? { type: "text", text: wrap(part.text) } : part));
}

const wrappers: Record<EventOf<"user_message">["source"], (text: string) => string> = {
	task: formatResponse.task,
	message: formatResponse.userMessage,
	feedback: formatResponse.completionFeedback,
	guidance: formatResponse.guidance,
	reminder: (text) => text,
};
