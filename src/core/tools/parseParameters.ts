import { KilnError } from "@shared/errors";
import * as z from "zod";
import type { BaseTool } from "./BaseTool";

/**
 * Raw parameters of a call → the tool's typed ones. An empty string for an optional parameter counts as absent: models
 * write empty tags for what they leave out. `partial` keeps what is good so far, for previews.
 */
export function parseParameters(
	tool: BaseTool,
	raw: Readonly<Record<string, unknown>>,
	mode: "whole" | "partial" = "whole",
): z.infer<z.ZodObject> {
	const given = dropEmptyOptionals(tool.parameters, raw);
	const parsed = tool.parameters.safeParse(given);
	if (parsed.success) return parsed.data;
	if (mode === "partial") return keepGood(tool.parameters, given);
	throw new KilnError(
		"invalid_parameters",
		describeIssues(tool, parsed.error, given),
		"Call the tool again with the parameters mended.",
	);
}

function dropEmptyOptionals(
	schema: z.ZodObject,
	raw: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(raw).filter(([name, value]) => {
			const isBlank = typeof value === "string" && value.trim() === "";
			return !(isBlank && schema.shape[name] instanceof z.ZodOptional);
		}),
	);
}

function keepGood(schema: z.ZodObject, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
	const good: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(given)) {
		const field = schema.shape[name];
		const parsed = field === undefined ? undefined : z.safeParse(field, value);
		if (parsed?.success === true) good[name] = parsed.data;
	}
	return good;
}

function describeIssues(tool: BaseTool, error: z.ZodError, given: Readonly<Record<string, unknown>>): string {
	const lines = error.issues.map((issue) => {
		const name = issue.path.map(String).join(".") || "parameters";
		const isMissing = issue.path.length === 1 && !(String(issue.path[0]) in given);
		return isMissing
			? `Missing value for required parameter '${name}'.`
			: `Parameter '${name}': ${issue.message}.`;
	});
	return `${tool.name}: ${[...new Set(lines)].join(" ")}`;
}
