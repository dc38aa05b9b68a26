import { KilnError } from "@shared/errors";
import type { McpContent, McpPrompt, McpPromptResult } from "@shared/mcp";
import { connectedServers } from "../../mcp/connectedServers";
import type { McpPort } from "../../mcp/McpPort";
import { tagged } from "./tagged";

/** A prompt of a server that a message calls. */
export interface CalledPrompt {
	readonly server: string;
	readonly prompt: McpPrompt;
	/** what stands behind its name */
	readonly given: string;
}

const prefix = /^\s*\/mcp:/;
/** a server that starts with the task gets this long to come */
const readyMs = 3000;
const maxChars = 200_000;
const maxListed = 40;

export function callsMcpPrompt(message: string): boolean {
	return prefix.test(message);
}

/**
 * The text of `/mcp:<server>:<prompt> arguments`, fetched from the server. Throws a KilnError when there is no such prompt
 * or the server gives none.
 */
export async function expandMcpPrompt(message: string, mcp: McpPort, signal: AbortSignal): Promise<string> {
	let called = findPrompt(message, mcp);
	if (called === undefined) {
		await mcp.ready(readyMs, signal);
		signal.throwIfAborted();
		called = findPrompt(message, mcp);
	}
	if (called === undefined) throw unknownPrompt(mcp);
	const { server, prompt, given } = called;
	const result = await mcp.getPrompt(server, prompt.name, promptArguments(given, prompt), { signal });
	return tagged("mcp_prompt", { server, name: prompt.name }, promptText(result));
}

/** Names may hold spaces and colons: the longest one that the message goes on with counts; `_` may stand for a space. */
export function findPrompt(message: string, mcp: Pick<McpPort, "servers">): CalledPrompt | undefined {
	const called = message.replace(prefix, "");
	const found = promptsOf(mcp).flatMap(({ server, prompt }) => {
		const name = `${server}:${prompt.name}`;
		const isCalled = underscored(called.slice(0, name.length)) === underscored(name);
		const given = called.slice(name.length);
		return isCalled && /^(?:\s|$)/.test(given) ? [{ server, prompt, given: given.trim(), name }] : [];
	});
	const [longest] = found.toSorted((a, b) => b.name.length - a.name.length);
	return longest;
}

function promptsOf(mcp: Pick<McpPort, "servers">) {
	return connectedServers(mcp).flatMap(({ name: server, catalogue }) =>
		catalogue.prompts.map((prompt) => ({ server, prompt })),
	);
}

function underscored(text: string): string {
	return text.replace(/\s/g, "_");
}

/**
 * `name=value` for the prompt's own argument names, everything else by position; quotes hold words together. What is left
 * over belongs to the last argument by position.
 */
export function promptArguments(given: string, prompt: McpPrompt): Readonly<Record<string, string>> {
	const names = prompt.arguments.map(({ name }) => name);
	const named = new Map<string, string>();
	const words: string[] = [];
	for (const [raw] of given.matchAll(/(?:"[^"]*"|'[^']*'|[^\s])+/g)) {
		const [, key = "", value = ""] = /^([^=]+)=([\s\S]*)$/.exec(raw) ?? [];
		if (names.includes(key) && !named.has(key)) named.set(key, unquoted(value));
		else words.push(unquoted(raw));
	}
	const open = names.filter((name) => !named.has(name));
	for (const [index, name] of open.entries()) {
		const isLast = index === open.length - 1;
		const value = isLast ? words.slice(index).join(" ") : words[index];
		if (value !== undefined && index < words.length) named.set(name, value);
	}
	return Object.fromEntries(named);
}

function unquoted(word: string): string {
	return word.replace(
		/"([^"]*)"|'([^']*)'/g,
		(_, double?: string, single?: string) => double ?? single ?? "",
	);
}

function promptText({ messages }: McpPromptResult): string {
	const isTold = messages.length > 1 || messages.some(({ role }) => role === "assistant");
	const text = messages
		.map(({ role, content }) => (isTold ? `[${role}]\n${partText(content)}` : partText(content)))
		.join("\n\n");
	if (text.trim() === "") throw new KilnError("mcp_failed", "The prompt is empty.");
	return text.length <= maxChars
		? text
		: `${text.slice(0, maxChars)}\n[cut: it has ${text.length} characters]`;
}

function partText(part: McpContent): string {
	switch (part.kind) {
		case "text":
			return part.text;
		case "resource":
			return `[Resource ${part.uri}]\n${part.text}`;
		case "link":
			return `[Resource link: ${part.name} (${part.uri})]`;
		case "blob":
			return `[Resource ${part.uri}: binary, left out]`;
		case "image":
		case "audio":
			return `[${part.kind} (${part.mimeType}), left out]`;
		case "unusable":
			return `[${part.note}]`;
	}
}

function unknownPrompt(mcp: Pick<McpPort, "servers">): KilnError {
	const known = promptsOf(mcp).map(({ server, prompt }) => `/mcp:${server}:${prompt.name}`);
	const more = known.length > maxListed ? ` and ${known.length - maxListed} more` : "";
	const hint =
		known.length === 0
			? "No connected MCP server has prompts."
			: `There are: ${known.slice(0, maxListed).join(", ")}${more}.`;
	return new KilnError("mcp_tool_unknown", "There is no such prompt of an MCP server.", hint);
}
