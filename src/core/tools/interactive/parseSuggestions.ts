import { type Suggestion, suggestionSchema } from "@shared/tools";
import * as z from "zod";

/**
 * Suggested answers, however a model writes them: `<suggest mode="code">text</suggest>` tags, a list of `{text, mode?}`
 * or of strings, also as JSON text. Anything else comes back as it is, for the schema to refuse.
 */
export function parseSuggestions(value: unknown): unknown {
	if (typeof value === "string") return parseText(value.trim());
	return Array.isArray(value) ? value.map(toSuggestion) : value;
}

/** The parameter: at most five; none or one is taken as it is. */
export const suggestions = z
	.preprocess(
		parseSuggestions,
		z.array(suggestionSchema.extend({ text: z.string().trim().min(1) })).max(5, "takes 2 to 5 suggestions"),
	)
	.describe("2 to 5 answers to choose from; one with a mode also switches to it");

function parseText(text: string): unknown {
	if (text === "") return [];
	if (text.startsWith("[")) return parseJson(text);
	return text.includes("<suggest") ? parseTags(text) : text;
}

function parseJson(text: string): unknown {
	try {
		const value: unknown = JSON.parse(text);
		return Array.isArray(value) ? value.map(toSuggestion) : value;
	} catch {
		// the schema's own message says what is expected
		return text;
	}
}

function toSuggestion(entry: unknown): unknown {
	return typeof entry === "string" ? { text: entry } : entry;
}

/**
 * By hand: answers hold `<` and `&` that are no XML (`Array<string>`), and nothing nests. Linear: an opening tag
 * without its end is the last that is looked at.
 */
function parseTags(text: string): Suggestion[] {
	const found: Suggestion[] = [];
	const opening = /<suggest((?:\s[^<>]*)?)>/g;
	for (let open = opening.exec(text); open; open = opening.exec(text)) {
		const end = text.indexOf("</suggest>", opening.lastIndex);
		if (end < 0) break;
		found.push(suggestionOf(text.slice(opening.lastIndex, end), open[1] ?? ""));
		opening.lastIndex = end;
	}
	return found;
}

function suggestionOf(text: string, attributes: string): Suggestion {
	const mode = /\bmode\s*=\s*["']([^"']+)["']/.exec(attributes)?.[1];
	return { text: text.trim(), ...(mode === undefined ? {} : { mode }) };
}
