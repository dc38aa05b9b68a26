/** An entry as a configuration file has it. */
export type McpEntry = Readonly<Record<string, unknown>>;

/** What the form of an MCP server holds: text as it was typed. */
export interface McpFields {
	readonly name: string;
	readonly kind: "stdio" | "http";
	readonly command: string;
	/** one a line */
	readonly args: string;
	readonly cwd: string;
	/** `NAME=value`, one a line */
	readonly env: string;
	readonly url: string;
	/** `Name=value`, one a line */
	readonly headers: string;
	/** seconds; empty: the default */
	readonly timeout: string;
}

export type McpFieldErrors = Partial<Record<keyof McpFields, string>>;

/** Fields of an entry that only one kind of server has, and the form's field for each. */
const ownFields = {
	stdio: ["command", "args", "cwd", "env"],
	http: ["url", "headers"],
} as const;
const kindFields = { stdio: [...ownFields.stdio, "type"], http: [...ownFields.http, "type", "oauth"] };

export function toMcpFields(name: string, entry: McpEntry): McpFields {
	return {
		name,
		kind: "url" in entry ? "http" : "stdio",
		command: textOf(entry.command),
		args: Array.isArray(entry.args) ? entry.args.map(textOf).join("\n") : "",
		cwd: textOf(entry.cwd),
		env: toLines(entry.env),
		url: textOf(entry.url),
		headers: toLines(entry.headers),
		timeout: textOf(entry.timeout),
	};
}

/** `before`: the entry that is edited; what a line cannot hold of it may not be changed line by line. */
export function validateMcp(fields: McpFields, before: McpEntry = {}): McpFieldErrors {
	const { name, kind, command, url, timeout } = fields;
	const lost = Object.fromEntries(
		(kind === "stdio" ? (["args", "env"] as const) : (["headers"] as const))
			.filter((field) => wouldLose(field, fields, before))
			.map((field) => [field, cannotHold]),
	);
	const lines = kind === "stdio" ? badLine(fields.env, "NAME") : badLine(fields.headers, "Name");
	return {
		...(name.trim() === "" && { name: "Enter a name for the server." }),
		...(kind === "stdio" && command.trim() === "" && { command: "Enter the program to start." }),
		...(kind === "http" && !isAddress(url) && { url: "An address begins with https:// or http://." }),
		...(lines !== undefined && (kind === "stdio" ? { env: lines } : { headers: lines })),
		...lost,
		...(!isTimeout(timeout) && { timeout: "A number of seconds from 1 to 3600." }),
	};
}

/**
 * The entry that the fields stand for. Of `before`, what the form does not show stays, and what was not touched stays
 * exactly as it was.
 */
export function toMcpEntry(fields: McpFields, before: McpEntry = {}): McpEntry {
	const known = toMcpFields(fields.name, before);
	const foreign = kindFields[fields.kind === "stdio" ? "http" : "stdio"];
	const isSameKind = fields.kind === known.kind;
	const entry: Record<string, unknown> = Object.fromEntries(
		Object.entries(before).filter(([key]) => isSameKind || !foreign.includes(key)),
	);
	for (const field of [...ownFields[fields.kind], "timeout"] as const) {
		if (fields[field] === known[field] && (field in before || fields[field] === "")) continue;
		const value = fieldValue(field, fields[field]);
		if (value === undefined) delete entry[field];
		else entry[field] = value;
	}
	return entry;
}

const cannotHold =
	"A value here is empty, has line breaks or is no text, which lines cannot hold. Change it in the file.";

/** Whether the text of a field was changed though it never stood for the whole of the value. */
function wouldLose(field: "args" | "env" | "headers", fields: McpFields, before: McpEntry): boolean {
	const known = toMcpFields("", before)[field];
	if (before[field] === undefined || fields[field] === known || fields[field].trim() === "") return false;
	const empty = field === "args" ? [] : {};
	return JSON.stringify(fieldValue(field, known) ?? empty) !== JSON.stringify(before[field]);
}

type EntryField = "command" | "args" | "cwd" | "env" | "url" | "headers" | "timeout";

function fieldValue(field: EntryField, text: string): unknown {
	const trimmed = text.trim();
	if (trimmed === "") return undefined;
	switch (field) {
		case "args":
			return linesOf(text);
		case "env":
		case "headers":
			return Object.fromEntries(linesOf(text).map(parseLine));
		case "timeout":
			return Number(trimmed);
		default:
			return trimmed;
	}
}

function linesOf(text: string): string[] {
	return text.split(/\r?\n/).filter((line) => line.trim() !== "");
}

/** The value keeps its spaces and may hold further equals signs. */
function parseLine(line: string): [string, string] {
	const at = line.indexOf("=");
	return [line.slice(0, at).trim(), line.slice(at + 1)];
}

function badLine(text: string, example: string): string | undefined {
	const lines = text.split(/\r?\n/);
	const bad = lines.findIndex((line) => line.trim() !== "" && !/^\s*[^\s=][^=]*=/.test(line));
	return bad < 0 ? undefined : `Line ${bad + 1}: write ${example}=value.`;
}

function isAddress(url: string): boolean {
	return url.includes("${") || /^https?:\/\/[^/\s]/i.test(url.trim());
}

function isTimeout(text: string): boolean {
	const seconds = Number(text);
	return text.trim() === "" || (seconds >= 1 && seconds <= 3600);
}

function toLines(value: unknown): string {
	if (typeof value !== "object" || value === null) return "";
	return Object.entries(value)
		.map(([name, text]) => `${name}=${textOf(text)}`)
		.join("\n");
}

function textOf(value: unknown): string {
	if (typeof value === "string") return value;
	return value === undefined || value === null ? "" : String(value);
}
