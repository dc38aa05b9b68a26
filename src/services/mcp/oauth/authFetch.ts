type Fetch = typeof globalThis.fetch;

const requestMs = 30_000;

export interface AuthFetchOptions {
	/** the MCP server's own address */
	readonly url: string;
	/** of its entry: for its own origin only, an authorization server elsewhere gets none of them */
	readonly headers: Readonly<Record<string, string>>;
	readonly fetch: Fetch;
	readonly signal?: AbortSignal | undefined;
}

/** For requests about signing in: bounded in time, and no header of the entry goes to a stranger. */
export function authFetch({ url, headers, fetch, signal }: AuthFetchOptions) {
	const { origin } = new URL(url);
	return async (input: string | URL, init: RequestInit = {}): Promise<Response> => {
		const all = new Headers(new URL(input).origin === origin ? { ...headers } : {});
		for (const [name, value] of new Headers(init.headers)) all.set(name, value);
		const signals = [AbortSignal.timeout(requestMs), ...(signal ? [signal] : [])];
		return fetch(input, { ...init, headers: all, signal: AbortSignal.any(signals) });
	};
}
