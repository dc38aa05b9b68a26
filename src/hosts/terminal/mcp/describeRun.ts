import { isRemote, type McpEntry } from "@services/mcp/config/entrySchema";
import { variablesOf } from "@services/mcp/config/expandEntry";
import type { McpServerConfig } from "@services/mcp/config/McpServerConfig";

/**
 * What the server's start would do, on one line and whole, since the person decides by it: everything that a consent
 * covers, as the file has it, and the variables of this machine that it reads. Words that a shell would read otherwise
 * stand in quotes.
 */
export function describeRun({ entry }: McpServerConfig): string {
	const facts = factsOf(entry);
	return facts.length === 0 ? headOf(entry) : `${headOf(entry)} (${facts.join("; ")})`;
}

function headOf(entry: McpEntry): string {
	if (!isRemote(entry)) {
		const words = [entry.command, ...entry.args].map(quoted);
		return [...pairs(entry.env), ...words].join(" ");
	}
	const headers = Object.entries(entry.headers).map(([name, value]) => quoted(`${name}: ${value}`));
	return headers.length === 0 ? quoted(entry.url) : `${quoted(entry.url)} with ${headers.join(", ")}`;
}

function factsOf(entry: McpEntry): string[] {
	const variables = variablesOf(entry);
	return [
		...(isRemote(entry) ? remoteFacts(entry) : entry.cwd === undefined ? [] : [`in ${quoted(entry.cwd)}`]),
		...(entry.watchPaths.length > 0 ? [`watches ${entry.watchPaths.map(quoted).join(", ")}`] : []),
		...(variables.length > 0 ? [`reads your variables ${variables.map(quoted).join(", ")}`] : []),
	];
}

function remoteFacts({ type, oauth }: Extract<McpEntry, { readonly url: string }>): string[] {
	return [
		...(type === undefined ? [] : [`by ${type}`]),
		...(oauth === undefined ? [] : [`signs in with ${pairs({ ...oauth }).join(" ")}`]),
	];
}

function pairs(values: Readonly<Record<string, string | number>>): string[] {
	return Object.entries(values).map(([name, value]) => `${quoted(name)}=${quoted(String(value))}`);
}

function quoted(word: string): string {
	return /^[\w@%+=:,./${}-]+$/.test(word) ? word : JSON.stringify(word);
}
