import { KilnError } from "@shared/errors";
import type { McpServer } from "./McpServer";
import type { ServerSignIn } from "./oauth/ServerSignIn";

export interface ServerSignInsPorts {
	/** how long a person may take */
	readonly timeoutMs: number;
	/** throws for an unknown name */
	find(name: string): McpServer;
}

/** The person's sign-ins to remote servers. Throws `mcp_failed` with the reason where a server has none. */
export class ServerSignIns {
	constructor(private readonly ports: ServerSignInsPorts) {}

	/**
	 * Lets the person sign in in the browser; resolves when the server is being started with the new tokens. A second call
	 * meanwhile shows the page again and ends with the first one.
	 */
	async signIn(name: string, signal?: AbortSignal): Promise<void> {
		await this.signInOf(name).signIn(this.ports.timeoutMs, signal);
	}

	/** The address that the person's browser was sent to at the end of a sign-in, when it could not be reached. */
	accept(name: string, address: string): void {
		this.signInOf(name).accept(address);
	}

	cancel(name: string): void {
		this.ports.find(name).signIn?.cancel();
	}

	/** Forgets the tokens and the registration; the server asks for a sign-in then. */
	async signOut(name: string): Promise<void> {
		const server = this.ports.find(name);
		await server.signIn?.forget();
		server.restart();
	}

	private signInOf(name: string): ServerSignIn {
		const { signIn, state } = this.ports.find(name);
		const cannot = (why: string) =>
			new KilnError("mcp_failed", `You cannot sign in to MCP server "${name}": ${why}.`);
		if (signIn === undefined) throw cannot("it has no address, or this host opens no browser");
		if (state.status === "disabled") throw cannot("it is switched off");
		if (state.status === "awaiting_trust") throw cannot("it waits for your consent");
		if (!signIn.isPossible)
			throw cannot("it has not been reached yet, or its entry has a key or an account of its own");
		return signIn;
	}
}
