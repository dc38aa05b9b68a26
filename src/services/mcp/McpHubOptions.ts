import type { ClockPort, LogPort } from "@shared/host";
import type { McpElicitation, McpElicitationResult } from "@shared/mcp";
import type { McpConfigFiles } from "./config/McpConfigFiles";
import type { McpSession, SessionEvents } from "./connection/McpSession";
import type { McpLimits } from "./limits";
import type { SignInPorts } from "./oauth/SignInPorts";
import type { OpenSessionOptions } from "./sdk/openSession";
import type { McpTrustStore } from "./trust/McpTrustStore";

export type ElicitCallback = (
	server: string,
	request: McpElicitation,
	signal: AbortSignal,
) => Promise<McpElicitationResult>;

export type OpenSession = (
	options: OpenSessionOptions,
	events: SessionEvents,
	signal: AbortSignal,
) => Promise<McpSession>;

/** What the hub needs of its surroundings. */
export interface McpHubOptions {
	/** Kiln's own version, told to servers */
	readonly version: string;
	readonly clock: ClockPort;
	readonly log: LogPort;
	/** knows the editor's proxy and certificates */
	readonly fetch: typeof globalThis.fetch;
	readonly platform: NodeJS.Platform;
	/** the login shell's variables: PATH and whatever is no secret goes to processes */
	environment(): Promise<Readonly<Record<string, string>>>;
	/** for `${env:NAME}`, secrets included; default: `environment()` */
	variable?(name: string): string | undefined;
	/** absolute path; the person's own servers start here */
	readonly homeDir: string;
	/** absolute paths of the workspace's roots, now; the first is `${workspaceFolder}` of the person's own servers */
	roots(): readonly string[];
	/** Workspace Trust: without it nothing starts */
	isWorkspaceTrusted(): boolean;
	readonly trust: McpTrustStore;
	/** undefined: configurations come by `setConfigs` only, and toggles last as long as the hub */
	readonly files?: McpConfigFiles | undefined;
	/** undefined: no sign-in by browser */
	readonly signIn?: SignInPorts | undefined;
	/** undefined: nobody is there to be asked; servers are told so */
	onElicit?: ElicitCallback | undefined;
	readonly limits?: Partial<McpLimits> | undefined;
	/** instead of the real protocol: tests */
	openSession?: OpenSession | undefined;
}
