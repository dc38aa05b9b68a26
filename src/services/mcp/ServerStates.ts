import type { McpServerState, McpTool } from "@shared/mcp";
import { nativeNames, toolKey } from "./catalogue/nativeNames";
import type { ListedTool } from "./catalogue/ServerCatalogue";
import { fingerprint } from "./catalogue/toolPins";
import { targetOf } from "./config/McpServerConfig";
import type { McpServer } from "./McpServer";
import type { McpTrustStore } from "./trust/McpTrustStore";
import { allowHash, trustHash, trustRequest } from "./trust/trustHash";

interface ShownServer {
	readonly revision: number;
	/** its tools' native names, which depend on other servers, too */
	readonly names: string;
	readonly state: McpServerState;
}

/** What people see of all servers. A server that has not changed keeps its very state. */
export class ServerStates {
	private readonly shown = new WeakMap<McpServer, ShownServer>();

	constructor(private readonly trust: McpTrustStore) {}

	/** In the configuration's order. */
	of(servers: readonly McpServer[]): McpServerState[] {
		const names = nativeNames(servers.flatMap(offeredTools));
		return servers.map((server) => this.stateOf(server, names));
	}

	private stateOf(server: McpServer, all: ReadonlyMap<string, string>): McpServerState {
		const { revision } = server;
		const names = offeredTools(server)
			.map((tool) => all.get(toolKey(tool.server, tool.tool)) ?? "")
			.join("\n");
		const known = this.shown.get(server);
		if (known && known.revision === revision && known.names === names) return known.state;
		const state = serverState(server, all, this.trust);
		this.shown.set(server, { revision, names, state });
		return state;
	}
}

function offeredTools(server: McpServer) {
	if (server.state.status !== "connected") return [];
	const { disabledTools } = server.config.entry;
	return server.catalogue.tools
		.filter((tool) => !disabledTools.includes(tool.name))
		.map((tool) => ({ server: server.name, tool: tool.name }));
}

function serverState(
	server: McpServer,
	names: ReadonlyMap<string, string>,
	trust: McpTrustStore,
): McpServerState {
	const { config, state, reason, catalogue } = server;
	const { session } = server.connection;
	const tools = catalogue.tools.map((tool) => shownTool(server, tool, names, trust));
	const waits = state.status === "awaiting_trust" && config.scope.kind === "project";
	return {
		name: config.name,
		scope: config.scope,
		...(config.replacesOwn && { replacesOwn: true }),
		...(config.file !== undefined && { file: config.file }),
		status: state.status,
		...(reason !== undefined && { reason }),
		failedTries: state.failedTries,
		needsSignIn: server.needsSignIn,
		isSignedIn: server.signIn?.isSignedIn === true,
		isSigningIn: server.signIn?.isSigningIn === true,
		...(waits && { trust: trustRequest(config, server) }),
		...(session && { transport: session.transport }),
		target: targetOf(config.entry),
		runHash: trustHash(config),
		timeoutSeconds: config.entry.timeout,
		...(session?.serverVersion !== undefined && { serverVersion: session.serverVersion }),
		...(session?.instructions !== undefined && { instructions: session.instructions }),
		catalogue: {
			tools,
			resources: [...catalogue.resources],
			resourceTemplates: [...catalogue.resourceTemplates],
			prompts: [...catalogue.prompts],
			notes: [...catalogue.notes],
		},
		changedTools: tools.filter(({ hasChanged }) => hasChanged).map(({ name }) => name),
		stderr: [...server.output.lines],
		log: [...server.log],
	};
}

function shownTool(
	server: McpServer,
	listed: ListedTool,
	names: ReadonlyMap<string, string>,
	trust: McpTrustStore,
): McpTool {
	const { config } = server;
	const { needsTask, ...tool } = listed;
	const hasChanged = server.tools.changed.includes(tool.name);
	const isListed = config.entry.alwaysAllow.includes(tool.name);
	const isConsented = config.scope.kind === "global" || trust.has(allowHash(config, tool.name));
	return {
		...tool,
		nativeName: names.get(toolKey(server.name, tool.name)),
		isEnabled: !config.entry.disabledTools.includes(tool.name),
		isAlwaysAllowed: isListed && isConsented && !hasChanged,
		fingerprint: fingerprint(listed),
		hasChanged,
	};
}
