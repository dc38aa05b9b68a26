import type { McpConfigs, McpServerConfig } from "@services/mcp/config/McpServerConfig";
import type { McpHub } from "@services/mcp/McpHub";
import type { ElicitCallback } from "@services/mcp/McpHubOptions";
import type { Host } from "@shared/host";
import { createTerminalHub } from "./createTerminalHub";
import { describeRun } from "./describeRun";
import { reasonOf } from "./showServer";
import { noTerminalMcp, type TerminalMcp } from "./TerminalMcp";
import { openMcpFiles, problemLines } from "./terminalMcpFiles";

export interface TerminalMcpOptions {
	readonly host: Host;
	/** Kiln's own */
	readonly version: string;
	/** the workspace */
	readonly cwd: string;
	readonly homeDir: string;
	readonly variables: Readonly<Record<string, string | undefined>>;
	/** `--trust-project-mcp` */
	readonly trustsProject: boolean;
	readonly warn: (message: string) => void;
	/** undefined: nobody can be asked */
	readonly onElicit?: ElicitCallback | undefined;
}

/** Reads the configuration and says what is wrong or waits in it. Without servers no hub is loaded. */
export async function openTerminalMcp(options: TerminalMcpOptions): Promise<TerminalMcp> {
	const { host, trustsProject, warn } = options;
	const files = await openMcpFiles(options, host.clock);
	const configs = await files.load();
	for (const line of problemLines(configs)) warn(line);
	if (configs.servers.length === 0) return noTerminalMcp;
	const ofProject = configs.servers.filter(({ scope }) => scope.kind === "project");
	if (!trustsProject) for (const line of waitingLines(ofProject)) warn(line);
	const trusted = trustsProject ? ofProject : [];
	const hub = await createTerminalHub({ ...options, files, trusted, personHome: options.homeDir });
	sayFailures(hub, configs, warn);
	return { port: hub, start: () => hub.start(), stop: () => hub.stop() };
}

function waitingLines(servers: readonly McpServerConfig[]): string[] {
	return servers
		.filter(({ entry }) => !entry.disabled)
		.map(
			(config) =>
				`The MCP server ${JSON.stringify(config.name)} of this project is not started. It would run: ${describeRun(config)}\nStart the project's servers with --trust-project-mcp.`,
		);
}

/** Once for each server until it works again. What a task's own edit of the files adds is not said: the model sees it. */
function sayFailures(hub: McpHub, { servers }: McpConfigs, warn: (message: string) => void): void {
	const configured = new Set(servers.map(({ name }) => name));
	const said = new Set<string>();
	hub.onDidChange(() => {
		for (const state of hub.servers()) {
			const { name, status, failedTries } = state;
			const { needsSignIn } = state;
			if (status === "connected" && !needsSignIn) said.delete(name);
			const hasFailed = status === "failed" || needsSignIn || (status === "connecting" && failedTries > 0);
			if (!hasFailed || said.has(name) || !configured.has(name)) continue;
			said.add(name);
			const what = status === "connected" ? "does not do everything" : "does not work";
			warn(`The MCP server "${name}" ${what}: ${reasonOf(state) ?? "it could not be started."}`);
		}
	});
}
