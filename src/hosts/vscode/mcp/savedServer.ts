import { isDeepStrictEqual } from "node:util";
import type { McpConfigFiles } from "@services/mcp/config/McpConfigFiles";
import { isRecord, parseEntry } from "@services/mcp/config/parseEntry";
import { readConfigText } from "@services/mcp/config/readConfigText";
import type { McpHub } from "@services/mcp/McpHub";
import type { ServerSettings } from "@services/mcp/ServerSettings";
import { KilnError } from "@shared/errors";
import type { McpScope } from "@shared/mcp";
import { parse } from "jsonc-parser";

type Entry = Readonly<Record<string, unknown>>;

export interface SavedServer {
	readonly scope: McpScope;
	readonly name: string;
	readonly entry: Entry;
	/** as the form got it: a field that is the same there was not touched, whatever has become of it in the file */
	readonly before?: Entry | undefined;
	/** refused when the file has a server of that name */
	readonly isNew: boolean;
	/** the name that it has in the file, when it is to have another */
	readonly oldName?: string | undefined;
}

interface Parts {
	readonly hub: { readonly settings: Pick<ServerSettings, "setServer" | "renameServer"> } & Pick<
		McpHub,
		"reload"
	>;
	readonly files: Pick<McpConfigFiles, "edit" | "fileOf">;
}

/** The entry of a listed server as its file has it, with whatever else stands in it. */
export async function readEntry(hub: Pick<McpHub, "servers">, name: string): Promise<Entry> {
	const file = hub.servers().find((server) => server.name === name)?.file;
	const entry = file === undefined ? undefined : await entryIn(file, name);
	if (entry) return entry;
	throw new KilnError("mcp_server_unknown", `No configuration file has a server "${name}".`);
}

/**
 * Writes what has changed, field by field, so that comments in the entry stay. An entry that changes its kind is
 * replaced. Nothing is written of an entry with a fault.
 */
export async function saveServer({ hub, files }: Parts, saved: SavedServer) {
	const { scope, name, entry, isNew, oldName } = saved;
	const isSound = parseEntry(entry).problems === undefined;
	if (isSound && oldName !== undefined && oldName !== name) await hub.settings.renameServer(oldName, name);
	const now = await entryIn(files.fileOf(scope), name);
	if (isNew && now) {
		throw new KilnError(
			"invalid_settings",
			`There is a server "${name}" already.`,
			"Choose another name, or edit that one.",
		);
	}
	if (now === undefined || "url" in now !== "url" in entry || !isSound) {
		// it refuses a fault by name
		await hub.settings.setServer(scope, name, entry);
		return;
	}
	const before = saved.before ?? now;
	for (const field of new Set([...Object.keys(before), ...Object.keys(entry)])) {
		const value = entry[field];
		if (isDeepStrictEqual(before[field], value) || isDeepStrictEqual(now[field], value)) continue;
		await files.edit(scope, { kind: "field", server: name, field, value });
	}
	await hub.reload();
}

async function entryIn(file: string, name: string): Promise<Entry | undefined> {
	const text = await readConfigText(file).catch(() => "");
	const root: unknown = parse(text.replace(/^\uFEFF/, ""), [], { allowTrailingComma: true });
	const servers = isRecord(root) ? root.mcpServers : undefined;
	if (!isRecord(servers) || !Object.hasOwn(servers, name)) return undefined;
	const entry = servers[name];
	return isRecord(entry) ? entry : undefined;
}
