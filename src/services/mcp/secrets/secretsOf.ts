import { isRemote, type McpEntry } from "../config/entrySchema";
import { secretValues, secretWords } from "./maskText";

/** Shorter values are dummies that would only garble the text. */
const minChars = 6;

/**
 * Secret values of an expanded entry, and of the variables that it reads (by name), wherever they stand in it.
 */
export function secretsOf(entry: McpEntry, variables: Readonly<Record<string, string>> = {}): string[] {
	const found = isRemote(entry)
		? [...secretValues(entry.headers), entry.oauth?.clientSecret ?? "", entry.oauth?.privateKey ?? ""]
		: [...secretValues(entry.env), ...secretWords(entry.args)];
	const secrets = [...found, ...secretValues(variables)].filter((secret) => secret.length >= minChars);
	return [...new Set(secrets)];
}
