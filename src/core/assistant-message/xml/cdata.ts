import { isWhiteSpace } from "./whiteSpace";

export const cdataStart = "<![CDATA[";
export const cdataEnd = "]]>";

/** White space between a free-text parameter's tag and its CDATA mark; more is taken for content. */
const maxSpaceBeforeCdata = 64;

/** Where the text of a CDATA section begins that a value opens; -1 when it opens none, undefined when more must come. */
export function cdataBodyAt(text: string, from: number): number | undefined {
	let at = from;
	while (at < text.length && at - from <= maxSpaceBeforeCdata && isWhiteSpace(text.charCodeAt(at))) at++;
	if (at - from > maxSpaceBeforeCdata) return -1;
	const found = text.slice(at, at + cdataStart.length);
	if (found === cdataStart) return at + found.length;
	return found.length < cdataStart.length && cdataStart.startsWith(found) ? undefined : -1;
}
