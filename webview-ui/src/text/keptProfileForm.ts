import type { PromptVariant, ToolFormatName } from "@shared/settings";
import type { ProfileFields } from "./validateProfile";

export const formatNames: readonly ToolFormatName[] = ["xml", "native", "react"];
export const variantNames: readonly PromptVariant[] = ["full", "compact"];

/** An open form as it is kept while the page is away. Without the key: what is kept here ends up on the disk. */
export interface KeptProfileForm {
	/** null: a new profile */
	readonly profileId: string | null;
	/** undefined: nothing was typed yet */
	readonly fields?: Omit<ProfileFields, "key"> | undefined;
}

export function withoutKey({ key: _, ...fields }: ProfileFields): Omit<ProfileFields, "key"> {
	return fields;
}

/** What was kept may be of an earlier version: null when it is not a form. */
export function readKeptForm(value: unknown): KeptProfileForm | null {
	const { profileId, fields } = record(value) ?? {};
	if (profileId !== null && typeof profileId !== "string") return null;
	return { profileId, fields: readFields(record(fields)) };
}

function readFields(kept: Readonly<Record<string, unknown>> | undefined): KeptProfileForm["fields"] {
	const [id, name, baseUrl, model, contextWindow] = textKeys.map((key) => kept?.[key]);
	const toolFormat = formatNames.find((one) => one === kept?.toolFormat);
	const promptVariant = variantNames.find((one) => one === kept?.promptVariant);
	const areTexts = isText(id) && isText(name) && isText(baseUrl) && isText(model) && isText(contextWindow);
	if (!areTexts || toolFormat === undefined || promptVariant === undefined) return undefined;
	const customTools = Array.isArray(kept?.customTools) ? kept.customTools.filter(isText) : [];
	const provider = kept?.provider === "anthropic" ? "anthropic" : "openai";
	return { id, name, baseUrl, model, contextWindow, provider, toolFormat, promptVariant, customTools };
}

const textKeys = ["id", "name", "baseUrl", "model", "contextWindow"] as const;
const isText = (value: unknown): value is string => typeof value === "string";

function record(value: unknown): Readonly<Record<string, unknown>> | undefined {
	return typeof value === "object" && value !== null ? { ...value } : undefined;
}
