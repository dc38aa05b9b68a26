import { formatOf } from "@core/assistant-message/formats";
import { Conversation } from "@core/task/Conversation";
import type { TaskEvent, TaskEventDraft } from "@shared/events";
import type { MessagePart, ModelMessage } from "@shared/provider";
import { type ToolFormatName, toolFormats } from "@shared/settings";
import type { ToolCall } from "@shared/tools";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const row = { icon: "x", title: "x", body: { kind: "none" as const } };
const created = (toolFormat: string): TaskEventDraft => ({
	type: "task_created",
	cwd: "/w",
	title: "t",
	mode: "code",
	profile: { provider: "openai", model: "m", toolFormat },
});
const user = (text: string, source: "task" | "message" = "message"): TaskEventDraft => ({
	type: "user_message",
	blockId: text,
	source,
	parts: [{ type: "text", text }],
});
const expanded = (blockId: string, text: string): TaskEventDraft => ({
	type: "message_expanded",
	blockId,
	parts: [{ type: "text", text }],
});
const environment = (text: string): TaskEventDraft => ({ type: "environment", text });
const requested = (format?: ToolFormatName, provider = "openai", model = "m"): TaskEventDraft => ({
	type: "request_started",
	requestId: "r",
	provider,
	model,
	attempt: 1,
	...(format === undefined ? {} : { format }),
});
const said = (text: string): TaskEventDraft => ({
	type: "assistant_text",
	requestId: "r",
	blockId: text,
	text,
});
const thought = (text: string, signature?: string): TaskEventDraft => ({
	type: "reasoning",
	requestId: "r",
	blockId: text,
	text,
	...(signature === undefined ? {} : { signature }),
});
const called = (callId: string, call: Partial<ToolCall> = {}): TaskEventDraft => ({
	type: "tool_called",
	requestId: "r",
	call: { callId, name: "read_file", params: { path: callId }, source: `source of ${callId}`, ...call },
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
const ended = (reason: "results" | "aborted" = "results"): TaskEventDraft => ({
	type: "turn_ended",
	requestId: "r",
	reason,
});
const condensed = (upTo: number, summary = "sum"): TaskEventDraft => ({ type: "condensed", upTo, summary });

/** A turn with one call. */
const turn = (id: string, format: ToolFormatName): TaskEventDraft[] => [
	environment(`env ${id}`),
	requested(format),
	said(`I look at ${id}.`),
	called(id),
	finished(id),
	ended(),
];

function feed(conversation: Conversation, drafts: readonly TaskEventDraft[], from = 0): void {
	for (const [index, draft] of drafts.entries())
		conversation.push({ v: 1, seq: from + index, parent: null, at: 0, taskId: "t", ...draft } as TaskEvent);
}

function conversationOf(format: ToolFormatName, drafts: readonly TaskEventDraft[]): Conversation {
	const conversation = new Conversation(formatOf(format));
	feed(conversation, drafts);
	return conversation;
}

const messagesOf = (format: ToolFormatName, drafts: readonly TaskEventDraft[], maker?: string) =>
	conversationOf(format, drafts).messages(maker);
const textOf = (message: ModelMessage | undefined) =>
	(message?.parts ?? []).map((part) => (part.type === "text" ? part.text : `<${part.type}>`)).join("|");

/** What a provider would refuse in these messages. */
function invalid(messages: readonly ModelMessage[]): string | undefined {
	for (const [index, message] of messages.entries()) {
		if (message.role !== (index % 2 === 0 ? "user" : "assistant")) return `roles at ${index}`;
		const calls = message.parts.filter((part) => part.type === "tool_call").map((part) => part.callId);
		const isResult = (part: MessagePart) => part.type === "tool_result";
		const next = messages[index + 1]?.parts ?? [];
		const results = next
			.slice(0, calls.length)
			.map((part) => (part.type === "tool_result" ? part.callId : ""));
		if (message.role === "user") continue;
		if ([...calls].sort().join() !== [...results].sort().join()) return `pairs at ${index}`;
		if (next.slice(calls.length).some(isResult)) return `a result too many behind ${index}`;
	}
	return messages[0]?.parts.some((part) => part.type === "tool_result")
		? "a result without a call"
		: undefined;
}

describe("a history in several formats", () => {
	it.each([
		["xml", "source of a", "[read_file for 'a'] Result:"],
		["react", "source of a", "Observation: [read_file for 'a'] Result:"],
	] as const)("%s sends its own calls back verbatim", (format, source, header) => {
		const [, answer, results] = messagesOf(format, [user("do", "task"), ...turn("a", format)]);
		expect(textOf(answer)).toBe(`I look at a.${source}`);
		expect(textOf(results)).toBe(`${header}|content of a`);
	});

	it("native pairs each call with its result, in their order, results first", () => {
		const drafts = [
			user("do", "task"),
			requested("native"),
			said("Look."),
			called("a", { source: '{"path":"a"}' }),
			called("b", { source: "{}" }),
			finished("b"),
			finished("a"),
			ended(),
			environment("env"),
		];
		const [, answer, results] = messagesOf("native", drafts);
		expect(answer?.parts.slice(1)).toEqual([
			{ type: "tool_call", callId: "a", name: "read_file", arguments: '{"path":"a"}' },
			{ type: "tool_call", callId: "b", name: "read_file", arguments: "{}" },
		]);
		expect(results?.parts.map((part) => (part.type === "tool_result" ? part.callId : part.type))).toEqual([
			"a",
			"b",
			"text",
		]);
	});

	const rendered: Record<ToolFormatName, string> = {
		xml: "I look at a.\n\n<read_file>\n<path>a</path>\n</read_file>",
		native: "I look at a.|<tool_call>",
		react: 'I look at a.\n\nAction: read_file(path="a")',
	};
	const pairs = toolFormats.flatMap((from) =>
		toolFormats.filter((to) => to !== from).map((to) => [from, to] as const),
	);

	it.each(pairs)("a call made in %s is rendered for %s", (from, to) => {
		const [, answer] = messagesOf(to, [user("do", "task"), ...turn("a", from)]);
		expect(textOf(answer)).toBe(rendered[to]);
	});

	it("takes older requests to be in the format that the task began with", () => {
		const drafts = [created("react"), user("do", "task"), requested(), called("a"), finished("a"), ended()];
		expect(textOf(messagesOf("react", drafts)[1])).toBe("source of a");
		const without = [user("do", "task"), requested(), called("a"), finished("a"), ended()];
		expect(textOf(messagesOf("xml", without)[1])).toBe("source of a");
	});

	it("gives a call that was never finished a result", () => {
		const drafts = [
			user("do", "task"),
			requested("native"),
			called("a"),
			called("b"),
			finished("a"),
			ended("aborted"),
		];
		const messages = messagesOf("native", drafts);
		expect(invalid(messages)).toBeUndefined();
		expect(messages[2]?.parts[1]).toMatchObject({ type: "tool_result", callId: "b", isError: true });
	});
});

describe("signatures of thoughts", () => {
	const drafts = [
		user("do", "task"),
		requested("native", "anthropic", "claude"),
		thought("hm", "sig"),
		thought("", "redacted_thinking:x"),
		said("ok"),
		ended(),
		user("more"),
	];
	const thoughts = (maker: string, format: ToolFormatName = "native", events = drafts) =>
		messagesOf(format, events, maker)[1]?.parts.filter((part) => part.type === "reasoning");

	it("go back to who made them, encrypted ones too", () => {
		expect(thoughts("anthropic claude")).toEqual([
			{ type: "reasoning", text: "hm", signature: "sig" },
			{ type: "reasoning", text: "", signature: "redacted_thinking:x" },
		]);
	});

	it.each(["anthropic other", "openai claude"])("do not go to %s", (maker) => {
		expect(thoughts(maker)).toEqual([{ type: "reasoning", text: "hm" }]);
	});

	it("do not outlive a change of format", () => {
		expect(thoughts("anthropic claude", "xml")).toEqual([{ type: "reasoning", text: "hm" }]);
	});

	it("come back when the model does, and messages keep their identity meanwhile", () => {
		const conversation = conversationOf("native", drafts);
		const other = conversation.messages("openai m");
		expect(conversation.messages("openai m")[1]).toBe(other[1]);
		expect(other[0]).toBe(conversation.messages("anthropic claude")[0]);
		expect(conversation.messages("anthropic claude")[1]?.parts).toContainEqual({
			type: "reasoning",
			text: "hm",
			signature: "sig",
		});
	});
});

describe("expanded messages", () => {
	it("hold what they stand for right behind their own words", () => {
		const drafts = [
			user("one", "task"),
			user("two"),
			expanded("one", "file 1"),
			environment("env"),
			expanded("two", "file 2"),
		];
		const [message] = messagesOf("xml", drafts);
		expect(textOf(message)).toBe(
			"<task>\none\n</task>|file 1|<user_message>\ntwo\n</user_message>|file 2|env",
		);
	});

	it("never change what was sent", () => {
		const before = [user("one", "task"), ...turn("a", "xml"), environment("env")];
		const messages = messagesOf("xml", [...before, expanded("one", "late")]);
		expect(textOf(messages[0])).not.toContain("late");
		expect(textOf(messages[2])).toMatch(/env\|late$/);
	});
});

describe("a condensed conversation", () => {
	const base = [user("do", "task"), ...turn("a", "native"), ...turn("b", "native")];
	const endOfA = 6;
	const endOfB = 12;

	it("is the task and the summary, and what came after", () => {
		const messages = messagesOf("native", [
			...base,
			environment("env c"),
			condensed(endOfB),
			environment("env d"),
		]);
		expect(messages.map(textOf)).toEqual([
			"<task>\ndo\n</task>|[Summary of the conversation so far]\nsum|env c|env d",
		]);
	});

	it("keeps later turns, and the messages behind the summary as the identical objects", () => {
		const conversation = conversationOf("native", [...base, environment("env c")]);
		const before = conversation.messages();
		feed(conversation, [condensed(endOfA)], 14);
		const after = conversation.messages();
		expect(textOf(after[0])).toBe("<task>\ndo\n</task>|[Summary of the conversation so far]\nsum|env b");
		expect(after[1]).toBe(before[3]);
		expect(after[2]).toBe(before[4]);
		expect(after).toHaveLength(3);
		expect(invalid(after)).toBeUndefined();
	});

	it("may be condensed by a call of the turn that goes on", () => {
		const drafts = [
			...base,
			environment("env c"),
			requested("native"),
			called("c", { name: "condense" }),
			condensed(endOfB),
			finished("c"),
			ended(),
		];
		const messages = messagesOf("native", drafts);
		expect(invalid(messages)).toBeUndefined();
		expect(messages.map(textOf)).toEqual([
			"<task>\ndo\n</task>|[Summary of the conversation so far]\nsum|env c",
			"<tool_call>",
			"<tool_result>",
		]);
	});

	it("keeps what the task's words stand for, and only the last summary", () => {
		const drafts = [user("do", "task"), expanded("do", "file"), ...turn("a", "xml"), condensed(7, "one")];
		const messages = messagesOf("xml", [
			...drafts,
			...turn("b", "xml"),
			condensed(14, "two"),
			condensed(14, "three"),
		]);
		expect(messages.map(textOf)).toEqual([
			"<task>\ndo\n</task>|file|[Summary of the conversation so far]\nthree",
		]);
	});

	it("with nothing before it only gains the summary", () => {
		const messages = messagesOf("xml", [user("do", "task"), environment("env"), condensed(-1)]);
		expect(messages.map(textOf)).toEqual([
			"<task>\ndo\n</task>|[Summary of the conversation so far]\nsum|env",
		]);
	});
});

describe("whatever happened", () => {
	const format = fc.constantFrom(...toolFormats);
	const oneTurn = fc.record({
		format,
		calls: fc.nat(3),
		finishes: fc.nat(3),
		says: fc.boolean(),
		reason: fc.constantFrom("results" as const, "aborted" as const),
		message: fc.boolean(),
		condense: fc.boolean(),
	});

	it("each call has exactly one result, right behind it, in every format", () => {
		fc.assert(
			fc.property(fc.array(oneTurn, { maxLength: 6 }), format, (turns, sent) => {
				const drafts: TaskEventDraft[] = [user("do", "task")];
				for (const [index, each] of turns.entries()) {
					const ids = Array.from({ length: each.calls }, (_, call) => `${index}-${call}`);
					const lastEnd = drafts.findLastIndex((draft) => draft.type === "turn_ended");
					if (each.condense) drafts.push(condensed(lastEnd));
					drafts.push(environment("e"), requested(each.format));
					if (each.says) drafts.push(said("text"));
					drafts.push(...ids.map((id) => called(id)), ...ids.slice(0, each.finishes).map(finished));
					drafts.push(ended(each.reason));
					if (each.message) drafts.push(user(`m${index}`));
				}
				const conversation = conversationOf(sent, drafts);
				expect(invalid(conversation.messages())).toBeUndefined();
			}),
		);
	});
});
