import { isRemote } from "@services/mcp/config/entrySchema";
import type { McpServerConfig } from "@services/mcp/config/McpServerConfig";

/**
 * What the server's start would do, on one line and whole, since the person decides by it: program, arguments, folder and
 * variables, or address and headers, as the file has them. Words that a shell would read otherwise stand in quotes.
 */
export function describeRun({ entry }: McpServerConfig): string {
	if (isRemote(entry)) {
		const headers = Object.entries(entry.headers).map(([name, value]) => quoted(`${name}: ${value}`));
		return headers.length === 0 ? quoted(entry.url) : `${quoted(entry.url)} with ${headers.join(", ")}`;
	}
	const variables = Object.entries(entry.env).map(([name, value]) => `${name}=${quoted(value)}`);
	const words = [...variables, ...[entry.command, ...entry.args].map(quoted)].join(" ");
	return entry.cwd === undefined ? words : `${words} (in ${quoted(entry.cwd)})`;
}

function quoted(word: string): string {
	return /^[\w@%+=:,./${}-]+$/.test(word) ? word : JSON.stringify(word);
}
