/** Cuts of long texts at lines and at UTF-8 sizes, never inside a character. */

const encoder = new TextEncoder();

/** Line breaks in a text. */
export function countLines(text: string): number {
	let count = 0;
	for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
	return count;
}

/** The first lines with their line breaks. */
export function firstLines(text: string, count: number): string {
	let end = 0;
	for (let line = 0; line < count; line++) {
		const next = text.indexOf("\n", end);
		if (next < 0) return text;
		end = next + 1;
	}
	return text.slice(0, end);
}

/** The last lines; a line break at the very end belongs to the last of them. */
export function lastLines(text: string, count: number): string {
	if (count <= 0) return "";
	let start = text.endsWith("\n") ? text.length - 1 : text.length;
	for (let line = 0; line < count; line++) {
		if (start === 0) return text;
		start = text.lastIndexOf("\n", start - 1);
		if (start < 0) return text;
	}
	return text.slice(start + 1);
}

/** The longest begin of a text that takes at most `maxBytes` in UTF-8. */
export function bytePrefix(text: string, maxBytes: number): string {
	const { read } = encoder.encodeInto(text, new Uint8Array(Math.max(0, maxBytes)));
	return text.slice(0, read);
}

/** The longest end of a text that takes at most `maxBytes` in UTF-8. */
export function byteSuffix(text: string, maxBytes: number): string {
	if (maxBytes <= 0) return "";
	const bytes = encoder.encode(text.slice(-maxBytes));
	let start = Math.max(0, bytes.length - maxBytes);
	while (start < bytes.length && isContinuation(bytes[start])) start++;
	const cut = Buffer.from(bytes.buffer, start, bytes.length - start).toString("utf8");
	// the cut at `-maxBytes` may have split a surrogate pair, which then counts as a replacement character
	return cut.startsWith("\ufffd") && !text.endsWith(cut) ? cut.slice(1) : cut;
}

function isContinuation(byte: number | undefined): boolean {
	return byte !== undefined && (byte & 0xc0) === 0x80;
}
