import { join } from "node:path";
import { whileLocked } from "@core/mcp/whileLocked";
import type { OAuthStore } from "@services/mcp/oauth/OAuthStore";
import { KilnError } from "@shared/errors";
import type { ClockPort } from "@shared/host";
import type { SecretBackend } from "./StoreBackend";

const secretKey = (key: string) => `kiln.mcp.${key}`;

/** Tokens of MCP servers in the editor's secret storage; a lock file keeps two windows apart. */
export class McpSignInStore implements OAuthStore {
	constructor(
		private readonly secrets: SecretBackend,
		/** absolute; the same for all windows */
		private readonly lockFolder: string,
		private readonly clock: Pick<ClockPort, "sleep">,
	) {}

	get(key: string): Promise<string | undefined> {
		return named(() => this.secrets.get(secretKey(key)));
	}

	set(key: string, value: string): Promise<void> {
		return named(() => this.secrets.store(secretKey(key), value));
	}

	delete(key: string): Promise<void> {
		return named(() => this.secrets.delete(secretKey(key)));
	}

	/** `key`: a hash, fit for a file's name */
	exclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
		return whileLocked(join(this.lockFolder, `${key}.lock`), this.clock, work);
	}
}

/** A keychain may be locked, missing or broken. */
async function named<T>(use: () => PromiseLike<T>): Promise<T> {
	try {
		return await use();
	} catch (error) {
		const said = error instanceof Error ? error.message : String(error);
		throw new KilnError(
			"io_error",
			`VS Code's secret storage, which holds your sign-ins to MCP servers, does not work: ${said}`,
			"Unlock the system's keychain, then restart the server.",
			{ cause: error },
		);
	}
}
