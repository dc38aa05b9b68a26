import type { OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import type { RemoteEntry } from "../config/entrySchema";
import { withEntry } from "./AttemptProvider";
import { type OAuthStore, readSignIn, type SignInRecord } from "./OAuthStore";

export interface SignInTokensOptions {
	readonly key: string;
	readonly store: OAuthStore;
	/** expanded */
	readonly entry: RemoteEntry;
	readonly fetch: typeof globalThis.fetch;
	/** what is kept is another: these must be shown nowhere */
	onChange(secrets: readonly string[]): void;
}

/** What is kept of one server's sign-in, as this window knows it; others may change it at any time. */
export class SignInTokens {
	private record: SignInRecord | undefined;

	constructor(private readonly options: SignInTokensOptions) {}

	/** the rights that were given, as far as they are known */
	get scope(): string | undefined {
		return this.record?.tokens?.scope;
	}

	current(): string | undefined {
		return this.record?.tokens?.access_token;
	}

	/** What is kept now. */
	async load(): Promise<string | undefined> {
		const { store, key, entry } = this.options;
		this.take(await readSignIn(store, key, entry.url));
		return this.current();
	}

	/**
	 * A token in place of the refused one: what another window has got meanwhile, or a new one for the refresh token.
	 * undefined: the person has to sign in.
	 */
	renew(refused: string): Promise<string | undefined> {
		const { store, key } = this.options;
		return store.exclusive(key, async () => {
			const known = await this.load();
			if (known !== refused) return known;
			const outcome = await this.refresh();
			if (outcome?.kind === "renewed")
				await this.keep({ tokens: { ...scopeOf(this.scope), ...outcome.tokens } });
			if (outcome?.kind !== "void") return outcome && outcome.kind === "renewed" ? this.current() : undefined;
			// a window that shares the tokens but no lock may have been faster
			const another = await this.load();
			if (another !== refused) return another;
			await this.keep({ tokens: undefined, client: undefined });
			return undefined;
		});
	}

	/** The person has signed in. */
	async save(signedIn: Omit<SignInRecord, "url">): Promise<void> {
		const { store, key } = this.options;
		await store.exclusive(key, () => this.keep(signedIn));
	}

	async forget(): Promise<void> {
		const { store, key } = this.options;
		await store.exclusive(key, () => store.delete(key));
		this.take(undefined);
	}

	private async refresh() {
		const { tokens, client: kept, resource } = this.record ?? {};
		const { entry, fetch } = this.options;
		const client = withEntry(entry.oauth, kept);
		const isSameClient = client !== undefined && client.client_id === kept?.client_id;
		if (!isSameClient || !tokens?.refresh_token || tokens.issuer === undefined) return undefined;
		const { refreshTokens } = await import("./refreshTokens");
		return refreshTokens({
			issuer: tokens.issuer,
			refreshToken: tokens.refresh_token,
			client,
			resource,
			server: { url: entry.url, headers: entry.headers, fetch },
		});
	}

	private async keep(change: Partial<SignInRecord>): Promise<void> {
		const { store, key, entry } = this.options;
		const record = { ...this.record, ...change, url: entry.url };
		await store.set(key, JSON.stringify(record));
		this.take(record);
	}

	private take(record: SignInRecord | undefined): void {
		this.record = record;
		this.options.onChange(secretsIn(record?.tokens, record?.client?.client_secret));
	}
}

/** An authorization server that names no scope has given the same as before. */
function scopeOf(scope: string | undefined): Pick<OAuthTokens, "scope"> {
	return scope === undefined ? {} : { scope };
}

/** Masking shorter ones would only garble the text. */
const minSecretChars = 6;

function secretsIn(tokens: OAuthTokens | undefined, clientSecret: string | undefined): string[] {
	const all = [tokens?.access_token, tokens?.refresh_token, tokens?.id_token, clientSecret];
	return all.filter((secret) => secret !== undefined).filter(({ length }) => length >= minSecretChars);
}
