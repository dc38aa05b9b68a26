import type { OAuthStore } from "@services/mcp/oauth/OAuthStore";
import type { SecretBackend } from "./StoreBackend";

const secretKey = (key: string) => `kiln.mcp.${key}`;

/** Tokens of MCP servers in the editor's secret storage. */
export class McpSignInStore implements OAuthStore {
	constructor(private readonly secrets: SecretBackend) {}

	async get(key: string): Promise<string | undefined> {
		return await this.secrets.get(secretKey(key));
	}

	async set(key: string, value: string): Promise<void> {
		await this.secrets.store(secretKey(key), value);
	}

	async delete(key: string): Promise<void> {
		await this.secrets.delete(secretKey(key));
	}
}
