import { KilnError } from "@shared/errors";
import type { McpScope } from "@shared/mcp";
import { editEntry } from "./config/editEntry";
import type { McpConfigEdit } from "./config/editMcpFile";
import type { McpConfigFiles } from "./config/McpConfigFiles";
import type { McpServer } from "./McpServer";
import type { McpTrustStore } from "./trust/McpTrustStore";
import { allowHash } from "./trust/trustHash";

export interface ServerSettingsPorts {
	/** undefined: changes last as long as the hub */
	readonly files: McpConfigFiles | undefined;
	readonly trust: McpTrustStore;
	/** throws for an unknown name */
	find(name: string): McpServer;
	/** reads the files again */
	reload(): Promise<void>;
}

/** What a person changes in the settings: written to the server's file, comments and order kept. */
export class ServerSettings {
	constructor(private readonly ports: ServerSettingsPorts) {}

	/** Switches a server on or off. */
	async toggleServer(name: string, isEnabled: boolean): Promise<void> {
		const value = isEnabled ? undefined : true;
		await this.edit(name, { kind: "field", server: name, field: "disabled", value });
	}

	/** Shows a tool to the model, or hides it. */
	async toggleTool(name: string, tool: string, isEnabled: boolean): Promise<void> {
		await this.edit(name, {
			kind: "list",
			server: name,
			field: "disabledTools",
			tool,
			isListed: !isEnabled,
		});
	}

	/**
	 * The person's own wish: it counts for a project's server, too, and accepts the tool with the `fingerprint` that was
	 * shown. Without one, a tool that has changed is refused.
	 */
	async toggleAlwaysAllow(
		name: string,
		tool: string,
		isAllowed: boolean,
		fingerprint?: string,
	): Promise<void> {
		const server = this.ports.find(name);
		const { config } = server;
		if (isAllowed) await acceptShown(server, tool, fingerprint);
		if (isAllowed && config.scope.kind === "project") {
			await this.ports.trust.add([allowHash(config, tool)]);
		}
		// the project may list the tool again: without the consent that does nothing
		if (!isAllowed) await server.tools.withdraw([tool]);
		await this.edit(name, { kind: "list", server: name, field: "alwaysAllow", tool, isListed: isAllowed });
	}

	async setTimeout(name: string, seconds: number): Promise<void> {
		await this.edit(name, { kind: "field", server: name, field: "timeout", value: seconds });
	}

	/** Adds a server to a file, or replaces its entry there. `entry`: as the file has it. */
	async setServer(scope: McpScope, name: string, entry: Readonly<Record<string, unknown>>): Promise<void> {
		await this.editFile(scope, { kind: "set", server: name, entry });
	}

	/** Under its new name it is another server: what is kept of a sign-in under the old one is forgotten. */
	async renameServer(name: string, to: string): Promise<void> {
		const server = this.ports.find(name);
		await this.editFile(server.config.scope, { kind: "rename", server: name, to });
		await server.signIn?.forget();
	}

	/** With what is kept of a sign-in there. */
	async removeServer(name: string): Promise<void> {
		const server = this.ports.find(name);
		await this.editFile(server.config.scope, { kind: "remove", server: name });
		await server.signIn?.forget();
	}

	private async edit(name: string, edit: McpConfigEdit): Promise<void> {
		const server = this.ports.find(name);
		if (this.ports.files && server.config.file !== undefined) {
			return this.editFile(server.config.scope, edit);
		}
		server.reconfigure({ ...server.config, entry: editEntry(server.config, edit) });
	}

	private async editFile(scope: McpScope, edit: McpConfigEdit): Promise<void> {
		const { files } = this.ports;
		if (files === undefined) {
			throw new KilnError("invalid_settings", "There is no configuration file to change.");
		}
		await files.edit(scope, edit);
		await this.ports.reload();
	}
}

async function acceptShown(server: McpServer, tool: string, fingerprint: string | undefined): Promise<void> {
	if (fingerprint !== undefined) return server.tools.accept([{ tool, fingerprint }]);
	if (!server.tools.changed.includes(tool)) return;
	throw new KilnError(
		"mcp_failed",
		`The tool "${tool}" of MCP server "${server.name}" is not the one that was accepted.`,
		"Read what it says now in the list of MCP servers, and accept it there.",
	);
}
