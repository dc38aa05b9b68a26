import type { McpPrompt, McpResource, McpResourceTemplate } from "@shared/mcp";
import * as z from "zod";
import type { ListedTool } from "./ServerCatalogue";

const maxNameChars = 256;
/** A description is read by the model with each request. */
const maxDescriptionChars = 16_000;
const maxSchemaChars = 256 * 1024;
/** levels of nesting: code that walks over a schema has a stack of its own size */
const maxSchemaDepth = 200;
const maxAddressChars = 8192;
const maxPromptArguments = 200;

const name = z.string().min(1).max(maxNameChars);
const optionalText = z.string().optional().catch(undefined);
const optionalFlag = z.boolean().optional().catch(undefined);
const schema = z.record(z.string(), z.unknown());

const toolSchema = z.looseObject({
	// under this name nothing can be kept: neither what was accepted of the tool nor a change of it
	name: name.refine((given) => given !== "__proto__"),
	title: optionalText,
	description: optionalText,
	inputSchema: schema.catch({ type: "object" }),
	outputSchema: schema.optional().catch(undefined),
	annotations: z
		.looseObject({
			title: optionalText,
			readOnlyHint: optionalFlag,
			destructiveHint: optionalFlag,
			idempotentHint: optionalFlag,
			openWorldHint: optionalFlag,
		})
		.optional()
		.catch(undefined),
	execution: z.looseObject({ taskSupport: optionalText }).optional().catch(undefined),
});

const address = z.string().min(1).max(maxAddressChars);
const mimeType = z.string().max(maxNameChars).optional().catch(undefined);
const described = { name, title: optionalText, description: optionalText, mimeType };
const resourceSchema = z.looseObject({
	...described,
	uri: address,
	size: z.number().optional().catch(undefined),
});
const templateSchema = z.looseObject({ ...described, uriTemplate: address });
const promptSchema = z.looseObject({
	...described,
	arguments: z
		.array(z.looseObject({ name, description: optionalText, required: optionalFlag }))
		.max(maxPromptArguments)
		.optional()
		.catch(undefined),
});

/** undefined: it cannot be used. Fields that are broken but not needed are left out. */
export function toTool(value: unknown): ListedTool | undefined {
	const parsed = toolSchema.safeParse(value);
	if (!parsed.success) return undefined;
	const { data } = parsed;
	const hints = data.annotations;
	const title = data.title ?? hints?.title;
	return {
		name: data.name,
		...(title !== undefined && { title: shortened(title) }),
		description: shortened(data.description ?? ""),
		inputSchema: isTooLarge(data.inputSchema) ? { type: "object" } : data.inputSchema,
		...(data.outputSchema && !isTooLarge(data.outputSchema) && { outputSchema: data.outputSchema }),
		hints: {
			isReadOnly: hints?.readOnlyHint,
			isDestructive: hints?.destructiveHint,
			isIdempotent: hints?.idempotentHint,
			isOpenWorld: hints?.openWorldHint,
		},
		needsTask: data.execution?.taskSupport === "required",
	};
}

export function toResource(value: unknown): McpResource | undefined {
	const parsed = resourceSchema.safeParse(value);
	if (!parsed.success) return undefined;
	const { uri, size } = parsed.data;
	return { uri, ...describedOf(parsed.data), ...(size !== undefined && { sizeBytes: size }) };
}

export function toTemplate(value: unknown): McpResourceTemplate | undefined {
	const parsed = templateSchema.safeParse(value);
	return parsed.success ? { uriTemplate: parsed.data.uriTemplate, ...describedOf(parsed.data) } : undefined;
}

export function toPrompt(value: unknown): McpPrompt | undefined {
	const parsed = promptSchema.safeParse(value);
	if (!parsed.success) return undefined;
	const { mimeType, ...rest } = describedOf(parsed.data);
	const given = (parsed.data.arguments ?? []).map((argument) => ({
		name: argument.name,
		...(argument.description !== undefined && { description: shortened(argument.description) }),
		isRequired: argument.required ?? false,
	}));
	return { ...rest, arguments: given };
}

interface Described {
	readonly name: string;
	readonly title?: string | undefined;
	readonly description?: string | undefined;
	readonly mimeType?: string | undefined;
}

function describedOf({ name: id, title, description, mimeType }: Described) {
	return {
		name: id,
		...(title !== undefined && { title: shortened(title) }),
		...(description !== undefined && { description: shortened(description) }),
		...(mimeType !== undefined && { mimeType }),
	};
}

function shortened(text: string): string {
	return text.length > maxDescriptionChars ? `${text.slice(0, maxDescriptionChars)}…` : text;
}

function isTooLarge(value: unknown): boolean {
	return isDeeper(value, maxSchemaDepth) || JSON.stringify(value).length > maxSchemaChars;
}

function isDeeper(value: unknown, levels: number): boolean {
	if (typeof value !== "object" || value === null) return false;
	return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
