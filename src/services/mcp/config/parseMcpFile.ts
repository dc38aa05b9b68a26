import type { McpConfigProblem } from "@shared/mcp";
import {
	findNodeAtLocation,
	getNodeValue,
	type Node,
	type ParseError,
	printParseErrorCode,
} from "jsonc-parser";
import { configTree } from "./configTree";
import type { McpEntry } from "./entrySchema";
import { parseEntry } from "./parseEntry";

export interface ParsedMcpFile {
	/** in the file's order */
	readonly entries: ReadonlyMap<string, McpEntry>;
	readonly problems: readonly McpConfigProblem[];
}

/** Larger files are refused: a configuration is written by hand. */
export const maxConfigChars = 1_000_000;

/**
 * Reads `{ "mcpServers": { … } }`, comments and trailing commas allowed. What can be read counts: one broken entry, or a
 * syntax error further down, takes no other server away. An entry with a syntax error in it is none: half a command must
 * not run. `file` only names the place in problems. Throws `invalid_settings` for what no person writes.
 */
export function parseMcpFile(text: string, file: string): ParsedMcpFile {
	if (text.trim() === "") return { entries: new Map(), problems: [] };
	if (text.length > maxConfigChars) {
		return failed(file, `is larger than ${maxConfigChars / 1_000_000} million characters`);
	}
	const errors: ParseError[] = [];
	const root = configTree(text, errors);
	const lineAt = lineFinder(text);
	const syntax = errors.slice(0, 3).map((error) => ({
		file,
		line: lineAt(error.offset),
		message: `The JSON is broken: ${readable(printParseErrorCode(error.error))}.`,
	}));
	const servers = root && findNodeAtLocation(root, ["mcpServers"]);
	if (servers === undefined) {
		if (syntax.length > 0 || root?.type === "object") return { entries: new Map(), problems: syntax };
		return failed(file, 'must be an object with "mcpServers"');
	}
	if (servers.type !== "object")
		return failed(file, '"mcpServers" must be an object', lineAt(servers.offset));
	const found = readServers(servers, file, lineAt, brokenParts(text, errors));
	return { entries: found.entries, problems: [...syntax, ...found.problems] };
}

type LineAt = (offset: number) => number;
type IsBroken = (node: Node) => boolean;

/** Whether a syntax error lies in a value, or the text ends with it: what was read of it may be less than what was meant. */
export function brokenParts(text: string, errors: readonly ParseError[]): IsBroken {
	const textEnd = text.trimEnd().length;
	return ({ offset: from, length }) => {
		const to = from + length;
		return errors.some(({ offset }) => offset >= from && (offset < to || (offset === to && to >= textEnd)));
	};
}

function readServers(servers: Node, file: string, lineAt: LineAt, isBroken: IsBroken): ParsedMcpFile {
	const entries = new Map<string, McpEntry>();
	const problems: McpConfigProblem[] = [];
	for (const property of servers.children ?? []) {
		const [key, value] = property.children ?? [];
		if (key === undefined) continue;
		const server = String(key.value);
		const report = (node: Node, message: string, field?: string) =>
			problems.push({ file, server, line: lineAt(node.offset), message, ...(field && { field }) });
		if (value === undefined) {
			report(key, "has no value");
			continue;
		}
		if (server.trim() === "") {
			report(key, "A server needs a name.");
			continue;
		}
		if (isBroken(value)) {
			report(value, "Its JSON is broken, so that it is not started.");
			continue;
		}
		if (entries.has(server)) report(key, "This name is used twice: the later entry counts.");
		const parsed = parseEntry(getNodeValue(value));
		if (parsed.entry) entries.set(server, parsed.entry);
		for (const { path, message } of parsed.problems ?? []) {
			report(nearestNode(value, path), message, fieldName(path));
		}
	}
	return { entries, problems };
}

/** The node at `path`, or the deepest one on the way to it: a missing field is reported where its owner begins. */
function nearestNode(value: Node, path: readonly (string | number)[]): Node {
	for (let length = path.length; length > 0; length--) {
		const node = findNodeAtLocation(value, path.slice(0, length));
		if (node) return node;
	}
	return value;
}

/** ["args", 1] → "args[1]" */
function fieldName(path: readonly (string | number)[]): string {
	return path.reduce<string>(
		(name, part) => (typeof part === "number" ? `${name}[${part}]` : name === "" ? part : `${name}.${part}`),
		"",
	);
}

function lineFinder(text: string): LineAt {
	return (offset) => text.slice(0, offset).split(/\r\n|\r|\n/).length;
}

function failed(file: string, message: string, line = 1): ParsedMcpFile {
	return { entries: new Map(), problems: [{ file, line, message }] };
}

/** "CloseBraceExpected" → "close brace expected" */
function readable(code: string): string {
	return code.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
}
