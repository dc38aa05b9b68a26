import { join } from "node:path";
import type { McpEntry } from "./entrySchema";
import { parseMcpFile } from "./parseMcpFile";
import { readConfigText } from "./readConfigText";

export interface ImportableConfig {
	/** absolute path */
	readonly file: string;
	/** relative to its root: ".cursor/mcp.json" */
	readonly origin: string;
	readonly root: string;
	readonly entries: ReadonlyMap<string, McpEntry>;
}

const origins = [".roo/mcp.json", ".cursor/mcp.json", ".mcp.json"];

/**
 * Other programs' configurations in the workspace, to be offered for import. Nothing in them starts by itself; entries
 * that cannot be read are left out.
 */
export async function importableConfigs(roots: readonly string[]): Promise<ImportableConfig[]> {
	const candidates = roots.flatMap((root) =>
		origins.map((origin) => ({ root, origin, file: join(root, ...origin.split("/")) })),
	);
	const found = await Promise.all(
		candidates.map(async (candidate) => {
			const text = await readConfigText(candidate.file).catch(() => "");
			return { ...candidate, entries: parseMcpFile(text, candidate.file).entries };
		}),
	);
	return found.filter((config) => config.entries.size > 0);
}
