import { join } from "node:path";
import { whileLocked } from "@core/mcp/whileLocked";
import type { OAuthStore } from "@services/mcp/oauth/OAuthStore";
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

	async get(key: string): Promise<string | undefined> {
		return await this.secrets.get(secretKey(key));
	}

	async set(key: string, value: string): Promise<void> {
		await this.secrets.store(secretKey(key), value);
	}

	async delete(key: string): Promise<void> {
		await this.secrets.delete(secretKey(key));
	}

	/** `key`: a hash, fit for a file's name */
	exclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
		return whileLocked(join(this.lockFolder, `${key}.lock`), this.clock, work);
	}
}
