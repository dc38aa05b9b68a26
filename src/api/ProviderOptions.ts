import type { ModelInfo } from "@shared/provider";
import type { Profile } from "@shared/settings";
import type { Endpoint } from "./endpoint";
import type { Fetch } from "./watchedFetch";

/** What every provider that talks to a server needs. Made by `createProvider`. */
export interface ProviderOptions {
	readonly profile: Profile;
	readonly endpoint: Endpoint;
	readonly model: ModelInfo;
	/** undefined: the server asks for none */
	readonly key: string | undefined;
	readonly fetch: Fetch;
	/** no byte for so long, and the request fails with `provider_timeout` */
	readonly silenceTimeoutMs: number;
}
