import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import * as z from "zod";

/** Secret storage of the host: one opaque text a server. */
export interface OAuthStore {
	get(key: string): Promise<string | undefined>;
	set(key: string, value: string): Promise<void>;
	delete(key: string): Promise<void>;
	/**
	 * Runs `work` while nobody else does so for that key, in this process or another: a refresh token that two use at
	 * once counts as stolen on some servers.
	 */
	exclusive<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** What Kiln keeps of one server's sign-in. */
export interface SignInRecord {
	/** the server that it belongs to: never sent to another */
	readonly url: string;
	/** what the tokens were asked for (RFC 8707) */
	readonly resource?: string | undefined;
	readonly client?: OAuthClientInformationMixed | undefined;
	/** `issuer`: the authorization server that gave them out */
	readonly tokens?: OAuthTokens | undefined;
}

const recordSchema = z.object({
	url: z.string(),
	resource: z.string().optional(),
	client: z.looseObject({ client_id: z.string() }).optional(),
	tokens: z
		.looseObject({
			access_token: z.string(),
			token_type: z.string(),
			refresh_token: z.string().optional(),
			scope: z.string().optional(),
			issuer: z.string().optional(),
		})
		.optional(),
});

/** undefined: nothing is kept, it is unreadable, or it belongs to another address. */
export async function readSignIn(
	store: OAuthStore,
	key: string,
	url: string,
): Promise<SignInRecord | undefined> {
	const text = await store.get(key);
	if (text === undefined) return undefined;
	const parsed = recordSchema.safeParse(parseJson(text));
	if (!parsed.success || parsed.data.url !== url) return undefined;
	// the SDK checks what it reads from its own record
	return parsed.data as SignInRecord;
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Forgets everything with the process. */
export function memoryOAuthStore(): OAuthStore {
	const kept = new Map<string, string>();
	const last = new Map<string, Promise<unknown>>();
	return {
		get: async (key) => kept.get(key),
		async set(key, value) {
			kept.set(key, value);
		},
		async delete(key) {
			kept.delete(key);
		},
		exclusive(key, work) {
			const done = (last.get(key) ?? Promise.resolve()).then(work);
			last.set(
				key,
				done.catch(() => undefined),
			);
			return done;
		},
	};
}
