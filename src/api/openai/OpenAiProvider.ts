import type { ModelInfo, ModelProvider, ModelRequest, StreamChunk } from "@shared/provider";
import OpenAI from "openai";
import type { Stream } from "openai/core/streaming";
import { fetchModelList } from "../fetchModelList";
import type { StreamGuard } from "../guardedStream";
import { pricesOf } from "../modelCatalogue";
import { modelRequest, sendWithoutRefused } from "../modelRequest";
import type { ProviderOptions } from "../ProviderOptions";
import { watchedFetch } from "../watchedFetch";
import { bodyBytes } from "./bodyBytes";
import { DoneWatch } from "./DoneWatch";
import { readStream } from "./readStream";
import { type RequestBody, requestBody } from "./requestBody";

/** Chat completions at any OpenAI-compatible base URL. */
export class OpenAiProvider implements ModelProvider {
	readonly name = "openai";
	readonly model: ModelInfo;

	constructor(private readonly options: ProviderOptions) {
		this.model = options.model;
	}

	stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<StreamChunk> {
		return modelRequest(this.options, signal, (guard) => this.exchange(request, guard));
	}

	listModels(signal: AbortSignal): Promise<readonly string[]> {
		return fetchModelList(this.options, signal, (fetch, request) =>
			this.client(fetch).get("/models", request),
		);
	}

	private async *exchange(request: ModelRequest, guard: StreamGuard): AsyncGenerator<StreamChunk> {
		const { endpoint, profile } = this.options;
		const done = new DoneWatch();
		const onBytes = (bytes: Uint8Array) => {
			guard.touch();
			done.see(bytes);
		};
		const isOver = () => done.isSeen;
		const watched = watchedFetch(this.options.fetch, {
			host: endpoint.host,
			expects: "events",
			onBytes,
			isOver,
		});
		const client = this.client(watched);
		const events = await sendWithoutRefused(
			this.options,
			requestBody(request, this.options),
			"openai",
			(body) => openStream(client, body, guard.signal),
		);
		yield* readStream(events, { host: endpoint.host, prices: pricesOf(profile), endedWithDone: isOver });
	}

	/** Keys, addresses and accounts that the SDK would take from the environment are given: no stray variable joins in. */
	private client(fetch: typeof globalThis.fetch): OpenAI {
		const { endpoint, key, profile, silenceTimeoutMs } = this.options;
		return new OpenAI({
			apiKey: key ?? "none",
			adminAPIKey: null,
			organization: null,
			project: null,
			webhookSecret: null,
			baseURL: endpoint.url,
			defaultHeaders: { ...(key === undefined ? { Authorization: null } : {}), ...profile.headers },
			// the guard watches for silence; this only has to be longer
			timeout: silenceTimeoutMs + 60_000,
			maxRetries: 0,
			logLevel: "off",
			fetch,
		});
	}
}

/** As `client.chat.completions.create`, with a body that is JSON already. */
function openStream(
	client: OpenAI,
	body: RequestBody,
	signal: AbortSignal,
): Promise<Stream<OpenAI.ChatCompletionChunk>> {
	const headers = { "content-type": "application/json" };
	return client.post("/chat/completions", { body: bodyBytes(body), headers, stream: true, signal });
}
