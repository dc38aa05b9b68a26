import { join } from "node:path";
import { McpConfigFiles } from "@services/mcp/config/McpConfigFiles";
import { McpHub } from "@services/mcp/McpHub";
import type { McpHubOptions } from "@services/mcp/McpHubOptions";
import type { McpFileSummary } from "@shared/mcp-view";
import type { ExtensionContext } from "vscode";
import type { VsCodeHost } from "../ports/createVsCodeHost";
import { DismissedImports } from "../stores/DismissedImports";
import { McpConsentStore } from "../stores/McpConsentStore";
import { McpSignInStore } from "../stores/McpSignInStore";
import { McpImports } from "./McpImports";
import type { McpQuestions } from "./McpQuestions";
import { mcpFileSummaries } from "./mcpFileSummaries";
import { ServerTests } from "./ServerTests";
import { readEntry, type SavedServer, saveServer } from "./savedServer";
import type { ServerTest, TestedServer } from "./testServer";

/** The hub of a window and what the view of the servers needs beside it. */
export interface OpenedMcp {
	readonly hub: McpHub;
	readonly imports: McpImports;
	files(): readonly McpFileSummary[];
	/** as its file has it; throws `mcp_server_unknown` */
	entryOf(name: string): Promise<Readonly<Record<string, unknown>>>;
	save(server: SavedServer): Promise<void>;
	test(server: TestedServer): Promise<ServerTest>;
	/** Makes the file when there is none. */
	openFile(file: string): Promise<void>;
	/** Resolves when no process of any server is left, those under test included. */
	stop(): Promise<void>;
}

export interface McpParts {
	readonly openFile: OpenedMcp["openFile"];
	/** what servers ask the person */
	readonly questions: McpQuestions;
}

/** MCP over VS Code. Loaded when the chat is in use; the hub is not started yet. */
export async function createMcp(
	{ globalState, workspaceState, secrets, extension }: ExtensionContext,
	host: VsCodeHost,
	{ openFile, questions }: McpParts,
): Promise<OpenedMcp> {
	const { workspace, clock, log, environment } = host;
	const roots = () => workspace.roots();
	const globalFile = join(host.storage.root, "settings", "mcp_settings.json");
	const files = new McpConfigFiles({ globalFile, roots, clock });
	const all = await environment.allVariables();
	const options: McpHubOptions = {
		version: String(extension.packageJSON.version),
		clock,
		log,
		fetch: host.network.fetch,
		platform: environment.platform,
		environment: () => environment.variables(),
		// a server's own key is named in its entry: `${env:NAME}` may read what commands may not see
		variable: (name) => all[name],
		homeDir: environment.homeDir,
		roots,
		isWorkspaceTrusted: () => workspace.isTrusted(),
		trust: new McpConsentStore(globalState),
		files,
		onElicit: (server, request, signal) => questions.ask(server, request, signal),
		signIn: {
			store: new McpSignInStore(secrets, join(host.storage.root, "mcp-sign-in"), clock),
			openBrowser: (url) => host.external.open(url),
			callbackAddress: (loopback) => host.external.reachable(loopback),
		},
	};
	const hub = new McpHub(options);
	const imports = new McpImports({
		roots,
		files,
		dismissed: new DismissedImports(workspaceState),
		reload: () => hub.reload(),
	});
	hub.onDidChange(() => {
		const names = hub.servers().map(({ name }) => name);
		imports.serversChanged(names).catch((error: unknown) => log.warn(`MCP import: ${String(error)}`));
	});
	const tests = new ServerTests(options, hub);
	return {
		hub,
		imports,
		files: () => mcpFileSummaries(globalFile, roots()),
		entryOf: (name) => readEntry(hub, name),
		save: (server) => saveServer({ hub, files }, server),
		test: (server) => tests.run(server),
		openFile,
		async stop() {
			await Promise.all([tests.stop(), hub.stop()]);
		},
	};
}
