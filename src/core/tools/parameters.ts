import type { PromptVariant, ToolFormatName, ToolVocabulary } from "@shared/settings";
import * as z from "zod";

/**
 * Parameter types of tools. Text formats give every value as a string, native calls give JSON values: these take both.
 * An empty string for an optional parameter counts as absent (the runner drops it before validation).
 */

const freeTextMark = z.registry<{ freeText: true }>();

interface Offer {
	readonly formats?: readonly ToolFormatName[];
	readonly vocabularies?: readonly ToolVocabulary[];
	readonly variants?: readonly PromptVariant[];
	/** where it is offered it must be given, although the schema takes other forms of the call, too */
	readonly isRequired?: boolean;
}
const offerMark = z.registry<Offer>();

/** A parameter that is always understood but offered only in these formats or vocabularies. Outermost, behind `optional()`. */
export function offeredIn<S extends z.ZodType>(schema: S, offer: Offer): S {
	// a schema of its own: the mark must not reach whoever else uses the given one
	const own = schema.meta(schema.meta() ?? {});
	offerMark.add(own, offer);
	return own;
}

/** Whether a call as it is offered must give the parameter. */
export function isRequired(schema: z.core.$ZodType): boolean {
	return offerMark.get(schema)?.isRequired ?? !z.safeParse(schema, undefined).success;
}

/** Where a call is made: the offer of a parameter may depend on any of it. */
export interface OfferPlace {
	readonly format: ToolFormatName;
	readonly vocabulary: ToolVocabulary;
	readonly variant: PromptVariant;
}

export function isOffered(schema: z.core.$ZodType, { format, vocabulary, variant }: OfferPlace): boolean {
	const { formats, vocabularies, variants } = offerMark.get(schema) ?? {};
	const isIn = <T>(where: readonly T[] | undefined, place: T) => where?.includes(place) ?? true;
	return isIn(formats, format) && isIn(vocabularies, vocabulary) && isIn(variants, variant);
}

/** Text that keeps its white space and may hold anything, also close tags. */
export function freeText(description: string): z.ZodString {
	return z.string().describe(description).register(freeTextMark, { freeText: true });
}

/** A short value: trimmed by the text parsers, never empty. */
export function text(description: string): z.ZodString {
	return z.string().min(1, "must not be empty").describe(description);
}

export function integer(description: string, options: { min?: number; max?: number } = {}) {
	const number = z
		.int()
		.min(options.min ?? Number.MIN_SAFE_INTEGER)
		.max(options.max ?? Number.MAX_SAFE_INTEGER);
	return z
		.preprocess(
			(value) => (typeof value === "string" && /^\s*-?\d+\s*$/.test(value) ? Number(value) : value),
			number,
		)
		.describe(description);
}

export function boolean(description: string) {
	const parse = (value: unknown) => {
		if (typeof value !== "string") return value;
		const word = value.trim().toLowerCase();
		return word === "true" ? true : word === "false" ? false : value;
	};
	return z.preprocess(parse, z.boolean()).describe(description);
}

/** True when the parameter was declared with `freeText`, optional, preprocessed or not. */
export function isFreeText(schema: z.core.$ZodType): boolean {
	if (freeTextMark.has(schema)) return true;
	if (schema instanceof z.ZodPipe) return isFreeText(schema.out);
	return schema instanceof z.ZodOptional ? isFreeText(schema.unwrap()) : false;
}
