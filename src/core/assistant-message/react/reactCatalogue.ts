import type { ToolDefinition } from "../../tools/BaseTool";
import { isFreeText } from "../../tools/parameters";
import { nativeSchema } from "../native/nativeSchema";
import { renderReActCall } from "./renderReActCall";

interface Schema {
	readonly type?: string;
	readonly description?: string;
	readonly enum?: readonly unknown[];
	readonly const?: unknown;
	readonly anyOf?: readonly Schema[];
	readonly items?: Schema;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
}

/** A tool in as few words as do: its signature, what it does, its parameters, one call. */
export function describeForReAct(tool: ToolDefinition): string {
	const schema: Schema = nativeSchema(tool).parameters;
	const described = Object.entries(schema.properties ?? {}).filter(([, { description }]) => description);
	return [
		`## ${tool.name}(${members(schema)})`,
		tool.description,
		...described.map(([name, { description }]) => `- ${name}: ${description}`),
		renderReActCall(tool.name, exampleOf(tool, schema)),
	].join("\n");
}

function members({ properties = {}, required = [] }: Schema): string {
	return Object.entries(properties)
		.map(([name, schema]) => `${name}${required.includes(name) ? "" : "?"}: ${typeOf(schema)}`)
		.join(", ");
}

function typeOf(schema: Schema): string {
	if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
	if (schema.const !== undefined) return JSON.stringify(schema.const);
	if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(" | ");
	if (schema.type === "array") return `[${typeOf(schema.items ?? {})}]`;
	if (schema.type === "object") return schema.properties === undefined ? "object" : `{${members(schema)}}`;
	return schema.type ?? "any";
}

/** Example values are written as text; here numbers, flags and lists stand as what they are. */
function exampleOf({ example, parameters }: ToolDefinition, schema: Schema): Record<string, unknown> {
	const values = Object.entries(parameters.shape).flatMap(([name, parameter]): [string, unknown][] => {
		const text = example[name];
		if (text === undefined) return [];
		const value = isFreeText(parameter) ? text : text.trim();
		return [[name, schema.properties?.[name]?.type === "string" ? value : parsedOr(value)]];
	});
	return Object.fromEntries(values);
}

function parsedOr(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// plain text is a value too
		return text;
	}
}
