import { isSameServer } from "../transport/ownHeaders";

type Fetch = typeof globalThis.fetch;

export interface TokenKeeper {
	/** whose requests carry the token */
	readonly server: URL;
	current(): string | undefined;
	/** Another token than the refused one; undefined: there is none without the person. */
	renew(refused: string): Promise<string | undefined>;
	/** The server said 401 or 403. */
	refused(response: Response, token: string | undefined): void;
}

/** What another window has got may have run out as well. */
const maxRenewals = 2;

/** Requests to the server carry its token. One that it refuses is renewed. */
export function tokenFetch(keeper: TokenKeeper, fetch: Fetch): Fetch {
	const send = (input: Parameters<Fetch>[0], init: RequestInit | undefined, token: string | undefined) => {
		const headers = new Headers(init?.headers);
		if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
		return fetch(input, { ...init, headers });
	};
	return async (input, init) => {
		const url = new URL(input instanceof Request ? input.url : input);
		if (!isSameServer(keeper.server, url)) return fetch(input, init);
		let token = keeper.current();
		let response = await send(input, init, token);
		for (let left = maxRenewals; left > 0 && response.status === 401 && token !== undefined; left--) {
			const renewed = await keeper.renew(token);
			if (renewed === undefined) break;
			await response.body?.cancel();
			token = renewed;
			response = await send(input, init, token);
		}
		if (response.status === 401 || response.status === 403) keeper.refused(response, token);
		return response;
	};
}
