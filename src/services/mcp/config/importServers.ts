import { KilnError } from "@shared/errors";
import type { McpScope } from "@shared/mcp";
import type { ImportableConfig } from "./importableConfigs";
import type { McpConfigFiles } from "./McpConfigFiles";
import { parseMcpFile } from "./parseMcpFile";
import { readConfigText } from "./readConfigText";

type Files = Pick<McpConfigFiles, "edit" | "fileOf">;

export interface ServerImport {
	/** where to */
	readonly scope: McpScope;
	readonly names: readonly string[];
	/** those of them whose entry in the file is to be replaced, as the person has seen */
	readonly replaced: readonly string[];
}

/**
 * Writes entries of another program's file into one of Kiln's, whose comments and order stay. Nothing is written when
 * one of them cannot be imported, or would replace what it was not said to. Throws a KilnError that names the server.
 */
export async function importServers(
	files: Files,
	config: Pick<ImportableConfig, "origin" | "servers">,
	{ scope, names, replaced }: ServerImport,
): Promise<void> {
	const taken = await serverNamesIn(files.fileOf(scope));
	const entries = names.map((name) => {
		if (taken.has(name) && !replaced.includes(name)) throw isTaken(name, files.fileOf(scope));
		return { server: name, entry: importedEntry(config, name, scope) };
	});
	for (const entry of entries) await files.edit(scope, { kind: "set", ...entry });
}

/** Names of all servers in a file, also of those with faults. */
export async function serverNamesIn(file: string): Promise<ReadonlySet<string>> {
	try {
		const { entries, problems } = parseMcpFile(await readConfigText(file), file);
		return new Set([...entries.keys(), ...problems.flatMap(({ server }) => server ?? [])]);
	} catch {
		// it cannot be read: whoever writes to it says why
		return new Set();
	}
}

function importedEntry(
	{ origin, servers }: Pick<ImportableConfig, "origin" | "servers">,
	name: string,
	scope: McpScope,
): Readonly<Record<string, unknown>> {
	const server = servers.find((one) => one.name === name);
	if (server === undefined) {
		throw new KilnError("mcp_server_unknown", `There is no MCP server "${name}" in ${origin}.`);
	}
	if (server.reason !== undefined) {
		throw new KilnError(
			"invalid_settings",
			`The MCP server "${name}" of ${origin} cannot be imported: ${server.reason}`,
		);
	}
	if (scope.kind === "project") return server.entry;
	// in the person's own file it would count at once, and nobody has asked them
	const { alwaysAllow, ...entry } = server.entry;
	return entry;
}

function isTaken(name: string, file: string): KilnError {
	return new KilnError(
		"invalid_settings",
		`There is an MCP server "${name}" in ${file} already.`,
		"Nothing was imported. Look again, and say that it is to be replaced.",
	);
}
