import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { KilnError } from "@shared/errors";
import type { RemoteEntry } from "../config/entrySchema";
import { OpenFailure } from "../connection/OpenFailure";
import { machineProvider } from "./machineProvider";
import type { SignInAttempt } from "./SignInAttempt";
import type { SignInPorts } from "./SignInPorts";
import { SignInTokens } from "./SignInTokens";
import { tokenFetch } from "./tokenFetch";

type Fetch = typeof globalThis.fetch;

/** How a server is reached: with what is kept of the person's sign-in, or as a machine's own account. */
export interface OpenedSignIn {
	readonly fetch: Fetch;
	readonly auth: OAuthClientProvider | undefined;
	/** there is another way in than the person's: its own key or account */
	readonly hasOwnKey: boolean;
}

export interface ServerSignInOptions {
	readonly key: string;
	readonly ports: SignInPorts;
	/** what people see of it is another */
	onChange(): void;
	/** the tokens are new: the server may be reached with them */
	onSignedIn(): void;
}

interface Target {
	readonly entry: RemoteEntry;
	readonly fetch: Fetch;
	readonly tokens: SignInTokens;
}

interface Refusal {
	/** `WWW-Authenticate` */
	readonly challenge: string | undefined;
	readonly token: string | undefined;
	/** the token is good, but not for this */
	readonly lacksScope: boolean;
}

interface Running {
	readonly stop: AbortController;
	readonly done: Promise<void>;
	/** undefined: it begins */
	attempt: SignInAttempt | undefined;
}

/**
 * One remote server's sign-in. A server that starts or works by itself only ever uses and renews what is kept; the
 * browser opens when the person asks for it.
 */
export class ServerSignIn {
	private target: Target | undefined;
	private refusal: Refusal | undefined;
	private running: Running | undefined;

	constructor(private readonly options: ServerSignInOptions) {}

	get isSignedIn(): boolean {
		return this.target?.tokens.current() !== undefined;
	}

	get isSigningIn(): boolean {
		return this.running !== undefined;
	}

	/** a call needs rights that the person has not given */
	get lacksScope(): boolean {
		return this.refusal?.lacksScope === true;
	}

	/** False: its entry has a key or an account of its own. */
	get isPossible(): boolean {
		return this.target !== undefined;
	}

	/** `entry`: expanded. `onSecrets`: must be shown nowhere. Rejects with an `OpenFailure`. */
	async open(
		entry: RemoteEntry,
		fetch: Fetch,
		onSecrets: (secrets: readonly string[]) => void,
	): Promise<OpenedSignIn> {
		this.refusal = undefined;
		try {
			if (hasAuthorization(entry)) return { fetch, auth: undefined, hasOwnKey: true };
			if (entry.oauth?.grant === "client_credentials") {
				return { fetch, auth: await machineProvider(entry.oauth), hasOwnKey: true };
			}
			const { key, ports } = this.options;
			const onChange = (secrets: readonly string[]) => {
				onSecrets(secrets);
				this.options.onChange();
			};
			const tokens = new SignInTokens({ key, store: ports.store, entry, fetch, onChange });
			await tokens.load();
			this.target = { entry, fetch, tokens };
			const keeper = {
				server: new URL(entry.url),
				current: () => tokens.current(),
				renew: async (refused: string) => {
					const token = await tokens.renew(refused);
					// a renewed token has no more rights than the one before
					if (token !== undefined && this.refusal?.token === refused)
						this.refusal = { ...this.refusal, token };
					return token;
				},
				refused: (response: Response, token: string | undefined) => this.note(response, token),
			};
			return { fetch: tokenFetch(keeper, fetch), auth: undefined, hasOwnKey: false };
		} catch (error) {
			throw new OpenFailure(error instanceof Error ? error.message : String(error), { isFinal: true });
		}
	}

	/**
	 * Lets the person sign in on the server's page. Whoever asks while that goes on gets the page once more and the same
	 * end. Where another window has signed in meanwhile, no page is needed.
	 */
	async signIn(timeoutMs: number, signal?: AbortSignal): Promise<void> {
		if (this.running !== undefined) {
			await this.running.attempt?.openPage();
			return this.running.done;
		}
		const stop = new AbortController();
		const either = signal ? AbortSignal.any([stop.signal, signal]) : stop.signal;
		const done = this.run(timeoutMs, either).finally(() => {
			this.running = undefined;
			this.options.onChange();
		});
		this.running = { stop, done, attempt: undefined };
		this.options.onChange();
		await done;
		this.options.onSignedIn();
	}

	/** The address that the person's browser was sent to. Throws `invalid_url`, or `mcp_failed` when nobody waits for it. */
	accept(address: string): void {
		const attempt = this.running?.attempt;
		if (attempt === undefined) throw new KilnError("mcp_failed", "No sign-in waits for this address.");
		attempt.accept(address);
	}

	cancel(): void {
		this.running?.stop.abort();
	}

	/** Signs out: everything kept of this server is deleted. */
	async forget(): Promise<void> {
		const { running } = this;
		this.cancel();
		// what it is about to keep is forgotten, too
		await running?.done.catch(() => undefined);
		this.refusal = undefined;
		const { key, ports } = this.options;
		if (this.target) await this.target.tokens.forget();
		else await ports.store.exclusive(key, () => ports.store.delete(key));
		this.options.onChange();
	}

	private async run(timeoutMs: number, signal: AbortSignal): Promise<void> {
		const { target, refusal } = this;
		if (target === undefined)
			throw new KilnError("mcp_failed", "The server has not been asked for a sign-in.");
		const known = await target.tokens.load();
		if (known !== undefined && known !== refusal?.token) return;
		const { SignInAttempt } = await import("./SignInAttempt");
		const attempt = new SignInAttempt({
			ports: this.options.ports,
			entry: target.entry,
			fetch: target.fetch,
			challenge: refusal?.challenge,
			granted: refusal?.lacksScope ? target.tokens.scope : undefined,
			timeoutMs,
			signal,
			save: (signedIn) => target.tokens.save(signedIn),
		});
		if (this.running) this.running.attempt = attempt;
		await attempt.run();
	}

	private note({ status, headers }: Response, token: string | undefined): void {
		const challenge = headers.get("www-authenticate") ?? undefined;
		const lacksScope = status === 403 && /\binsufficient_scope\b/.test(challenge ?? "");
		this.refusal = { challenge, token, lacksScope };
		if (lacksScope) this.options.onChange();
	}
}

function hasAuthorization({ headers }: RemoteEntry): boolean {
	return Object.keys(headers).some((name) => name.toLowerCase() === "authorization");
}
