import { KilnError } from "@shared/errors";
import {
	applyEdits,
	findNodeAtLocation,
	getNodeValue,
	type JSONPath,
	modify,
	type Node,
	type ParseError,
} from "jsonc-parser";
import { configTree } from "./configTree";
import { parseEntry } from "./parseEntry";
import { removeNode } from "./removeNode";

/** A change of one server in a configuration file. */
export type McpConfigEdit =
	/** adds the server, or replaces its whole entry */
	| { readonly kind: "set"; readonly server: string; readonly entry: Readonly<Record<string, unknown>> }
	| { readonly kind: "remove"; readonly server: string }
	| { readonly kind: "rename"; readonly server: string; readonly to: string }
	/** `undefined` takes the field away */
	| { readonly kind: "field"; readonly server: string; readonly field: string; readonly value: unknown }
	/** puts a tool on a list or takes it off */
	| {
			readonly kind: "list";
			readonly server: string;
			readonly field: "alwaysAllow" | "disabledTools";
			readonly tool: string;
			readonly isListed: boolean;
	  };

/**
 * The file's new text. Comments, order, indentation and line ends of everything else stay. A file that is not readable
 * JSON is never written to.
 */
export function editMcpFile(text: string, edit: McpConfigEdit): string {
	const edited = changed(text, edit);
	const errors: ParseError[] = [];
	if (edited !== text) configTree(edited, errors);
	if (errors.length === 0) return edited;
	throw new KilnError(
		"invalid_settings",
		"The MCP configuration cannot be changed so without breaking its JSON.",
		"Make the change by hand.",
	);
}

function changed(text: string, edit: McpConfigEdit): string {
	const base = text.trim() === "" ? "{}\n" : text;
	const errors: ParseError[] = [];
	const root = configTree(base, errors);
	if (errors.length > 0 || root?.type !== "object") {
		throw new KilnError(
			"invalid_settings",
			"The MCP configuration is no readable JSON, so that it cannot be changed.",
			"Mend the file by hand, then try again.",
		);
	}
	const servers = findNodeAtLocation(root, ["mcpServers"]);
	if (servers !== undefined && servers.type !== "object") {
		throw new KilnError(
			"invalid_settings",
			'"mcpServers" is no object, so that it cannot be changed.',
			"Mend the file by hand, then try again.",
		);
	}
	refuseDoubled(servers, edit);
	const at = (path: JSONPath): unknown => {
		const node = findNodeAtLocation(root, path);
		return node && getNodeValue(node);
	};
	const server: JSONPath = ["mcpServers", edit.server];
	if (edit.kind !== "set" && at(server) === undefined) throw missing(edit.server);
	switch (edit.kind) {
		case "set":
			checkEntry(edit.server, edit.entry);
			return put(base, server, edit.entry);
		case "remove":
			return take(base, server);
		case "rename":
			return rename(base, edit, root);
		case "field":
			checkEntry(edit.server, { ...asRecord(at(server)), [edit.field]: edit.value });
			if (edit.value === undefined) return take(base, [...server, edit.field]);
			return put(base, [...server, edit.field], edit.value);
		case "list":
			return putListed(base, [...server, edit.field], asTexts(at([...server, edit.field])), edit);
	}
}

function putListed(
	text: string,
	path: JSONPath,
	listed: readonly string[],
	edit: { readonly tool: string; readonly isListed: boolean },
): string {
	const places = listed.flatMap((tool, index) => (tool === edit.tool ? [index] : []));
	if (edit.isListed === places.length > 0) return text;
	if (!edit.isListed) {
		return places.reduceRight((rest, index) => take(rest, [...path, index]), text);
	}
	if (listed.length === 0) return put(text, path, [edit.tool]);
	return put(text, [...path, listed.length], edit.tool);
}

/** Of names that stand twice the later one counts, but the first one would be changed. */
function refuseDoubled(servers: Node | undefined, edit: McpConfigEdit): void {
	const named = membersOf(servers, edit.server);
	const field = "field" in edit ? membersOf(named[0], edit.field) : [];
	if (named.length < 2 && field.length < 2) return;
	const what = named.length < 2 && "field" in edit ? `the field "${edit.field}"` : "the name";
	throw new KilnError(
		"invalid_settings",
		`MCP server "${edit.server}": ${what} stands twice in the configuration.`,
		"Take one of them away by hand, then try again.",
	);
}

/** the values under a key */
function membersOf(node: Node | undefined, key: string): Node[] {
	return (node?.type === "object" ? (node.children ?? []) : []).flatMap(({ children: [name, value] = [] }) =>
		name?.value === key && value ? [value] : [],
	);
}

/** Replaces the key only, so that the entry stays as it was written. */
function rename(text: string, edit: { readonly server: string; readonly to: string }, root: Node): string {
	if (edit.to === edit.server) return text;
	if (edit.to.trim() === "") throw new KilnError("invalid_settings", "A server needs a name.");
	if (findNodeAtLocation(root, ["mcpServers", edit.to])) {
		throw new KilnError(
			"invalid_settings",
			`There is a server "${edit.to}" already.`,
			"Choose another name.",
		);
	}
	const key = findNodeAtLocation(root, ["mcpServers", edit.server])?.parent?.children?.[0];
	if (key === undefined) throw missing(edit.server);
	return text.slice(0, key.offset) + JSON.stringify(edit.to) + text.slice(key.offset + key.length);
}

function put(text: string, path: JSONPath, value: unknown): string {
	const isBlankLed = text.startsWith("\uFEFF");
	const json = isBlankLed ? text.slice(1) : text;
	const edits = modify(json, path, value, { formattingOptions: formattingOf(json) });
	return (isBlankLed ? "\uFEFF" : "") + applyEdits(json, edits);
}

/** Takes a member or an element away; the text as it is when it is not there. */
function take(text: string, path: JSONPath): string {
	const root = configTree(text, []);
	const value = root && findNodeAtLocation(root, path);
	const node = value?.parent?.type === "property" ? value.parent : value;
	return node?.parent === undefined ? text : removeNode(text, node.parent, node);
}

/** As the file is indented by now; tabs for a new one. */
function formattingOf(text: string) {
	const eol = text.includes("\r\n") ? "\r\n" : "\n";
	const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? "\t";
	return { insertSpaces: !indent.includes("\t"), tabSize: indent.length, eol };
}

function checkEntry(server: string, entry: unknown): void {
	if (server.trim() === "") throw new KilnError("invalid_settings", "A server needs a name.");
	const first = parseEntry(entry).problems?.[0];
	if (first === undefined) return;
	const place = first.path.length > 0 ? `"${first.path.join(".")}"` : "the entry";
	throw new KilnError("invalid_settings", `MCP server "${server}": ${place}: ${first.message}.`);
}

function missing(server: string): KilnError {
	return new KilnError("mcp_server_unknown", `The configuration file has no server "${server}".`);
}

function asRecord(value: unknown): Record<string, unknown> {
	return typeof value === "object" && value !== null ? { ...value } : {};
}

function asTexts(value: unknown): string[] {
	return Array.isArray(value) ? value.map(String) : [];
}
