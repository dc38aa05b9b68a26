import { boundedFetch } from "../transport/boundedFetch";
import { ownHeaders } from "../transport/ownHeaders";

const requestMs = 30_000;
const maxAnswerBytes = 1024 * 1024;

export interface AuthFetchOptions {
	/** the MCP server's own address */
	readonly url: string;
	/** of its entry */
	readonly headers: Readonly<Record<string, string>>;
	readonly fetch: typeof globalThis.fetch;
	readonly signal?: AbortSignal | undefined;
}

/** For requests about signing in: bounded in time and size, and no header of the entry goes to a stranger. */
export function authFetch({ url, headers, fetch, signal }: AuthFetchOptions) {
	const bounded = boundedFetch(ownHeaders(fetch, new URL(url), headers), maxAnswerBytes);
	return (input: string | URL, init: RequestInit = {}): Promise<Response> => {
		const signals = [AbortSignal.timeout(requestMs), ...(signal ? [signal] : [])];
		return bounded(input, { ...init, signal: AbortSignal.any(signals) });
	};
}
