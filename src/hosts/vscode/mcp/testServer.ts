import type { McpServerConfig } from "@services/mcp/config/McpServerConfig";
import { parseEntry } from "@services/mcp/config/parseEntry";
import { McpHub } from "@services/mcp/McpHub";
import type { McpHubOptions } from "@services/mcp/McpHubOptions";
import { memoryTrustStore } from "@services/mcp/trust/McpTrustStore";
import { trustHash } from "@services/mcp/trust/trustHash";
import type { McpScope, McpServerState } from "@shared/mcp";

export interface TestedServer {
	readonly name: string;
	readonly scope: McpScope;
	readonly entry: Readonly<Record<string, unknown>>;
}

export interface ServerTest {
	readonly ok: boolean;
	readonly message: string;
	readonly hint?: string | undefined;
	/** names */
	readonly tools: readonly string[];
}

export interface TestSurroundings {
	/** the window's own servers, as they are now */
	servers(): readonly McpServerState[];
	/** ends the test */
	readonly signal: AbortSignal;
}

/** A package may have to be fetched first. */
const testMs = 60_000;

/**
 * Starts the server once, with the sign-in that the person has there, apart from the window's own, lists its tools and
 * ends it. A project's entry is started only when the person has consented to exactly it: the form shows what a file of
 * the project says, and "Test" is no consent.
 */
export async function testServer(
	options: McpHubOptions,
	tested: TestedServer,
	{ servers, signal }: TestSurroundings,
): Promise<ServerTest> {
	const { name, scope } = tested;
	const { entry, problems } = parseEntry({ ...tested.entry, disabled: false });
	if (entry === undefined) {
		const [first] = problems;
		const place = first && first.path.length > 0 ? `${first.path.join(".")}: ` : "";
		return failed(`${place}${first?.message ?? "The entry cannot be used."}`);
	}
	const config = { name, scope, entry };
	// in a workspace that is not trusted the hub says so
	if (options.isWorkspaceTrusted() && waitsForConsent(config, options, servers())) return notConsented;
	const hub = new McpHub({
		...options,
		files: undefined,
		onElicit: async () => ({ action: "decline" }),
		trust: memoryTrustStore([trustHash(config)]),
		limits: { ...options.limits, retryDelaysMs: [], connectMs: testMs },
	});
	try {
		hub.setConfigs({ servers: [config], problems: [] });
		await hub.ready(testMs, signal);
		return signal.aborted ? failed("The test was stopped.") : outcomeOf(hub.servers()[0]);
	} finally {
		await hub.stop();
	}
}

const notConsented: ServerTest = {
	ok: false,
	message: "Nothing was started: a server of this project needs your consent first.",
	hint: "Save it. In the list it waits for you: look at what it would run, and trust it there.",
	tools: [],
};

/** Also when a file that it runs has changed since the consent: the window's own server waits then. */
function waitsForConsent(
	config: McpServerConfig,
	{ trust }: Pick<McpHubOptions, "trust">,
	servers: readonly McpServerState[],
): boolean {
	if (config.scope.kind === "global") return false;
	const hash = trustHash(config);
	return (
		!trust.has(hash) || servers.some((server) => server.trust !== undefined && server.name === config.name)
	);
}

function outcomeOf(server: McpServerState | undefined): ServerTest {
	const tools = server?.catalogue.tools.map(({ name }) => name) ?? [];
	if (server?.status === "connected") {
		return {
			ok: true,
			message: `It works: ${tools.length} ${tools.length === 1 ? "tool" : "tools"}.`,
			tools,
		};
	}
	if (server?.status === "connecting")
		return failed(`The server was not ready within ${testMs / 1000} s.`, server);
	if (server?.needsSignIn) return wantsSignIn;
	return failed(server?.reason ?? "The server could not be started.", server);
}

const wantsSignIn: ServerTest = {
	ok: false,
	message: "The server is there and wants you to sign in.",
	hint: "Save it, then sign in in the list.",
	tools: [],
};

function failed(message: string, server?: McpServerState): ServerTest {
	// a stack trace ends with what says least: its head must be in it
	const said = server?.stderr.slice(-15).join("\n").slice(-2000);
	return { ok: false, message, tools: [], ...(said ? { hint: said } : {}) };
}
