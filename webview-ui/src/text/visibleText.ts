/** What makes one picture of several characters hides nothing: the emoji form of a sign, and the joint of two. */
const emojiParts =
	"(?<=\\p{Extended_Pictographic})\\uFE0F|(?<=\\p{Extended_Pictographic}\\uFE0F?)\\u200D(?=\\p{Extended_Pictographic})";

/** Whatever shows no glyph or moves others: controls, directions, zero widths. A tab and a line end show by themselves. */
const hidden = new RegExp(
	`(?![\\t\\n])(?!${emojiParts})[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}]`,
	"gu",
);

/** Whatever lets text be read in another order than it stands in. */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** What a person consents to, with each character that cannot be seen by its number: "a⟨U+202E⟩b". */
export function visibleText(text: string): string {
	return text.replace(hidden, byNumber);
}

/** Prose and code, where joiners and the like have their place: only what turns the direction is named. */
export function withVisibleTurns(text: string): string {
	return text.replace(turning, byNumber);
}

function byNumber(character: string): string {
	const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
	return `⟨U+${code}⟩`;
}
