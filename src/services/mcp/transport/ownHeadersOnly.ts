import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";

/**
 * A fetch that sends the entry's headers to its server only: they may hold keys, and the SDK would send them to the
 * authorization server, too, which may be anybody's.
 */
export function ownHeadersOnly(
	fetch: FetchLike,
	server: URL,
	headers: Readonly<Record<string, string>>,
): FetchLike {
	return (url, init) => {
		// the host with its port; http and https of one host are one server
		if (new URL(url).host === server.host) return fetch(url, init);
		const others = new Headers(init?.headers);
		for (const [name, value] of Object.entries(headers)) {
			if (others.get(name) === value) others.delete(name);
		}
		return fetch(url, { ...init, headers: others });
	};
}
