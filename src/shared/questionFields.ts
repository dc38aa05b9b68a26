import * as z from "zod";
import type { McpOption, McpQuestionField } from "./mcp-view";

const maxFields = 50;
const text = z.string().max(2000);
const titled = z.array(z.object({ const: text, title: text.optional() })).max(500);
const choices = { enum: z.array(text).max(500).optional(), enumNames: z.array(text).optional() };

const propertySchema = z.object({
	type: z.enum(["string", "number", "integer", "boolean", "array"]),
	title: text.optional(),
	description: text.optional(),
	default: z.union([text, z.number(), z.boolean(), z.array(text)]).optional(),
	format: text.optional(),
	minLength: z.number().optional(),
	maxLength: z.number().optional(),
	minimum: z.number().optional(),
	maximum: z.number().optional(),
	...choices,
	oneOf: titled.optional(),
	items: z.object({ ...choices, anyOf: titled.optional() }).optional(),
});
type Property = z.infer<typeof propertySchema>;

const formSchema = z.object({
	properties: z.record(z.string().max(200), propertySchema),
	required: z.array(z.string()).default([]),
});

/** The fields of an elicitation's form; undefined: it is none that the protocol allows (flat, of plain values). */
export function questionFields(schema: Readonly<Record<string, unknown>>): McpQuestionField[] | undefined {
	const parsed = formSchema.safeParse(schema);
	if (!parsed.success) return undefined;
	const { properties, required } = parsed.data;
	const entries = Object.entries(properties);
	if (entries.length > maxFields) return undefined;
	const fields = entries.map(([name, property]) => fieldOf(name, property, required.includes(name)));
	return fields.every((field) => field !== undefined) ? fields : undefined;
}

function fieldOf(name: string, property: Property, isRequired: boolean): McpQuestionField | undefined {
	const input = inputOf(property);
	if (input === undefined) return undefined;
	const { title, description, default: given } = property;
	return {
		name,
		label: title ?? name,
		...(description !== undefined && { description }),
		isRequired,
		input,
		initial: Array.isArray(given) ? given : given === undefined ? "" : String(given),
	};
}

function inputOf(property: Property): McpQuestionField["input"] | undefined {
	switch (property.type) {
		case "boolean":
			return { kind: "switch" };
		case "number":
		case "integer": {
			const { minimum: min = -Number.MAX_VALUE, maximum: max = Number.MAX_VALUE } = property;
			return { kind: "number", isWhole: property.type === "integer", min, max };
		}
		case "array": {
			const options = optionsOf(property.items ?? {}, property.items?.anyOf);
			return options && { kind: "choice", isMany: true, options };
		}
		case "string": {
			const options = optionsOf(property, property.oneOf);
			if (options) return { kind: "choice", isMany: false, options };
			const { minLength = 0, maxLength = 100_000, format } = property;
			return { kind: "text", minLength, maxLength, ...(format !== undefined && { format }) };
		}
	}
}

function optionsOf(
	{ enum: values, enumNames }: Pick<Property, "enum" | "enumNames">,
	titles: z.infer<typeof titled> | undefined,
): McpOption[] | undefined {
	if (titles) return titles.map((one) => ({ value: one.const, label: one.title ?? one.const }));
	return values?.map((value, index) => ({ value, label: enumNames?.[index] ?? value }));
}
