import { auth, extractWWWAuthenticateParams } from "@modelcontextprotocol/sdk/client/auth.js";
import { KilnError } from "@shared/errors";
import * as z from "zod";
import type { RemoteEntry } from "../config/entrySchema";
import { AttemptProvider, withoutSecret } from "./AttemptProvider";
import { authFetch } from "./authFetch";
import { explainSignIn } from "./explainSignIn";
import { type Callback, LoopbackReceiver } from "./LoopbackReceiver";
import type { SignInRecord } from "./OAuthStore";
import { readAnswer, readPastedAddress, SignInRefused } from "./readAnswer";
import type { SignInPorts } from "./SignInPorts";

export interface SignInAttemptOptions {
	readonly ports: Pick<SignInPorts, "openBrowser" | "callbackAddress" | "clientMetadataUrl">;
	/** expanded */
	readonly entry: RemoteEntry;
	readonly fetch: typeof globalThis.fetch;
	/** `WWW-Authenticate` of the server's refusal */
	readonly challenge: string | undefined;
	/** the scopes that the person has given already, where they are not enough */
	readonly granted: string | undefined;
	readonly timeoutMs: number;
	/** cancelled */
	readonly signal: AbortSignal;
	save(signedIn: Omit<SignInRecord, "url">): Promise<void>;
}

/** One attempt to sign in by browser, from the registration to kept tokens. */
export class SignInAttempt {
	private provider: AttemptProvider | undefined;
	private paste: (callback: Callback) => void = () => {};

	constructor(private readonly options: SignInAttemptOptions) {}

	/** Rejects with a `KilnError`: refused, cancelled, nobody came in time, or what went wrong. */
	async run(): Promise<void> {
		const { signal, timeoutMs } = this.options;
		const ended = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
		const receiver = await this.listen();
		try {
			const { ports } = this.options;
			const reachable = ports.callbackAddress?.(receiver.address) ?? Promise.resolve(receiver.address);
			const address = await orEnded(reachable, ended);
			const provider = new AttemptProvider(address, this.options.entry.oauth, ports.clientMetadataUrl);
			await this.prepare(provider, ended);
			const pasted = new Promise<Callback>((resolve) => {
				this.paste = resolve;
			});
			// whoever asks the person whether to open it may wait for an answer for ever
			const notOpened = new Promise<never>((_resolve, reject) => this.openPage().catch(reject));
			const came = Promise.race([receiver.receive(provider.nonce), pasted, notOpened]);
			await this.finish(provider, await orEnded(came, ended), ended);
		} catch (error) {
			throw this.explained(error, ended, receiver.address);
		} finally {
			await receiver.close();
		}
	}

	/** Shows the page (again). Whoever could not be shown it may have its address all the same, so nothing ends here. */
	async openPage(): Promise<boolean> {
		const page = this.provider?.page;
		return page !== undefined && (await this.options.ports.openBrowser(page.href));
	}

	/** Takes the address that the browser was sent to but could not reach. Throws `invalid_url`. */
	accept(address: string): void {
		if (this.provider === undefined) throw new KilnError("mcp_failed", "The page is not open yet.");
		const params = readPastedAddress(address, this.provider.nonce);
		this.paste({ params, reply: () => {} });
	}

	private async listen(): Promise<LoopbackReceiver> {
		const port = this.options.entry.oauth?.redirectPort ?? 0;
		try {
			return await LoopbackReceiver.listen(port);
		} catch (error) {
			throw new KilnError(
				"mcp_failed",
				port === 0
					? "The sign-in failed: this machine lets nobody listen on 127.0.0.1."
					: `The sign-in failed: port ${port} ("oauth.redirectPort" of the server's entry) is taken.`,
				port === 0 ? undefined : "End the program that has it, or choose another port.",
				{ cause: error },
			);
		}
	}

	/** Registers Kiln where that is needed, and learns the page. */
	private async prepare(provider: AttemptProvider, ended: AbortSignal): Promise<void> {
		this.provider = provider;
		await auth(provider, this.request(ended));
		const { page } = provider;
		// it is handed to the operating system: other schemes start programs
		if (page !== undefined && /^https?:$/.test(page.protocol)) return;
		throw new KilnError("mcp_failed", "The sign-in failed: the server names no web page to sign in.");
	}

	private async finish(provider: AttemptProvider, callback: Callback, ended: AbortSignal): Promise<void> {
		const { metadata, authorizationServer, page } = provider;
		try {
			const mustNameIssuer = namesItselfSchema.safeParse(metadata).success;
			// not what its metadata calls it (RFC 8414, 3.3): it could call itself by the name of an honest one
			const authorizationCode = readAnswer(callback.params, { issuer: authorizationServer, mustNameIssuer });
			await auth(provider, { ...this.request(ended), authorizationCode });
			if (provider.granted === undefined) throw new Error("no tokens came back");
			ended.throwIfAborted();
			const client = provider.clientInformation();
			await this.options.save({
				resource: page?.searchParams.get("resource") ?? undefined,
				client: client && (this.options.entry.oauth?.clientId === undefined ? client : withoutSecret(client)),
				// none named: what was asked for (RFC 6749, 5.1)
				tokens: { scope: page?.searchParams.get("scope") ?? undefined, ...provider.granted },
			});
			callback.reply("signed_in");
		} catch (error) {
			callback.reply(error instanceof SignInRefused ? "refused" : "failed");
			throw error;
		}
	}

	private request(signal: AbortSignal) {
		const { entry, fetch, challenge, granted } = this.options;
		const headers = new Headers(challenge === undefined ? {} : { "www-authenticate": challenge });
		const named = extractWWWAuthenticateParams(new Response(null, { headers }));
		const { resourceMetadataUrl } = named;
		// a server may name only what is missing; and the entry's own scope is the person's word
		const scope = granted && named.scope ? allOf(granted, named.scope) : (entry.oauth?.scope ?? named.scope);
		return {
			serverUrl: entry.url,
			...(resourceMetadataUrl && { resourceMetadataUrl }),
			...(scope !== undefined && { scope }),
			fetchFn: authFetch({ url: entry.url, headers: entry.headers, fetch, signal }),
		};
	}

	private explained(error: unknown, ended: AbortSignal, callback: string): KilnError {
		if (this.options.signal.aborted) return new KilnError("mcp_failed", "The sign-in was cancelled.");
		if (ended.aborted) {
			const seconds = Math.round(this.options.timeoutMs / 100) / 10;
			return new KilnError(
				"mcp_failed",
				`Nobody signed in within ${seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} minutes`}.`,
				"Sign in again when you are ready.",
			);
		}
		const server = this.provider?.authorizationServer ?? this.options.entry.url;
		const isFound = this.provider?.metadata !== undefined;
		return explainSignIn(error, { host: new URL(server).host, callback, isFound });
	}
}

/** RFC 9207; the SDK's own type does not know the field. */
const namesItselfSchema = z.looseObject({ authorization_response_iss_parameter_supported: z.literal(true) });

function allOf(...scopes: readonly string[]): string {
	return [...new Set(scopes.flatMap((scope) => scope.split(" ")))].join(" ");
}

function orEnded<T>(promise: Promise<T>, ended: AbortSignal): Promise<T> {
	return new Promise((resolve, reject) => {
		const end = () => reject(ended.reason);
		ended.addEventListener("abort", end, { once: true });
		// listened to in any case: nobody else would hear of its failure
		promise.then(resolve, reject).finally(() => ended.removeEventListener("abort", end));
		if (ended.aborted) end();
	});
}
