import type { NativeToolSchema } from "@shared/provider";
import * as z from "zod";
import type { ToolDefinition } from "../../tools/BaseTool";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * A tool for native function calling. The JSON schema says what a call may hold (`io: "input"`): preprocessed parameters
 * show their real type. What no provider understands, or only costs tokens, is left out; objects are closed.
 */
export function nativeSchema({
	name,
	description,
	parameters,
	inputSchema,
}: Pick<ToolDefinition, "name" | "description" | "parameters" | "inputSchema">): NativeToolSchema {
	// An MCP server's own schema goes as it is, but for what says which draft it is.
	if (inputSchema !== undefined) {
		const { $schema: _draft, ...own } = inputSchema;
		return { name, description, parameters: { type: "object", properties: {}, ...own } };
	}
	const schema = z.toJSONSchema(parameters, { io: "input", unrepresentable: "any" }) as Json;
	const { $schema, ...rest } = cleaned(schema) as { [key: string]: Json };
	return { name, description, parameters: { ...rest, additionalProperties: false } };
}

function cleaned(schema: Json): Json {
	if (Array.isArray(schema)) return schema.map(cleaned);
	if (schema === null || typeof schema !== "object") return schema;
	const entries = Object.entries(schema)
		.filter(([key, value]) => !isNoise(key, value))
		.map(([key, value]): [string, Json] => [key, key === "properties" ? cleanedEach(value) : cleaned(value)]);
	const isClosed = "properties" in schema && !("additionalProperties" in schema);
	return { ...Object.fromEntries(entries), ...(isClosed ? { additionalProperties: false } : {}) };
}

/** Names of properties are no keywords. */
function cleanedEach(properties: Json): Json {
	if (properties === null || typeof properties !== "object" || Array.isArray(properties)) return properties;
	return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, cleaned(schema)]));
}

/** Bounds that only say "a safe integer", and names of a record that may be any text. */
function isNoise(key: string, value: Json): boolean {
	if (key === "minimum") return value === Number.MIN_SAFE_INTEGER;
	if (key === "maximum") return value === Number.MAX_SAFE_INTEGER;
	return key === "propertyNames";
}
