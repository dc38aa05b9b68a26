import { createHash } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { toErrorInfo } from "@shared/errors";
import { findNodeAtLocation, getNodeValue, type ParseError } from "jsonc-parser";
import { configTree } from "./configTree";
import { type ConvertedEntry, convertEntry, type ImportDialect } from "./importDialects";
import { brokenParts, parseMcpFile } from "./parseMcpFile";
import { readConfigText } from "./readConfigText";

/** Another program's file, as it was when it was read. */
export interface ImportableConfig {
	/** absolute path */
	readonly file: string;
	/** relative to its root: ".cursor/mcp.json"; else as `file` */
	readonly origin: string;
	/** the workspace root that it is offered for */
	readonly root: string;
	/** of its text */
	readonly hash: string;
	/** what is wrong with the file as a whole: the first fault, others follow from it */
	readonly problem?: string | undefined;
	readonly servers: readonly ImportableServer[];
}

export type ImportableServer = ConvertedEntry & { readonly name: string };

const origins: Readonly<Record<string, ImportDialect>> = {
	".roo/mcp.json": "roo",
	".cursor/mcp.json": "cursor",
	".mcp.json": "claude",
};

/**
 * Other programs' configurations in the workspace, to be offered for import. Nothing in them starts by itself. A missing
 * file, or one without servers and faults, is left out.
 */
export async function importableConfigs(roots: readonly string[]): Promise<ImportableConfig[]> {
	const candidates = roots.flatMap((root) =>
		Object.entries(origins).map(([origin, dialect]) => ({
			root,
			origin,
			dialect,
			file: join(root, ...origin.split("/")),
		})),
	);
	const found = await Promise.all(candidates.map(readImportable));
	return found.filter((config) => config !== undefined);
}

/** Any file, named by the person; its place says whose it is. undefined: it is missing, or configures nothing. */
export function importableConfig(file: string, root: string): Promise<ImportableConfig | undefined> {
	const known = [`${basename(dirname(file))}/${basename(file)}`, basename(file)];
	const dialect = known.map((place) => origins[place]).find((one) => one !== undefined) ?? "roo";
	return readImportable({ file, origin: file, root, dialect });
}

interface Candidate extends Pick<ImportableConfig, "file" | "origin" | "root"> {
	readonly dialect: ImportDialect;
}

async function readImportable({ dialect, ...place }: Candidate): Promise<ImportableConfig | undefined> {
	try {
		const text = await readConfigText(place.file);
		const fault = parseMcpFile(text, place.file).problems.find(({ server }) => server === undefined);
		const servers = serversIn(text, dialect);
		if (fault === undefined && servers.length === 0) return undefined;
		const problem = fault && `Line ${fault.line}: ${fault.message}`;
		return { ...place, hash: hashOf(text), problem, servers };
	} catch (error) {
		const problem = `It cannot be read: ${toErrorInfo(error).message}`;
		return { ...place, hash: hashOf(problem), problem, servers: [] };
	}
}

function serversIn(text: string, dialect: ImportDialect): ImportableServer[] {
	const errors: ParseError[] = [];
	const root = configTree(text, errors);
	const isBroken = brokenParts(text, errors);
	const servers = root && findNodeAtLocation(root, ["mcpServers"]);
	if (servers?.type !== "object") return [];
	// of a name that stands twice the later entry counts
	const byName = new Map<string, ImportableServer>();
	for (const { children: [key, value] = [] } of servers.children ?? []) {
		const name = String(key?.value ?? "");
		if (name.trim() === "") continue;
		const converted =
			value === undefined || isBroken(value)
				? { reason: "Its JSON is broken." }
				: convertEntry(dialect, getNodeValue(value));
		byName.set(name, { name, ...converted });
	}
	return [...byName.values()];
}

function hashOf(text: string): string {
	return createHash("sha256").update(text).digest("hex");
}
