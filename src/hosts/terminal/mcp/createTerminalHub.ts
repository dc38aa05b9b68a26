import type { McpConfigFiles } from "@services/mcp/config/McpConfigFiles";
import type { McpServerConfig } from "@services/mcp/config/McpServerConfig";
import type { McpHub } from "@services/mcp/McpHub";
import type { ElicitCallback } from "@services/mcp/McpHubOptions";
import type { Host } from "@shared/host";
import { SignInFile, signInFile } from "./SignInFile";

export interface TerminalHubOptions {
	readonly host: Host;
	/** Kiln's own */
	readonly version: string;
	/** the process' own, secrets included: for `${env:NAME}` */
	readonly variables: Readonly<Record<string, string | undefined>>;
	/** where `.kiln` is; absolute */
	readonly personHome: string;
	/** servers of the project that may start, exactly as they are now */
	readonly trusted: readonly McpServerConfig[];
	/** undefined: servers come by `setConfigs` */
	readonly files?: McpConfigFiles | undefined;
	/** undefined: no browser opens; who has to sign in is told the command for it */
	openBrowser?(url: string): Promise<boolean>;
	/** how long a sign-in waits for the browser */
	readonly signInMs?: number | undefined;
	/** undefined: nobody is asked by a server, and servers are told so */
	readonly onElicit?: ElicitCallback | undefined;
}

/**
 * The hub as the terminal has it. Consent lasts as long as the run and is for what would run, not for tools: what a
 * project's file allows in advance counts for nothing here.
 */
export async function createTerminalHub(options: TerminalHubOptions): Promise<McpHub> {
	const [{ McpHub }, { memoryTrustStore }, { trustHash }] = await Promise.all([
		import("@services/mcp/McpHub"),
		import("@services/mcp/trust/McpTrustStore"),
		import("@services/mcp/trust/trustHash"),
	]);
	const { host, version, variables, trusted, files, personHome, signInMs, onElicit } = options;
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
		signIn: {
			store: new SignInFile(signInFile(personHome), host.clock),
			openBrowser: (url) => options.openBrowser?.(url) ?? Promise.resolve(false),
		},
		onElicit,
		...(signInMs !== undefined && { limits: { signInMs } }),
	});
}
