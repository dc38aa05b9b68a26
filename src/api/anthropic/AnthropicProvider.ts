import Anthropic from "@anthropic-ai/sdk";
import type { ModelInfo, ModelProvider, ModelRequest, StreamChunk } from "@shared/provider";
import { fetchModelList } from "../fetchModelList";
import type { StreamGuard } from "../guardedStream";
import { pricesOf } from "../modelCatalogue";
import { modelRequest, sendWithoutRefused } from "../modelRequest";
import type { ProviderOptions } from "../ProviderOptions";
import { type Fetch, watchedFetch } from "../watchedFetch";
import { wellFormedJson } from "../wellFormedJson";
import { readStream } from "./readStream";
import { requestBody } from "./requestBody";

/** The Anthropic messages API, at Anthropic or wherever it is spoken. */
export class AnthropicProvider implements ModelProvider {
	readonly name = "anthropic";
	readonly model: ModelInfo;

	constructor(private readonly options: ProviderOptions) {
		this.model = options.model;
	}

	stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<StreamChunk> {
		return modelRequest(this.options, signal, (guard) => this.exchange(request, guard));
	}

	listModels(signal: AbortSignal): Promise<readonly string[]> {
		const query = { limit: 1000 };
		return fetchModelList(this.options, signal, (fetch, request) =>
			this.client(fetch).get("/v1/models", { ...request, query }),
		);
	}

	private async *exchange(request: ModelRequest, guard: StreamGuard): AsyncGenerator<StreamChunk> {
		const { endpoint, profile, fetch } = this.options;
		const onBytes = () => guard.touch();
		const watched = watchedFetch(fetch, { host: endpoint.host, expects: "events", onBytes });
		const client = this.client(wellFormed(watched));
		const events = await sendWithoutRefused(
			this.options,
			requestBody(request, this.options),
			"anthropic",
			(body) => client.messages.create(body, { signal: guard.signal }),
		);
		yield* readStream(events, { host: endpoint.host, prices: pricesOf(profile) });
	}

	/** Keys, addresses and accounts that the SDK would take from the environment are given: no stray variable joins in. */
	private client(fetch: typeof globalThis.fetch): Anthropic {
		const { endpoint, key, profile, silenceTimeoutMs } = this.options;
		return new Anthropic({
			apiKey: key ?? "none",
			webhookKey: null,
			// the SDK adds /v1 itself
			baseURL: endpoint.url.replace(/\/v1$/, ""),
			defaultHeaders: { ...this.authHeaders(), ...profile.headers },
			// the guard watches for silence; this only has to be longer
			timeout: silenceTimeoutMs + 60_000,
			maxRetries: 0,
			logLevel: "off",
			openTelemetry: false,
			fetch,
		});
	}

	/** The SDK sends the key as a bearer token; gateways that speak the format's older version read `x-api-key`. */
	private authHeaders(): Record<string, string | null> {
		const { endpoint, key } = this.options;
		if (key === undefined) return { Authorization: null };
		return endpoint.host === "api.anthropic.com" ? {} : { "X-Api-Key": key };
	}
}

/** The SDK makes the JSON, so that it can only be mended on its way out. */
function wellFormed(fetch: Fetch): Fetch {
	return (input, init) =>
		typeof init?.body === "string"
			? fetch(input, { ...init, body: wellFormedJson(init.body) })
			: fetch(input, init);
}
