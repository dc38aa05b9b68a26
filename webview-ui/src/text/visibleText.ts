/** What makes one picture of several characters hides nothing: the emoji form of a sign, and the joint of two. */
const emojiParts =
	"(?<=\\p{Extended_Pictographic})\\uFE0F|(?<=\\p{Extended_Pictographic}\\uFE0F?)\\u200D(?=\\p{Extended_Pictographic})";

/** Whatever shows no glyph or moves others: controls, directions, zero widths. A tab and a line end show by themselves. */
const hidden = new RegExp(
	`(?![\\t\\n])(?!${emojiParts})[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}]`,
	"gu",
);

/** What a person consents to, with each character that cannot be seen by its number: "a⟨U+202E⟩b". */
export function visibleText(text: string): string {
	return text.replace(hidden, (character) => {
		const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
		return `⟨U+${code}⟩`;
	});
}
