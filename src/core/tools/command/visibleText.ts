/**
 * Text that a person decides on must look like what it is: control characters, invisible ones and those that turn the
 * direction of writing are shown by their code. Line breaks and tabs stay.
 */
export function visibleText(text: string): string {
	return text.replace(deceptive, (character) => {
		const code = character.codePointAt(0) ?? 0;
		return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
	});
}

// Cc: controls; Cf: format characters (bidi, zero width, tags); Zl, Zp: line and paragraph separators; fillers
const deceptive = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/gu;
