import type { McpFileSummary, McpImportSummary, McpServerSummary } from "@shared/mcp-view";
import type { McpEntry } from "../../text/mcpEntry";

export interface EditedServer {
	readonly name: string;
	readonly scope: McpFileSummary["scope"];
	readonly entry: McpEntry;
}

/** What lies over the list. */
export type McpFront =
	| { readonly kind: "form"; readonly server: EditedServer | null }
	| { readonly kind: "import"; readonly found: McpImportSummary }
	| { readonly kind: "trust"; readonly name: string };

type Asking = Pick<McpServerSummary, "name" | "trust">;

/** The question that a front asks; undefined: it asks none, or the server wants no consent any more. */
export function askedFront<S extends Asking>(front: McpFront | null, servers: readonly S[]): S | undefined {
	if (front?.kind !== "trust") return undefined;
	return servers.find(({ name, trust }) => name === front.name && trust !== undefined);
}

/** Nothing lies over the list when nothing would be shown: else the list would be dead and no way out. */
export function shownFront(front: McpFront | null, servers: readonly Asking[]): McpFront | null {
	return front?.kind === "trust" && askedFront(front, servers) === undefined ? null : front;
}
