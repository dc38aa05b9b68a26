import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";

/**
 * A fetch that adds the entry's headers to requests to its server, and to no others: they may hold keys, and an
 * authorization server may be anybody's. What a request says itself counts for more.
 */
export function ownHeaders(
	fetch: FetchLike,
	server: URL,
	headers: Readonly<Record<string, string>>,
): FetchLike {
	return (url, init) => {
		if (!isSameServer(server, new URL(url))) return fetch(url, init);
		const all = new Headers({ ...headers });
		for (const [name, value] of new Headers(init?.headers)) all.set(name, value);
		return fetch(url, { ...init, headers: all });
	};
}

/** The same origin; or its https form, to which servers send whoever comes by http. Never the other way round. */
export function isSameServer(server: URL, url: URL): boolean {
	if (url.origin === server.origin) return true;
	const isUpgrade = server.protocol === "http:" && url.protocol === "https:";
	return isUpgrade && url.hostname === server.hostname && server.port === "" && url.port === "";
}
