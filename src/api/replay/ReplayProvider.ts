import type { ModelInfo, ModelProvider, ModelRequest, StreamChunk } from "@shared/provider";
import { abortError } from "../guardedStream";
import { parseRecording, type RecordedResponse } from "./parseRecording";

export interface Sleeper {
	/** rejects with an AbortError as soon as `signal` aborts */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface ReplayOptions {
	/** shown in errors and as the model's id */
	readonly name: string;
	/** JSONL, see parseRecording */
	readonly recording: string;
	readonly clock: Sleeper;
	/** 1: as recorded; 2: twice as fast; Infinity: without any wait */
	readonly speed?: number | undefined;
}

const afterTheEnd: RecordedResponse = {
	chunks: [{ text: "The recording ends here.", delayMs: 0 }],
	usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, cost: 0 },
};

/**
 * Plays a recorded session. It keeps no position: the answer is found by counting the answers that the request already
 * holds, so a task goes on at the right place after a reload, and a rewound one replays from there.
 */
export class ReplayProvider implements ModelProvider {
	readonly name = "replay";
	readonly model: ModelInfo;
	private readonly responses: readonly RecordedResponse[];

	/** @throws invalid_settings when a line of the recording cannot be read */
	constructor(private readonly options: ReplayOptions) {
		this.responses = parseRecording(options.recording, options.name);
		this.model = { id: options.name, contextWindow: 200_000, maxOutputTokens: 8192, supportsImages: true };
	}

	async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<StreamChunk, void, undefined> {
		const turn = request.messages.filter(({ role }) => role === "assistant").length;
		const { chunks, usage } = this.responses[turn] ?? afterTheEnd;
		for (const { text, delayMs } of chunks) {
			await this.wait(delayMs, signal);
			yield { type: "text", text };
		}
		yield { type: "usage", usage };
		yield { type: "stop", reason: "end" };
	}

	async listModels(): Promise<readonly string[]> {
		return [this.options.name];
	}

	private async wait(delayMs: number, signal: AbortSignal): Promise<void> {
		if (signal.aborted) throw abortError();
		const ms = delayMs / (this.options.speed ?? 1);
		if (ms > 0) await this.options.clock.sleep(ms, signal);
	}
}
