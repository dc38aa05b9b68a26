import type { ContentPart } from "@shared/tools";

/** Characters a token, on the safe side for code. */
const charsPerToken = 3.5;
const maxShareOfFreeContext = 0.6;
const minChars = 4_000;
const maxChars = 400_000;

/** No tool's output may fill the window: what is too long keeps head and tail and says what was left out. */
export function capResult(parts: readonly ContentPart[], freeContextTokens: number): ContentPart[] {
	const budget = Math.min(
		maxChars,
		Math.max(minChars, Math.floor(freeContextTokens * charsPerToken * maxShareOfFreeContext)),
	);
	const total = parts.reduce((sum, part) => sum + (part.type === "text" ? part.text.length : 0), 0);
	if (total <= budget) return [...parts];
	return parts.map((part) =>
		part.type === "text" ? capText(part, Math.floor((budget * part.text.length) / total)) : part,
	);
}

function capText(part: Extract<ContentPart, { type: "text" }>, budget: number): ContentPart {
	const { text } = part;
	if (text.length <= budget) return part;
	const head = text.slice(0, Math.floor(budget * 0.7));
	const tail = text.slice(text.length - Math.floor(budget * 0.3));
	const left = text.length - head.length - tail.length;
	return {
		type: "text",
		text: `${head}\n[… ${left} characters left out to fit the context window; ask for a part of it …]\n${tail}`,
	};
}
