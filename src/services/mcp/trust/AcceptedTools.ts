import { KilnError } from "@shared/errors";
import type { LogPort } from "@shared/host";
import type { ListedTool } from "../catalogue/ServerCatalogue";
import { fingerprint, pinTools } from "../catalogue/toolPins";
import type { McpServerConfig } from "../config/McpServerConfig";
import type { McpTrustStore } from "./McpTrustStore";
import { allowHash, pinKey } from "./trustHash";

/** What a person saw of a tool when they decided on it. */
export interface ShownTool {
	readonly tool: string;
	readonly fingerprint: string;
}

/** The server whose tools these are, as it is now. */
export interface AcceptedToolsOf {
	readonly config: McpServerConfig;
	readonly catalogue: { readonly tools: readonly ListedTool[] };
	/** what people see of the tools is another */
	onChange(): void;
}

/** What the person has accepted of one server's tools: as which they were seen, and which need not ask. */
export class AcceptedTools {
	/** names of tools that are not what was accepted */
	changed: readonly string[] = [];

	constructor(
		private readonly server: AcceptedToolsOf,
		private readonly trust: McpTrustStore,
		private readonly log: LogPort,
	) {}

	/** All tools that the server has, is configured to allow, or was ever seen with. */
	get names(): readonly string[] {
		const { config, catalogue } = this.server;
		const seen = Object.keys(this.trust.pins(pinKey(config)) ?? {});
		return [...new Set([...config.entry.alwaysAllow, ...catalogue.tools.map(({ name }) => name), ...seen])];
	}

	/** To be called when the lists or the configuration are others. */
	check(): void {
		const { config, catalogue } = this.server;
		// a list that failed or is still empty says nothing of tools: the first that are seen are the accepted ones
		if (catalogue.tools.length === 0) return;
		const key = pinKey(config);
		const accepted = this.trust.pins(key);
		const { pins, changed } = pinTools(catalogue.tools, accepted, config.entry.alwaysAllow);
		this.changed = changed;
		if (JSON.stringify(pins) === JSON.stringify(accepted)) return;
		this.trust.setPins(key, pins).catch((error: unknown) => {
			this.log.warn(`MCP server "${config.name}": accepted tools could not be kept: ${error}`);
		});
	}

	/** These tools as they were shown are what the person accepts. Throws `mcp_failed` when one is another by now. */
	async accept(shown: readonly ShownTool[]): Promise<void> {
		const { config, catalogue } = this.server;
		for (const { tool, fingerprint: seen } of shown) {
			const now = catalogue.tools.find(({ name }) => name === tool);
			if (now && fingerprint(now) === seen) continue;
			throw new KilnError(
				"mcp_failed",
				`The tool "${tool}" of MCP server "${config.name}" has changed since it was shown to you.`,
				"Look at it again in the list of MCP servers.",
			);
		}
		const pins = Object.fromEntries(shown.map(({ tool, fingerprint: seen }) => [tool, seen]));
		const key = pinKey(config);
		await this.trust.setPins(key, { ...this.trust.pins(key), ...pins });
		this.check();
		this.server.onChange();
	}

	/** These tools ask again, whatever the configuration lists. */
	async withdraw(tools: readonly string[]): Promise<void> {
		if (tools.length === 0) return;
		await this.trust.remove(tools.map((tool) => allowHash(this.server.config, tool)));
		this.server.onChange();
	}
}
