import type * as z from "zod";
import { type McpEntry, remoteEntrySchema, stdioEntrySchema } from "./entrySchema";

export interface EntryProblem {
	/** where in the entry: ["args", 1]; empty: the entry itself */
	readonly path: readonly (string | number)[];
	readonly message: string;
}

export type ParsedEntry =
	| { readonly entry: McpEntry; readonly problems?: undefined }
	| { readonly entry?: undefined; readonly problems: readonly EntryProblem[] };

/** What other programs write for the same thing. */
const typeNames: Readonly<Record<string, string>> = {
	http: "streamable-http",
	streamableHttp: "streamable-http",
	streamable_http: "streamable-http",
};

/** Unknown fields are left alone: other programs read the same files. */
export function parseEntry(value: unknown): ParsedEntry {
	if (!isRecord(value)) return problem([], "must be an object");
	if ("command" in value && "url" in value) {
		return problem(["url"], "a server has either a command or a url, not both");
	}
	if (!("command" in value) && !("url" in value)) {
		return problem([], 'needs a "command" (a program to start) or a "url"');
	}
	const type = typeof value.type === "string" ? (typeNames[value.type] ?? value.type) : value.type;
	const schema = "command" in value ? stdioEntrySchema : remoteEntrySchema;
	const parsed = schema.safeParse({ ...value, ...(type !== undefined && { type }) });
	if (parsed.success) return { entry: parsed.data };
	return { problems: parsed.error.issues.map(toProblem) };
}

function problem(path: readonly string[], message: string): ParsedEntry {
	return { problems: [{ path, message }] };
}

function toProblem(issue: z.core.$ZodIssue): EntryProblem {
	const path = issue.path.map((part) => (typeof part === "symbol" ? String(part) : part));
	return { path, message: issue.message };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
