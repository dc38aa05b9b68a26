import { type ModeConfig, type ModeGroup, modeSlugPattern } from "@shared/modes";
import * as z from "zod";
import { modeGroupsSchema, shownValue } from "./modeGroupsSchema";

/**
 * One entry of `customModes`. Messages are the rest of a sentence that begins with the field: "slug is missing".
 * Kilo's other fields are let through and ignored (see `knownFields`).
 */
export const knownFields: ReadonlySet<string> = new Set([
	"slug",
	"name",
	"roleDefinition",
	"whenToUse",
	"description",
	"customInstructions",
	"groups",
	"source",
	"rulesFiles",
	"iconName",
]);

const mustBe =
	(what: string) =>
	({ input }: { readonly input?: unknown }): string =>
		input === undefined || input === null ? "is missing" : `must be ${what}, not ${shownValue(input)}`;

/** Line ends and characters that would turn the text around would let one name look like another. */
const plainLine = /^[^\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]*$/u;

const slugSchema = z.string({ error: mustBe("text") }).refine((slug) => modeSlugPattern.test(slug), {
	error: ({ input }) => `may hold letters, digits and hyphens only, not ${shownValue(input)}`,
});
const nameSchema = z
	.string({ error: mustBe("text") })
	.trim()
	.min(1, { error: "is empty" })
	.max(100, { error: "is longer than 100 characters" })
	.regex(plainLine, { error: "holds a line end or invisible characters" });
const roleSchema = z
	.string({ error: mustBe("text") })
	.trim()
	.min(1, { error: "is empty" });
/** An empty value (`description:`) is none. */
const optionalText = z
	.string({ error: mustBe("text") })
	.nullish()
	.transform((text) => text?.trim() || undefined);

export const modeEntrySchema = z
	.object(
		{
			slug: slugSchema,
			name: nameSchema,
			roleDefinition: roleSchema,
			whenToUse: optionalText,
			description: optionalText,
			customInstructions: optionalText,
			groups: modeGroupsSchema,
		},
		{
			error: ({ input }) =>
				`must be a mode with slug, name, roleDefinition and groups, not ${shownValue(input)}`,
		},
	)
	.transform(toModeConfig);

interface EntryFields {
	readonly slug: string;
	readonly name: string;
	readonly roleDefinition: string;
	readonly whenToUse: string | undefined;
	readonly description: string | undefined;
	readonly customInstructions: string | undefined;
	readonly groups: readonly ModeGroup[];
}

/** Without the fields that the file leaves out: equal files make equal modes. */
function toModeConfig({ slug, name, roleDefinition, groups, ...texts }: EntryFields): ModeConfig {
	const { whenToUse, description, customInstructions } = texts;
	return {
		slug,
		name,
		roleDefinition,
		...(whenToUse === undefined ? {} : { whenToUse }),
		...(description === undefined ? {} : { description }),
		...(customInstructions === undefined ? {} : { customInstructions }),
		groups: groups.map(({ group, ...options }) =>
			Object.keys(options).length === 0 ? group : [group, options],
		),
	};
}
