import { randomBytes } from "node:crypto";
import type { OAuthClientProvider, OAuthDiscoveryState } from "@modelcontextprotocol/sdk/client/auth.js";
import type {
	OAuthClientInformationMixed,
	OAuthClientMetadata,
	OAuthTokens,
} from "@modelcontextprotocol/sdk/shared/auth.js";
import { KilnError } from "@shared/errors";
import type { OAuthEntry } from "../config/entrySchema";
import { callbackPath } from "./LoopbackReceiver";
import type { SignInRecord } from "./OAuthStore";

export interface BrowserProviderOptions {
	readonly record: SignInRecord & { readonly port: number };
	readonly entry: OAuthEntry | undefined;
	/** an https address that describes Kiln as a client, for servers that take one instead of a registration */
	readonly clientMetadataUrl: string | undefined;
	save(record: SignInRecord): Promise<void>;
}

/**
 * The SDK's view of one server's sign-in by browser. It opens nothing by itself: the page that the person must see is
 * kept in `page` until somebody signs in.
 */
export class BrowserProvider implements OAuthClientProvider {
	/** where the person signs in; set when the server has asked for it */
	page: URL | undefined;
	readonly clientMetadataUrl?: string;
	private record: SignInRecord & { readonly port: number };
	private verifier = "";
	private discovery: OAuthDiscoveryState | undefined;
	private readonly nonce = randomBytes(24).toString("base64url");

	constructor(private readonly options: BrowserProviderOptions) {
		this.record = options.record;
		if (options.clientMetadataUrl !== undefined) this.clientMetadataUrl = options.clientMetadataUrl;
	}

	get port(): number {
		return this.record.port;
	}

	get redirectUrl(): string {
		return `http://127.0.0.1:${this.record.port}${callbackPath}`;
	}

	get clientMetadata(): OAuthClientMetadata {
		return {
			client_name: "Kiln",
			redirect_uris: [this.redirectUrl],
			grant_types: ["authorization_code", "refresh_token"],
			response_types: ["code"],
			token_endpoint_auth_method: "none",
			...(this.options.entry?.scope !== undefined && { scope: this.options.entry.scope }),
		};
	}

	get hasTokens(): boolean {
		return this.record.tokens !== undefined;
	}

	state(): string {
		return this.nonce;
	}

	clientInformation(): OAuthClientInformationMixed | undefined {
		const { clientId, clientSecret } = this.options.entry ?? {};
		if (clientId === undefined) return this.record.client;
		return {
			...this.record.client,
			client_id: clientId,
			...(clientSecret !== undefined && { client_secret: clientSecret }),
		};
	}

	async saveClientInformation(client: OAuthClientInformationMixed): Promise<void> {
		// the entry's own id and secret stay where they are; only which server they belong to is kept
		await this.keep({ client: this.options.entry?.clientId === undefined ? client : withoutSecret(client) });
	}

	tokens(): OAuthTokens | undefined {
		return this.record.tokens;
	}

	async saveTokens(tokens: OAuthTokens): Promise<void> {
		await this.keep({ tokens });
	}

	/** Throws `mcp_failed` for what is no web page: the address is the server's, and other kinds start programs. */
	redirectToAuthorization(url: URL): void {
		if (!/^https?:$/.test(url.protocol)) {
			throw new KilnError("mcp_failed", `The page for the sign-in is no web page (${url.protocol}).`);
		}
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

	async invalidateCredentials(scope: "all" | "client" | "tokens" | "verifier" | "discovery"): Promise<void> {
		const isAll = scope === "all";
		if (isAll || scope === "verifier") this.verifier = "";
		if (isAll || scope === "discovery") this.discovery = undefined;
		if (isAll || scope === "client") await this.keep({ client: undefined });
		if (isAll || scope === "tokens") await this.keep({ tokens: undefined });
	}

	/** Another address to come back to: a registration names the old one, and with it the page. */
	async moveTo(port: number): Promise<void> {
		if (port === this.record.port) return;
		this.page = undefined;
		this.record = { ...this.record, port };
		await this.keep({ client: undefined });
	}

	private async keep(change: Partial<SignInRecord>): Promise<void> {
		const { port } = this.record;
		this.record = { ...this.record, ...change, port };
		await this.options.save(this.record);
	}
}

function withoutSecret(client: OAuthClientInformationMixed): OAuthClientInformationMixed {
	const { client_secret, ...rest } = client;
	return rest;
}
