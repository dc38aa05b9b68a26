import { randomUUID } from "node:crypto";
import {
	InvalidGrantError,
	InvalidTokenError,
	ServerError,
} from "@modelcontextprotocol/sdk/server/auth/errors.js";
import type {
	AuthorizationParams,
	OAuthServerProvider,
} from "@modelcontextprotocol/sdk/server/auth/provider.js";
import type { AuthInfo } from "@modelcontextprotocol/sdk/server/auth/types.js";
import type { OAuthClientInformationFull, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";

interface Consent {
	readonly clientId: string;
	readonly params: AuthorizationParams;
}

interface Grant {
	readonly clientId: string;
	readonly scopes: string[];
	readonly resource: string | undefined;
	readonly family: string;
}

interface Page {
	send(html: string): unknown;
}

/**
 * An authorization server in memory, as strict as the strictest: it asks on a page, tokens are for one resource, refresh
 * tokens are for one use, and one that comes twice ends all tokens that stem from the same sign-in.
 */
export class MemoryAuthProvider implements OAuthServerProvider {
	readonly clients = new Map<string, OAuthClientInformationFull>();
	readonly counts = { registered: 0, refreshed: 0, reused: 0 };
	/** false: a refresh token that comes twice is refused, and nothing else happens */
	endsReusedFamilies = true;
	/** what is answered to a refresh, in its stead */
	refreshFault: Error | undefined;
	private readonly consents = new Map<string, Consent>();
	private readonly codes = new Map<string, Consent>();
	private readonly access = new Map<string, Grant & { readonly expiresAt: number }>();
	private readonly refresh = new Map<string, Grant & { isUsed: boolean }>();

	constructor(
		private readonly resource: string,
		private readonly log: (words: string) => void,
	) {}

	readonly clientsStore = {
		getClient: (id: string) => this.clients.get(id),
		registerClient: (client: Omit<OAuthClientInformationFull, "client_id" | "client_id_issued_at">) => {
			const full = { client_id: randomUUID(), ...client };
			this.clients.set(full.client_id, full);
			this.counts.registered += 1;
			return full;
		},
	};

	/** The consent page. Its parameter is typed by what it needs: the types of express are not installed. */
	async authorize(
		client: OAuthClientInformationFull,
		params: AuthorizationParams,
		page: Page,
	): Promise<void> {
		const id = randomUUID();
		this.consents.set(id, { clientId: client.client_id, params });
		const button = (decision: string, words: string) =>
			`<form method="post" action="consent?id=${id}&decision=${decision}"><button>${words}</button></form>`;
		page.send(
			`<!doctype html><title>Notes</title><h1>Notes</h1><p>${client.client_name} would like: ${params.scopes?.join(", ")}</p>${button("approve", "Approve")}${button("deny", "Deny")}`,
		);
	}

	/** Where the browser goes after the person's word. */
	decide(id: string, decision: string): string {
		const consent = this.consents.get(id);
		if (consent === undefined) throw new ServerError("no such consent");
		this.consents.delete(id);
		const { redirectUri, state } = consent.params;
		const back = new URL(redirectUri);
		if (decision === "approve") {
			const code = randomUUID();
			this.codes.set(code, consent);
			back.searchParams.set("code", code);
		} else {
			back.searchParams.set("error", "access_denied");
			back.searchParams.set("error_description", "You have chosen not to.");
		}
		if (state !== undefined) back.searchParams.set("state", state);
		return back.href;
	}

	async challengeForAuthorizationCode(client: OAuthClientInformationFull, code: string): Promise<string> {
		return this.consentOf(client, code).params.codeChallenge;
	}

	async exchangeAuthorizationCode(
		client: OAuthClientInformationFull,
		code: string,
		_verifier?: string,
		redirectUri?: string,
		resource?: URL,
	): Promise<OAuthTokens> {
		const { params } = this.consentOf(client, code);
		this.codes.delete(code);
		if (redirectUri !== params.redirectUri) throw new InvalidGrantError("another redirect_uri");
		if (resource?.href !== params.resource?.href) throw new InvalidGrantError("another resource");
		this.log(`signed in for ${params.scopes?.join(" ")}`);
		return this.giveOut({
			clientId: client.client_id,
			scopes: params.scopes ?? [],
			resource: resource?.href,
			family: randomUUID(),
		});
	}

	async exchangeRefreshToken(
		client: OAuthClientInformationFull,
		token: string,
		_scopes?: string[],
		resource?: URL,
	): Promise<OAuthTokens> {
		if (this.refreshFault) throw this.refreshFault;
		const grant = this.refresh.get(token);
		if (grant?.clientId !== client.client_id) throw new InvalidGrantError("unknown refresh token");
		if (grant.resource !== resource?.href) throw new InvalidGrantError("another resource");
		if (grant.isUsed) {
			this.counts.reused += 1;
			if (this.endsReusedFamilies) this.endFamily(grant.family);
			throw new InvalidGrantError("this refresh token was used before");
		}
		grant.isUsed = true;
		this.counts.refreshed += 1;
		this.log("refreshed");
		return this.giveOut(grant);
	}

	async verifyAccessToken(token: string): Promise<AuthInfo> {
		const grant = this.access.get(token);
		if (grant === undefined || grant.resource !== this.resource) throw new InvalidTokenError("unknown token");
		const { clientId, scopes, expiresAt, resource } = grant;
		return { token, clientId, scopes, expiresAt, resource: new URL(resource) };
	}

	/** All access tokens are out of date; they can be renewed. */
	expire(): void {
		for (const [token, grant] of this.access) this.access.set(token, { ...grant, expiresAt: 1 });
	}

	/** No token counts any more, nor can one be renewed. */
	revoke(): void {
		this.access.clear();
		this.refresh.clear();
	}

	private consentOf({ client_id }: OAuthClientInformationFull, code: string): Consent {
		const consent = this.codes.get(code);
		if (consent?.clientId === client_id) return consent;
		throw new InvalidGrantError("unknown code");
	}

	private giveOut({ clientId, scopes, resource, family }: Grant): OAuthTokens {
		const grant = { clientId, scopes, resource, family };
		const tokens = { access_token: `access-${randomUUID()}`, refresh_token: `refresh-${randomUUID()}` };
		this.access.set(tokens.access_token, { ...grant, expiresAt: Date.now() / 1000 + 3600 });
		this.refresh.set(tokens.refresh_token, { ...grant, isUsed: false });
		return { ...tokens, token_type: "Bearer", expires_in: 3600, scope: scopes.join(" ") };
	}

	private endFamily(family: string): void {
		for (const [token, grant] of this.access) if (grant.family === family) this.access.delete(token);
		for (const [token, grant] of this.refresh) if (grant.family === family) this.refresh.delete(token);
	}
}
