import type { HeaderBag } from "./retryAfter";

/** What is known of a failed request, whatever threw it. */
export interface FailureFacts {
	readonly status: number | undefined;
	/** the server's own code or type: "context_length_exceeded", "overloaded_error" */
	readonly codes: readonly string[];
	/** the server's words, else the error's; may hold secrets: mask before showing */
	readonly text: string;
	readonly headers: HeaderBag | undefined;
}

/** A response that was no success. Thrown from inside `fetch`, so that the SDK cannot lose body or headers. */
export class HttpFailure extends Error {
	// a neutral message: the SDKs take anything that reads like "timed out" for a connection timeout and drop it
	constructor(
		/** undefined: the error came with a status of success */
		readonly status: number | undefined,
		readonly headers: HeaderBag,
		readonly body: string,
	) {
		super("HTTP failure");
	}
}

/** The failure that a document with a status of success tells of; undefined when it is something else. */
export function failureOfDocument(body: string, headers: HeaderBag): HttpFailure | undefined {
	return isFailure(documentOf(body)) ? new HttpFailure(undefined, headers, body) : undefined;
}

/** The failure that an event tells of, in a stream that began well and in a shape that the SDKs do not know. */
export function failureEvent(event: unknown): HttpFailure | undefined {
	return isFailure(event) ? new HttpFailure(undefined, new Headers(), JSON.stringify(event)) : undefined;
}

/** Ollama, OpenAI: {"error":…}; Mistral, FastChat: {"object":"error","message":"…"}; gateways: {"message":"…","code":503} */
function isFailure(json: unknown): boolean {
	if (!isRecord(json)) return false;
	return Boolean(json.error) || (typeof json.message === "string" && !("choices" in json));
}

/** The error and its causes, outermost first; an `AggregateError` (several addresses tried) counts with its parts. */
export function errorChain(error: unknown): Error[] {
	const chain: Error[] = [];
	const queue: unknown[] = [error];
	while (queue.length > 0 && chain.length < 20) {
		const next = queue.shift();
		if (!(next instanceof Error) || chain.includes(next)) continue;
		chain.push(next);
		if (next instanceof AggregateError) queue.push(...next.errors);
		queue.push(next.cause);
	}
	return chain;
}

/** Undefined for an error that no server sent: a network failure, a bug. */
export function failureFacts(error: unknown): FailureFacts | undefined {
	for (const link of errorChain(error)) {
		if (link instanceof HttpFailure) return factsOfBody(link.status, documentOf(link.body), link);
		if (isSdkError(link))
			return factsOfBody(link.status, link.error, { headers: link.headers, body: link.message });
	}
	return undefined;
}

interface SdkError extends Error {
	readonly status: number | undefined;
	readonly error: unknown;
	readonly headers: HeaderBag | undefined;
}

/** Both SDKs' `APIError`, told by shape so that neither SDK is loaded for it. Connection errors have no body. */
function isSdkError(error: Error): error is SdkError {
	if (!("status" in error && "error" in error)) return false;
	return error.status !== undefined || isRecord(error.error) || typeof error.error === "string";
}

function factsOfBody(
	status: number | undefined,
	json: unknown,
	raw: { readonly headers: HeaderBag | undefined; readonly body: string },
): FailureFacts {
	const inner = isRecord(json) && isRecord(json.error) ? json.error : json;
	const codes = isRecord(inner) ? [inner.code, inner.type, detailCode(inner)] : [];
	const texts = codes.filter((code) => code !== undefined && code !== null).map(String);
	return {
		status: status ?? statusOf(texts),
		codes: texts,
		text: wordsOf(json, raw.body),
		headers: raw.headers,
	};
}

/** Anthropic says what a 429 is about in `details.error_code`. */
function detailCode(inner: Readonly<Record<string, unknown>>): unknown {
	return isRecord(inner.details) ? inner.details.error_code : undefined;
}

/** Errors in the middle of a stream carry no status; their types stand for one. */
const statusByCode: Readonly<Record<string, number>> = {
	invalid_request_error: 400,
	authentication_error: 401,
	invalid_api_key: 401,
	billing_error: 402,
	insufficient_quota: 402,
	permission_error: 403,
	not_found_error: 404,
	request_too_large: 413,
	rate_limit_error: 429,
	rate_limit_exceeded: 429,
	api_error: 500,
	server_error: 500,
	timeout_error: 504,
	overloaded_error: 529,
	server_is_overloaded: 503,
	slow_down: 503,
};

function statusOf(codes: readonly string[]): number | undefined {
	for (const code of codes) {
		// OpenRouter: {"error":{"code":502,"message":"Provider returned error"}}
		const status = /^[45]\d\d$/.test(code) ? Number(code) : statusByCode[code];
		if (status !== undefined) return status;
	}
	return undefined;
}

/** The server's words, from the shapes seen in the wild. */
function wordsOf(json: unknown, body: string): string {
	if (!isRecord(json)) return typeof json === "string" ? json : plainText(body);
	const { error } = json;
	// Ollama: {"error":"model \"x\" not found"}
	if (typeof error === "string") return error;
	if (isRecord(error)) return wordsOfError(error);
	const { message, detail } = json;
	// Mistral: {"object":"error","message":"..."}; FastAPI (vLLM): {"detail":"Not Found"}
	if (typeof message === "string") return wordsOfError(json);
	return JSON.stringify(message ?? detail ?? json);
}

function wordsOfError(error: Readonly<Record<string, unknown>>): string {
	const message = typeof error.message === "string" ? error.message : JSON.stringify(error);
	// OpenRouter puts the upstream's own words into metadata.raw
	const raw = isRecord(error.metadata) ? error.metadata.raw : undefined;
	return typeof raw === "string" && raw !== "" ? `${message}: ${wordsOf(parseJson(raw), raw)}` : message;
}

/** Of a web page only its title. */
function plainText(body: string): string {
	if (!/^\s*<(!doctype|html)/i.test(body)) return body;
	return /<title[^>]*>([^<]*)<\/title>/i.exec(body)?.[1]?.trim() ?? "a web page";
}

/** Google, in this format, puts the one error into a list. */
function documentOf(body: string): unknown {
	const json = parseJson(body);
	return Array.isArray(json) ? json[0] : json;
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
