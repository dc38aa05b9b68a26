import { parseRecording } from "@api/replay/parseRecording";
import { ReplayProvider } from "@api/replay/ReplayProvider";
import { isAbortError } from "@shared/errors";
import type { ModelMessage } from "@shared/provider";
import { describe, expect, it } from "vitest";
import { collect } from "../support";

const line = (text: string, delayMs = 10) =>
	JSON.stringify({ chunks: [{ text, delayMs }, { text: "!" }], usage: { outputTokens: 3 } });
const conversation = (answers: number): ModelMessage[] =>
	Array.from({ length: answers * 2 + 1 }, (_, at) => ({
		role: at % 2 === 0 ? "user" : "assistant",
		parts: [{ type: "text", text: "x" }],
	}));
const request = (answers: number) => ({ requestId: "r", system: "", messages: conversation(answers) });

function player(speed?: number) {
	const slept: number[] = [];
	const clock = {
		sleep: async (ms: number, signal?: AbortSignal) => {
			signal?.throwIfAborted();
			slept.push(ms);
		},
	};
	return {
		slept,
		provider: new ReplayProvider({
			name: "test",
			recording: `${line("one")}\n\n${line("two")}\n`,
			clock,
			speed,
		}),
	};
}
const play = (provider: ReplayProvider, answers: number, signal = new AbortController().signal) =>
	collect(provider.stream(request(answers), signal));

describe("replaying a session", () => {
	it("finds its place by the answers that the request holds, without any memory", async () => {
		const { provider } = player();
		const texts = await Promise.all([1, 0, 1].map(async (answers) => (await play(provider, answers))[0]));
		expect(texts).toMatchObject([{ text: "two" }, { text: "one" }, { text: "two" }]);
	});

	it("ends every answer with usage and stop", async () => {
		const chunks = await play(player().provider, 0);
		expect(chunks.slice(-2)).toEqual([
			{
				type: "usage",
				usage: { inputTokens: 0, outputTokens: 3, cacheReadTokens: 0, cacheWriteTokens: 0, cost: 0 },
			},
			{ type: "stop", reason: "end" },
		]);
	});

	it("says so when the recording is over", async () => {
		expect((await play(player().provider, 2))[0]).toEqual({ type: "text", text: "The recording ends here." });
	});

	it("keeps the recorded pace, scaled by the speed", async () => {
		const paces = [undefined, 2, Number.POSITIVE_INFINITY].map(async (speed) => {
			const { provider, slept } = player(speed);
			await play(provider, 0);
			return slept;
		});
		expect(await Promise.all(paces)).toEqual([[10], [5], []]);
	});

	it("stops when aborted", async () => {
		await expect(play(player().provider, 0, AbortSignal.abort())).rejects.toSatisfy(isAbortError);
	});
});

describe("a broken recording", () => {
	it.each([
		["not JSON", `${line("ok")}\n{oops`, "line 2: not valid JSON"],
		["no chunks", `{"chunks":[]}`, "line 1: chunks"],
		["wrong type", `\n{"chunks":[{"text":5}]}`, "line 2: chunks.0.text"],
	])("%s is named with its line", (_, text, message) => {
		expect(() => parseRecording(text, "r.jsonl")).toThrow(
			expect.objectContaining({ code: "invalid_settings", message: expect.stringContaining(message) }),
		);
	});
});
