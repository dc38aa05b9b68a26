import { HttpFailure } from "./failureFacts";
import { ProviderError } from "./ProviderError";

export type Fetch = typeof globalThis.fetch;

export interface WatchOptions {
	/** named in messages */
	readonly host: string;
	readonly expects: "events" | "json";
	/** every piece of the answer, keep-alive comments included, which the SDKs swallow; empty for the headers */
	onBytes?(bytes: Uint8Array): void;
}

const nothing = new Uint8Array();
const maxErrorBodyChars = 64 * 1024;

/**
 * The host's fetch as the SDKs get it. It follows no redirect (that would carry the key elsewhere), keeps the body of
 * a failure (the SDKs lose those that are not in their own format), and refuses an answer of the wrong kind.
 */
export function watchedFetch(fetch: Fetch, options: WatchOptions): Fetch {
	return async (input, init) => {
		const response = await fetch(input, { ...init, redirect: "manual" });
		options.onBytes?.(nothing);
		if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
			throw redirected(response, options.host);
		}
		if (!response.ok) throw await httpFailure(response, response.status);
		await checkKind(response, options);
		return response.body === null ? response : reported(response, response.body, options);
	};
}

async function checkKind(response: Response, { host, expects }: WatchOptions): Promise<void> {
	const kind = response.headers.get("content-type") ?? "";
	if (/text\/html/i.test(kind)) throw wrongKind(host, "a web page");
	if (expects === "json" || !/application\/json/i.test(kind)) return;
	const failure = await httpFailure(response, undefined);
	throw /"error"/.test(failure.body) ? failure : wrongKind(host, "a whole document");
}

function redirected(response: Response, host: string): ProviderError {
	const location = response.headers.get("location");
	const to = location !== null && URL.canParse(location) ? ` to ${new URL(location).origin}` : "";
	const hint = "Kiln does not send keys along a redirect: enter the final address as the profile's base URL.";
	return new ProviderError("invalid_url", `${host} redirects the request${to}.`, {
		hint,
		status: response.status,
	});
}

function wrongKind(host: string, what: string): ProviderError {
	const hint =
		"The base URL is probably wrong: OpenAI-compatible addresses usually end in /v1 (https://openrouter.ai/api/v1).";
	return new ProviderError(
		"provider_protocol",
		`${host} answered with ${what} instead of a model's answer.`,
		{ hint },
	);
}

async function httpFailure(response: Response, status: number | undefined): Promise<HttpFailure> {
	// a body that breaks off is no reason to lose the status
	const text = await response.text().catch(() => "");
	return new HttpFailure(status, response.headers, text.slice(0, maxErrorBodyChars));
}

function reported(response: Response, body: ReadableStream<Uint8Array>, options: WatchOptions): Response {
	const bell = new TransformStream<Uint8Array, Uint8Array>({
		transform(bytes, controller) {
			options.onBytes?.(bytes);
			controller.enqueue(bytes);
		},
	});
	const { status, statusText, headers } = response;
	return new Response(body.pipeThrough(bell), { status, statusText, headers });
}
