import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { KilnError } from "@shared/errors";
import type { OAuthEntry, RemoteEntry } from "../config/entrySchema";
import { BrowserProvider } from "./BrowserProvider";
import { freePort, LoopbackReceiver } from "./LoopbackReceiver";
import { type OAuthStore, readSignIn } from "./OAuthStore";

export interface SignInPorts {
	readonly store: OAuthStore;
	/** Shows an address to the person; false when this host cannot. */
	openBrowser(url: string): Promise<boolean>;
	readonly clientMetadataUrl?: string | undefined;
}

/**
 * One remote server's sign-in. A server that starts by itself only ever uses what is kept; the browser opens when the
 * person asks for it (`begin`, then `finish`).
 */
export class ServerSignIn {
	private browser: BrowserProvider | undefined;
	private exchange: ((code: string) => Promise<void>) | undefined;
	/** the person has asked: the server may lead to its page */
	private isInteractive = false;

	constructor(
		private readonly key: string,
		private readonly ports: SignInPorts,
	) {}

	/** undefined: the server is asked without, and says so when it wants a sign-in. */
	async provider(entry: RemoteEntry): Promise<OAuthClientProvider | undefined> {
		// a header of the entry speaks for the person already
		if (Object.keys(entry.headers).some((name) => name.toLowerCase() === "authorization")) return undefined;
		if (entry.oauth?.grant === "client_credentials") return machineProvider(entry.oauth);
		this.browser ??= await this.createBrowser(entry);
		return this.isInteractive || this.browser.hasTokens ? this.browser : undefined;
	}

	/** The server's page is known; `exchange` makes tokens of the code that it gives out. */
	needed(exchange: (code: string) => Promise<void>): void {
		this.exchange = exchange;
	}

	/** From now on a start leads to the server's page. True: it has led there already. */
	begin(): boolean {
		this.isInteractive = true;
		return this.browser?.page !== undefined && this.exchange !== undefined;
	}

	/** Lets the person sign in on the server's page; the tokens are kept then. */
	async finish(timeoutMs: number, signal: AbortSignal | undefined): Promise<void> {
		const { browser, exchange } = this;
		const page = browser?.page;
		if (browser === undefined || page === undefined || exchange === undefined) {
			throw new KilnError("mcp_failed", "The server has named no page to sign in.");
		}
		const receiver = await LoopbackReceiver.listen(browser.port);
		try {
			if (receiver.port !== browser.port) {
				await browser.moveTo(receiver.port);
				throw new KilnError(
					"mcp_failed",
					"The address for the sign-in is taken by another program.",
					"Try again.",
				);
			}
			const code = receiver.receive(browser.state(), timeoutMs, signal);
			code.catch(() => undefined);
			if (!(await this.ports.openBrowser(page.href))) {
				throw new KilnError(
					"mcp_failed",
					"The browser could not be opened.",
					`Open ${page.href} yourself, then try again.`,
				);
			}
			await exchange(await code);
		} finally {
			receiver.close();
			browser.page = undefined;
			this.exchange = undefined;
		}
	}

	/** Signs out: everything kept of this server is deleted. */
	async forget(): Promise<void> {
		this.browser = undefined;
		this.exchange = undefined;
		this.isInteractive = false;
		await this.ports.store.delete(this.key);
	}

	private async createBrowser(entry: RemoteEntry): Promise<BrowserProvider> {
		const { store, clientMetadataUrl } = this.ports;
		const kept = await readSignIn(store, this.key, entry.url);
		return new BrowserProvider({
			record: { ...kept, url: entry.url, port: kept?.port ?? (await freePort()) },
			entry: entry.oauth,
			clientMetadataUrl,
			save: (record) => store.set(this.key, JSON.stringify(record)),
		});
	}
}

/** A machine's own account. */
async function machineProvider(entry: OAuthEntry): Promise<OAuthClientProvider> {
	const { clientId, clientSecret, privateKey, algorithm, scope } = entry;
	if (clientId === undefined || (clientSecret ?? privateKey) === undefined) {
		throw new KilnError(
			"invalid_settings",
			'client_credentials need "oauth.clientId" and "oauth.clientSecret" or "oauth.privateKey".',
		);
	}
	const providers = await import("@modelcontextprotocol/sdk/client/auth-extensions.js");
	const common = { clientId, clientName: "Kiln", ...(scope !== undefined && { scope }) };
	if (privateKey !== undefined)
		return new providers.PrivateKeyJwtProvider({ ...common, privateKey, algorithm });
	return new providers.ClientCredentialsProvider({ ...common, clientSecret: clientSecret ?? "" });
}
