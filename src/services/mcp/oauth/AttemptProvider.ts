import { randomBytes } from "node:crypto";
import type { OAuthClientProvider, OAuthDiscoveryState } from "@modelcontextprotocol/sdk/client/auth.js";
import type {
	OAuthClientInformationMixed,
	OAuthClientMetadata,
	OAuthTokens,
} from "@modelcontextprotocol/sdk/shared/auth.js";
import type { OAuthEntry } from "../config/entrySchema";

/**
 * The SDK's view of one attempt to sign in, with a state, a verifier and a registration of its own: what an earlier
 * attempt or another address of this machine was registered with is never used again.
 */
export class AttemptProvider implements OAuthClientProvider {
	/** where the person signs in */
	page: URL | undefined;
	client: OAuthClientInformationMixed | undefined;
	/** what the code was exchanged for */
	granted: OAuthTokens | undefined;
	readonly nonce = randomBytes(24).toString("base64url");
	readonly clientMetadataUrl?: string;
	private verifier = "";
	private discovery: OAuthDiscoveryState | undefined;

	constructor(
		readonly redirectUrl: string,
		private readonly entry: OAuthEntry | undefined,
		/** an https address that describes Kiln as a client, for servers that take one instead of a registration */
		clientMetadataUrl: string | undefined,
	) {
		if (clientMetadataUrl !== undefined) this.clientMetadataUrl = clientMetadataUrl;
	}

	get clientMetadata(): OAuthClientMetadata {
		const supported = this.metadata?.token_endpoint_auth_methods_supported ?? ["none"];
		const method = authMethods.find((known) => supported.includes(known));
		return {
			client_name: "Kiln",
			redirect_uris: [this.redirectUrl],
			grant_types: ["authorization_code", "refresh_token"],
			response_types: ["code"],
			...(method !== undefined && { token_endpoint_auth_method: method }),
			...(this.entry?.scope !== undefined && { scope: this.entry.scope }),
		};
	}

	/** the authorization server's own words on itself */
	get metadata(): OAuthDiscoveryState["authorizationServerMetadata"] {
		return this.discovery?.authorizationServerMetadata;
	}

	get authorizationServer(): string | undefined {
		return this.discovery?.authorizationServerUrl;
	}

	state(): string {
		return this.nonce;
	}

	clientInformation(): OAuthClientInformationMixed | undefined {
		return withEntry(this.entry, this.client);
	}

	saveClientInformation(client: OAuthClientInformationMixed): void {
		this.client = client;
	}

	/** Nothing kept takes part: the person is there to sign in anew. */
	tokens(): undefined {
		return undefined;
	}

	saveTokens(tokens: OAuthTokens): void {
		this.granted = tokens;
	}

	redirectToAuthorization(url: URL): void {
		this.page = url;
	}

	saveCodeVerifier(verifier: string): void {
		this.verifier = verifier;
	}

	codeVerifier(): string {
		return this.verifier;
	}

	saveDiscoveryState(state: OAuthDiscoveryState): void {
		this.discovery = state;
	}

	discoveryState(): OAuthDiscoveryState | undefined {
		return this.discovery;
	}
}

/** Those that the SDK has for a client which registered by itself; the first that the server knows. */
const authMethods = ["none", "client_secret_basic", "client_secret_post"];

/** A client that the person has registered has its id and secret in the entry, and nowhere else. */
export function withEntry(
	entry: OAuthEntry | undefined,
	client: OAuthClientInformationMixed | undefined,
): OAuthClientInformationMixed | undefined {
	const { clientId, clientSecret } = entry ?? {};
	if (clientId === undefined) return client;
	return {
		...(client?.issuer !== undefined && client.client_id === clientId && { issuer: client.issuer }),
		client_id: clientId,
		...(clientSecret !== undefined && { client_secret: clientSecret }),
	};
}

export function withoutSecret(client: OAuthClientInformationMixed): OAuthClientInformationMixed {
	const { client_secret, ...rest } = client;
	return rest;
}
