import { KilnError } from "@shared/errors";
import { type McpServerConfig, runsTheSame } from "./config/McpServerConfig";
import { McpServer, type McpServerPorts } from "./McpServer";

/** The servers of a configuration, in its order. */
export class McpServers {
	private servers = new Map<string, McpServer>();
	/** by name */
	private readonly ending = new Map<string, Promise<void>>();
	/** files that tasks wrote: a server that is configured later, or again, is told of them */
	private readonly written = new Set<string>();

	constructor(private readonly ports: McpServerPorts) {}

	get byName(): ReadonlyMap<string, McpServer> {
		return this.servers;
	}

	get all(): readonly McpServer[] {
		return [...this.servers.values()];
	}

	find(name: string): McpServer {
		const server = this.servers.get(name);
		if (server) return server;
		throw new KilnError("mcp_server_unknown", `There is no MCP server "${name}".`);
	}

	/** Only servers that would run something else are restarted; those that are gone end. */
	set(configs: readonly McpServerConfig[]): void {
		const old = this.servers;
		const names = new Set(configs.map((config) => config.name));
		for (const server of old.values()) if (!names.has(server.name)) void this.end(server);
		this.servers = new Map(configs.map((config) => [config.name, this.serverFor(config, old)]));
		for (const server of this.servers.values()) {
			if (server !== old.get(server.name)) for (const file of this.written) server.noteTaskWrite(file);
			server.decide();
		}
	}

	/** A task wrote `file` (absolute): what runs it, now or later, needs a new consent. */
	noteTaskWrite(file: string): void {
		this.written.add(file);
		for (const server of this.all) server.noteTaskWrite(file);
	}

	/** Resolves when no process of any server is left. */
	async stop(): Promise<void> {
		for (const server of this.servers.values()) void this.end(server);
		this.servers = new Map();
		await Promise.all(this.ending.values());
	}

	private serverFor(config: McpServerConfig, old: ReadonlyMap<string, McpServer>): McpServer {
		const known = old.get(config.name);
		if (known && runsTheSame(known.config, config)) {
			known.reconfigure(config);
			return known;
		}
		if (known) void this.end(known);
		return new McpServer(config, this.ports, this.ending.get(config.name));
	}

	private async end(server: McpServer): Promise<void> {
		const { name } = server;
		// a server that never came to its start does not wait for the one before it
		const ended: Promise<unknown> = Promise.all([this.ending.get(name), server.stop()]);
		const over = ended.then(() => {
			if (this.ending.get(name) === over) this.ending.delete(name);
		});
		this.ending.set(name, over);
		await over;
	}
}
