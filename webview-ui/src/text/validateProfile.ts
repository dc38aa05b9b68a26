import type { Profile, PromptVariant, ProviderId, ToolFormatName } from "@shared/settings";

/** What the profile form holds: text as it was typed. */
export interface ProfileFields {
	readonly id: string;
	readonly name: string;
	readonly provider: ProviderId;
	readonly baseUrl: string;
	/** undefined: the stored key stays */
	readonly key: string | undefined;
	readonly model: string;
	readonly contextWindow: string;
	readonly toolFormat: ToolFormatName;
	readonly promptVariant: PromptVariant;
	/** tools that are offered only on demand, by name */
	readonly customTools: readonly string[];
}

/** What a new profile has beside what the form asks for. */
export const newProfile: Pick<Profile, "toolFormat" | "headers" | "customTools" | "promptVariant"> = {
	toolFormat: "xml",
	headers: {},
	customTools: [],
	promptVariant: "full",
};

export type FieldErrors = Partial<Record<keyof ProfileFields, string>>;

export function validateProfile(fields: ProfileFields): FieldErrors {
	return {
		...(fields.model.trim() === "" && {
			model: "Enter the model's name, or test the connection to list them.",
		}),
		...urlError(fields),
		...(!/^\s*$|^\s*[1-9]\d*\s*$/.test(fields.contextWindow.replace(/[\s_,.]/g, "")) && {
			contextWindow: "A whole number of tokens, for example 128000.",
		}),
	};
}

function urlError({ baseUrl, provider }: ProfileFields): FieldErrors {
	const url = baseUrl.trim();
	if (url === "") return provider === "openai" ? { baseUrl: "Enter the server's address." } : {};
	const isHttp = /^https?:\/\//i.test(url);
	return isHttp ? {} : { baseUrl: "An address begins with https:// or http://." };
}

export function parseContextWindow(text: string): number | undefined {
	const digits = text.replace(/[\s_,.]/g, "");
	return digits === "" ? undefined : Number(digits);
}
