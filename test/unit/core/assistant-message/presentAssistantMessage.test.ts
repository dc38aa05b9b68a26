import { formatOf } from "@core/assistant-message/formats";
import type { MessageSink } from "@core/assistant-message/MessageSink";
import { presentAssistantMessage } from "@core/assistant-message/presentAssistantMessage";
import { createDefaultRegistry } from "@core/tools/defaultTools";
import { KilnError } from "@shared/errors";
import type { LiveEvent, TaskEventDraft, Usage } from "@shared/events";
import type { StreamChunk } from "@shared/provider";
import type { ToolFormatName } from "@shared/settings";
import type { ToolCall } from "@shared/tools";
import { describe, expect, it } from "vitest";
import { countingIds } from "./parserHarness";

const registry = createDefaultRegistry();
const text = (value: string): StreamChunk => ({ type: "text", text: value });
const usage: Usage = { inputTokens: 1, outputTokens: 2, cacheReadTokens: 0, cacheWriteTokens: 0, cost: null };
const action = 'Action: list_files(path=".")\n';

interface Shown {
	readonly events: TaskEventDraft[];
	readonly live: LiveEvent[];
	readonly ran: ToolCall[];
}

/** `chunks` may throw or never end; `sleep` is how long the end of the answer is waited for. */
async function present(
	format: ToolFormatName,
	stream: (signal: AbortSignal) => AsyncIterable<StreamChunk>,
	more: Partial<MessageSink> = {},
) {
	const shown: Shown = { events: [], live: [], ran: [] };
	const limits = { maxMessageChars: 1_000_000, maxParameterChars: 1_000_000 };
	const parser = formatOf(format).createParser(registry.syntax, limits, countingIds());
	const message = await presentAssistantMessage(stream, parser, {
		taskId: "t",
		requestId: "r",
		registry,
		signal: new AbortController().signal,
		mayCallMany: true,
		append: (event) => shown.events.push(event),
		live: (event) => shown.live.push(event),
		now: () => 0,
		sleep: () => new Promise(() => {}),
		run: async (call) => {
			shown.ran.push(call);
			return { status: "ok", wasEffect: false };
		},
		skip: () => {},
		...more,
	});
	return { message, ...shown };
}

async function* of(...chunks: (StreamChunk | Error)[]): AsyncGenerator<StreamChunk> {
	for (const chunk of chunks) {
		if (chunk instanceof Error) throw chunk;
		yield chunk;
	}
}

/** Gives the chunks, then nothing until the signal ends it. */
async function* thenSilence(signal: AbortSignal, ...chunks: StreamChunk[]): AsyncGenerator<StreamChunk> {
	yield* chunks;
	await new Promise((_resolve, reject) => {
		const end = () => reject(new KilnError("aborted", "Ended."));
		if (signal.aborted) end();
		else signal.addEventListener("abort", end, { once: true });
	});
}

describe("an answer that is over before its stream", () => {
	it("is read on for its usage only", async () => {
		const { message, events, ran } = await present("react", () =>
			of(
				text(action),
				text("Observation: none\nAction: "),
				{ type: "usage", usage },
				{ type: "stop", reason: "length" },
			),
		);
		expect(ran).toMatchObject([{ name: "list_files", params: { path: "." } }]);
		expect(events.map((event) => event.type)).toEqual(["tool_called", "usage"]);
		expect(message).toMatchObject({ calls: 1, cut: undefined, stop: undefined });
	});

	it("does not mind when the rest of the stream breaks", async () => {
		const { message } = await present("react", () => of(text(action), new Error("broken")));
		expect(message).toMatchObject({ calls: 1, cut: undefined });
	});

	it("ends a stream that does not, after a while", async () => {
		const waits: number[] = [];
		const sleep = async (ms: number) => {
			waits.push(ms);
		};
		const { message } = await present("react", (signal) => thenSilence(signal, text(action)), { sleep });
		expect(message).toMatchObject({ calls: 1, cut: undefined });
		expect(waits).toEqual([3000]);
	});

	it("stops at once when the person does", async () => {
		const controller = new AbortController();
		const stop = () => controller.abort(new KilnError("aborted", "Stopped."));
		const presenting = present("react", (signal) => thenSilence(signal, text(action)), {
			signal: controller.signal,
			run: async () => {
				stop();
				return { status: "ok", wasEffect: false };
			},
		});
		expect((await presenting).message.cut).toMatchObject({ code: "aborted" });
	});
});

describe("an answer that a filter broke off", () => {
	it("counts as cut: what may be incomplete does not run", async () => {
		const open = "<write_to_file><path>a</path><content>\n<content>";
		const { ran } = await present("xml", () =>
			of(text(`${open}x</content></write_to_file> and`), { type: "stop", reason: "refusal" }),
		);
		expect(ran.map((call) => call.problem?.code)).toEqual(["malformed_call"]);
	});
});

describe("a stream that breaks", () => {
	it("before any call is whole takes back what was shown", async () => {
		const { message, events, live, ran } = await present("native", () =>
			of(
				text("I read."),
				{ type: "tool_call", index: 0, name: "list_files", arguments: '{"path"' },
				new Error("broken"),
			),
		);
		expect(message).toMatchObject({ isCommitted: false, calls: 0 });
		expect([events, ran]).toEqual([[], []]);
		expect(live.at(-1)).toEqual({ type: "live_dropped", taskId: "t", blockIds: ["b1", "c1"] });
	});

	it("behind a whole native call keeps it, and refuses what is not whole", async () => {
		const { message, ran } = await present("native", () =>
			of(
				{ type: "tool_call", index: 0, name: "list_files", arguments: '{"path":"."}' },
				{ type: "tool_call", index: 1, name: "list_files", arguments: '{"path"' },
				new Error("broken"),
			),
		);
		expect(message).toMatchObject({ isCommitted: true, calls: 2 });
		expect(ran.map((call) => call.problem?.code)).toEqual([undefined, "malformed_call"]);
	});
});

describe("the card of a call that streams", () => {
	it("changes the more rarely the longer the call is", async () => {
		const cardsFor = async (size: number) => {
			let now = 0;
			const chunks = Array.from({ length: size / 100 }, () => "x".repeat(100));
			async function* stream(): AsyncGenerator<StreamChunk> {
				yield { type: "tool_call", index: 0, name: "write_to_file", arguments: '{"path":"a","content":"' };
				for (const piece of chunks) {
					now += 25;
					yield { type: "tool_call", index: 0, arguments: piece };
				}
				yield { type: "tool_call", index: 0, arguments: '"}' };
			}
			const { live } = await present("native", stream, { now: () => now });
			return live.filter((event) => event.type === "live_row").length;
		};
		const [small, large] = [await cardsFor(20_000), await cardsFor(200_000)];
		expect(small).toBeGreaterThan(50);
		expect(large).toBeGreaterThan(small);
		expect(large).toBeLessThan(5 * small);
	});
});
