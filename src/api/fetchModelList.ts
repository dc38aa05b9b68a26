import { classifyProviderError } from "./classifyProviderError";
import { abortError } from "./guardedStream";
import { failureContext } from "./modelRequest";
import type { ProviderOptions } from "./ProviderOptions";
import { parseModelList } from "./parseModelList";
import { type Fetch, watchedFetch } from "./watchedFetch";

interface ListRequest {
	readonly signal: AbortSignal;
	readonly timeout: number;
}

const timeoutMs = 20_000;

/** The ids that the endpoint lists. `get` asks for them through the SDK, with the fetch that it is given. */
export async function fetchModelList(
	options: ProviderOptions,
	signal: AbortSignal,
	get: (fetch: Fetch, request: ListRequest) => Promise<unknown>,
): Promise<readonly string[]> {
	const { host } = options.endpoint;
	try {
		const fetch = watchedFetch(options.fetch, { host, expects: "json" });
		return parseModelList(await get(fetch, { signal, timeout: timeoutMs }), host);
	} catch (error) {
		if (signal.aborted) throw abortError();
		throw classifyProviderError(error, failureContext(options));
	}
}
