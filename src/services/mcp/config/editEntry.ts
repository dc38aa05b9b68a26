import { KilnError } from "@shared/errors";
import { editMcpFile, type McpConfigEdit } from "./editMcpFile";
import type { McpEntry } from "./entrySchema";
import type { McpServerConfig } from "./McpServerConfig";
import { parseMcpFile } from "./parseMcpFile";

/** The entry after an edit, by the very rules of the file. */
export function editEntry({ name, entry }: McpServerConfig, edit: McpConfigEdit): McpEntry {
	const text = editMcpFile(JSON.stringify({ mcpServers: { [name]: entry } }), edit);
	const edited = parseMcpFile(text, "").entries.get(name);
	if (edited === undefined)
		throw new KilnError("invalid_settings", `MCP server "${name}" cannot be changed so.`);
	return edited;
}
