import { failureOfDocument, HttpFailure } from "./failureFacts";
import { ProviderError } from "./ProviderError";
import { maxTrail } from "./untilFinished";

export type Fetch = typeof globalThis.fetch;

export interface WatchOptions {
	/** named in messages */
	readonly host: string;
	readonly expects: "events" | "json";
	/** every piece of the answer, keep-alive comments included, which the SDKs swallow; empty for the headers */
	onBytes?(bytes: Uint8Array): void;
	/** the answer is whole: a server that holds it open all the same is not waited for */
	isOver?(): boolean;
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
		if (/text\/html/i.test(response.headers.get("content-type") ?? ""))
			throw wrongKind(options.host, "a web page");
		return response.body === null ? response : reported(response, response.body, options);
	};
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
	const whole = options.expects === "events" ? new WholeDocument(response.headers, options.host) : undefined;
	let trail: ReturnType<typeof setTimeout> | undefined;
	const bell = new TransformStream<Uint8Array, Uint8Array>({
		transform(bytes, controller) {
			options.onBytes?.(bytes);
			if (whole?.takes(bytes)) return;
			controller.enqueue(bytes);
			if (options.isOver?.()) trail ??= setTimeout(() => controller.terminate(), maxTrail.body);
		},
		flush(controller) {
			clearTimeout(trail);
			if (whole?.isOne) controller.error(whole.error());
		},
	});
	const { status, statusText, headers } = response;
	return new Response(body.pipeThrough(bell), { status, statusText, headers });
}

const documentStarts = /^[\s\ufeff]*[{[<]/;

/** A document where events should come, whatever it calls itself: no line of events begins like one. */
class WholeDocument {
	/** undefined: nothing but white space has come */
	isOne: boolean | undefined;
	private text = "";
	private readonly decoder = new TextDecoder();

	constructor(
		private readonly headers: Headers,
		private readonly host: string,
	) {}

	takes(bytes: Uint8Array): boolean {
		if (this.isOne === undefined) this.isOne = kindOf(bytes);
		if (this.isOne && this.text.length < maxErrorBodyChars)
			this.text += this.decoder.decode(bytes, { stream: true });
		return this.isOne === true;
	}

	error(): Error {
		if (/^\s*</.test(this.text)) return wrongKind(this.host, "a web page");
		return failureOfDocument(this.text, this.headers) ?? wrongKind(this.host, "a whole document");
	}
}

/** Whether a document begins with the bytes; undefined when they are white space only. */
function kindOf(bytes: Uint8Array): boolean | undefined {
	const start = new TextDecoder().decode(bytes.subarray(0, 256));
	return start.trim() === "" ? undefined : documentStarts.test(start);
}
