import { formatOf } from "@core/assistant-message/formats";
import { Conversation } from "@core/task/Conversation";
import type { TaskEvent, TaskEventDraft } from "@shared/events";
import { describe, expect, it } from "vitest";

const row = { icon: "x", title: "x", body: { kind: "none" as const } };
const user = (text: string, source: "task" | "message" = "message"): TaskEventDraft => ({
	type: "user_message",
	blockId: text,
	source,
	parts: [{ type: "text", text }],
});
const said = (text: string): TaskEventDraft => ({
	type: "assistant_text",
	requestId: "r",
	blockId: text,
	text,
});
const called = (callId: string): TaskEventDraft => ({
	type: "tool_called",
	requestId: "r",
	call: {
		callId,
		name: "read_file",
		params: { path: callId },
		source: `<read_file><path>${callId}</path></read_file>`,
	},
	row,
});
const finished = (callId: string): TaskEventDraft => ({
	type: "tool_finished",
	callId,
	status: "ok",
	result: [{ type: "text", text: `content of ${callId}` }],
	row,
	durationMs: 0,
});
const ended = (reason: "results" | "aborted" | "failed" | "reminder" = "results"): TaskEventDraft => ({
	type: "turn_ended",
	requestId: "r",
	reason,
});

function push(conversation: Conversation, draft: TaskEventDraft): void {
	conversation.push({ v: 1, seq: 0, parent: null, at: 0, taskId: "t", ...draft } as TaskEvent);
}

function conversationOf(drafts: readonly TaskEventDraft[]): Conversation {
	const conversation = new Conversation(formatOf("xml"));
	for (const draft of drafts) push(conversation, draft);
	return conversation;
}

const roles = (drafts: readonly TaskEventDraft[]) =>
	conversationOf(drafts)
		.messages()
		.map((message) => message.role);

describe("Conversation", () => {
	it("sends back the answer as the one text that it was, and its results with the next message", () => {
		const messages = conversationOf([
			user("do", "task"),
			said("I look.\n"),
			called("a"),
			said("\nend"),
			finished("a"),
			ended(),
		]).messages();
		expect(messages).toHaveLength(3);
		expect(messages[1]?.parts).toEqual([
			{ type: "text", text: "I look.\n<read_file><path>a</path></read_file>\nend" },
		]);
		expect(JSON.stringify(messages[2])).toContain("content of a");
	});

	it("keeps finished messages as they are, by identity", () => {
		const drafts = [user("do", "task"), said("one"), ended("reminder"), user("go on")];
		const conversation = conversationOf(drafts);
		const before = conversation.messages();
		const more: TaskEventDraft[] = [said("two"), ended("reminder"), user("more")];
		for (const draft of more) push(conversation, draft);
		for (const [index, message] of before.entries()) expect(conversation.messages()[index]).toBe(message);
	});

	it.each([
		["a turn that failed before any word", [user("a", "task"), ended("failed"), user("b")]],
		["a turn that was stopped before any word", [user("a", "task"), ended("aborted"), user("b")]],
		[
			"thoughts without an answer",
			[
				user("a", "task"),
				{ type: "reasoning", requestId: "r", blockId: "x", text: "hm" } as TaskEventDraft,
				ended("failed"),
				user("b"),
			],
		],
	])("never lets two messages of one side follow each other: %s", (_name, drafts) => {
		expect(roles(drafts)).toEqual(["user"]);
	});

	it("tells the model that it was stopped, and keeps what it had said", () => {
		const messages = conversationOf([
			user("a", "task"),
			said("half"),
			ended("aborted"),
			user("b"),
		]).messages();
		expect(messages.map((message) => message.role)).toEqual(["user", "assistant", "user"]);
		expect(JSON.stringify(messages[2])).toMatch(/stopped your answer/);
	});
});
