import { codeRanges } from "./codeRanges";

export type Mention =
	/** readings of the path in order: without the sentence's punctuation, then with it; relative to the workspace */
	| { readonly kind: "path"; readonly paths: readonly string[] }
	| { readonly kind: "url"; readonly url: string }
	| { readonly kind: "commit"; readonly hash: string }
	| { readonly kind: "problems" | "terminal" | "git_changes" };

/**
 * What a person names with "@" in a message, in its order, each once. It stands at the start or behind white space or
 * an opening mark, and not in code. In paths a space is written `\ `.
 */
export function findMentions(text: string): Mention[] {
	const code = codeRanges(text);
	const found = new Map<string, Mention>();
	let range = 0;
	for (const match of text.matchAll(mention)) {
		while ((code[range]?.[1] ?? Number.POSITIVE_INFINITY) <= match.index) range++;
		if ((code[range]?.[0] ?? Number.POSITIVE_INFINITY) <= match.index) continue;
		const key = match[1] ?? "";
		const each = toMention(key);
		if (each && !found.has(key)) found.set(key, each);
	}
	return [...found.values()];
}

const opening = String.raw`(?<=^|[\s([{<"'*“‘«（【「，。：；、])`;
const path = String.raw`\/(?:\\ |[^\s，。；：！？、）】》」』])+`;
const url = String.raw`https?:\/\/[^\s，。；！？、）】》」』]+`;
const word = String.raw`(?:problems|terminal|git-changes|[0-9a-f]{7,40})(?![\w/@-]|[.:]\w)`;
const mention = new RegExp(`${opening}@(${path}|${url}|${word})`, "gm");

/** No path and no address is longer. */
const maxChars = 4096;

function toMention(text: string): Mention | undefined {
	if (text.length > maxChars) return undefined;
	if (text.startsWith("/")) {
		const paths = [...new Set([withoutPunctuation(text), text])].map((each) =>
			each.slice(1).replaceAll("\\ ", " "),
		);
		const readings = paths.filter((each) => each !== "");
		return readings.length === 0 ? undefined : { kind: "path", paths: readings };
	}
	if (text.startsWith("http")) return { kind: "url", url: withoutPunctuation(text) };
	if (text === "git-changes") return { kind: "git_changes" };
	if (text === "problems" || text === "terminal") return { kind: text };
	return { kind: "commit", hash: text };
}

const pairs: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** Without what belongs to the sentence: marks at the end, and closing brackets that nothing in it opened. */
function withoutPunctuation(text: string): string {
	const counts = new Map<string, number>();
	const count = (character: string, more = 0) => {
		const known = counts.get(character) ?? text.split(character).length - 1;
		counts.set(character, known + more);
		return known;
	};
	let end = text.length;
	for (; end > 0; end--) {
		const last = text.charAt(end - 1);
		if (/[.,;:!?'"»”’>*_~]/.test(last)) continue;
		const opener = pairs[last];
		if (opener === undefined || count(opener) >= count(last)) break;
		count(last, -1);
	}
	return text.slice(0, end);
}
