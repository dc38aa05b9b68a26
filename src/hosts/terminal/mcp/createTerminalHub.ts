import type { McpConfigFiles } from "@services/mcp/config/McpConfigFiles";
import type { McpServerConfig } from "@services/mcp/config/McpServerConfig";
import type { McpHub } from "@services/mcp/McpHub";
import type { Host } from "@shared/host";

export interface TerminalHubOptions {
	readonly host: Host;
	/** Kiln's own */
	readonly version: string;
	/** the process' own, secrets included: for `${env:NAME}` */
	readonly variables: Readonly<Record<string, string | undefined>>;
	/** servers of the project that may start, exactly as they are now */
	readonly trusted: readonly McpServerConfig[];
	/** undefined: servers come by `setConfigs` */
	readonly files?: McpConfigFiles | undefined;
}

/**
 * The hub as the terminal has it. Consent lasts as long as the run and is for what would run, not for tools: what a
 * project's file allows in advance counts for nothing here. Nobody is asked by a server, and no browser opens.
 */
export async function createTerminalHub(options: TerminalHubOptions): Promise<McpHub> {
	const [{ McpHub }, { memoryTrustStore }, { trustHash }, { memoryOAuthStore }] = await Promise.all([
		import("@services/mcp/McpHub"),
		import("@services/mcp/trust/McpTrustStore"),
		import("@services/mcp/trust/trustHash"),
		import("@services/mcp/oauth/OAuthStore"),
	]);
	const { host, version, variables, trusted, files } = options;
	return new McpHub({
		version,
		clock: host.clock,
		log: host.log,
		fetch: host.network.fetch,
		platform: host.environment.platform,
		environment: () => host.environment.variables(),
		variable: (name) => variables[name],
		homeDir: host.environment.homeDir,
		roots: () => host.workspace.roots(),
		isWorkspaceTrusted: () => host.workspace.isTrusted(),
		trust: memoryTrustStore(trusted.map(trustHash)),
		files,
		// a machine's own account (client_credentials) needs no browser
		signIn: { store: memoryOAuthStore(), openBrowser: () => Promise.resolve(false) },
	});
}
