import type { McpFileSummary, McpImportServer, McpImportSummary } from "@shared/mcp-view";
import { plural } from "./formatFigures";
import { mcpScopeKey } from "./mcpWords";
import { visibleText } from "./visibleText";

type Scope = McpFileSummary["scope"];

const shownNames = 5;

/** "Found in .cursor/mcp.json: 2 servers (github, files)": what is new in the file, else all of it. */
export function mcpImportWords({ origin, servers }: McpImportSummary): string {
	const found = `Found in ${visibleText(origin)}`;
	if (servers.length === 0) return found;
	const fresh = servers.filter(({ configured }) => configured.length === 0);
	const named = (fresh.length > 0 ? fresh : servers).map(({ name }) => visibleText(name));
	const more = named.length - shownNames;
	const names = [...named.slice(0, shownNames), ...(more > 0 ? [`${more} more`] : [])].join(", ");
	return `${found}: ${plural(named.length, "server", "servers")} (${names})`;
}

/** What is wrong in the file, each a sentence; of its servers only where none that is new can be imported. */
export function mcpImportFaults({ problem, servers }: McpImportSummary): string[] {
	const fresh = servers.filter(({ configured }) => configured.length === 0);
	const isUseless = !fresh.some(({ run }) => run !== undefined);
	const reasons = fresh.map(({ name, reason }) => `${name} cannot be imported: ${reason}`);
	return [...(problem === undefined ? [] : [problem]), ...(isUseless ? reasons : [])].map(visibleText);
}

/** Whether importing it into that file would replace an entry. */
export function isReplacing({ configured }: McpImportServer, scope: Scope): boolean {
	return configured.some((one) => mcpScopeKey(one) === mcpScopeKey(scope));
}

/** What a name that is in use means for an import into that file; undefined: it is not in use. */
export function mcpConflictWords(server: McpImportServer, scope: Scope): string | undefined {
	if (isReplacing(server, scope)) {
		return "Already configured there. It stays as it is, unless you check it: then this one replaces it.";
	}
	if (server.configured.length === 0) return undefined;
	return scope.kind === "project"
		? "You have another server of this name. With this one in the project, this one counts here."
		: "A project here has a server of this name. That one counts in the project, in place of yours.";
}

/** The servers to import as long as the person has not said otherwise: all that can be, and replace nothing. */
export function isChosenAtFirst(server: McpImportServer): boolean {
	return server.run !== undefined && server.configured.length === 0;
}
