const maxChars = 300;

/** Words of a stranger within a sentence of ours: one short line without control characters or a last full stop. */
export function strangersWords(text: string): string {
	return text
		.replace(/[\p{C}\s]+/gu, " ")
		.trim()
		.slice(0, maxChars)
		.replace(/[.\s]+$/, "");
}
