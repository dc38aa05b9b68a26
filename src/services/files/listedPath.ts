/**
 * A path as a line of a listing shows it. With control characters it is quoted as in JSON: a line end in a name would
 * pass for another entry, or for words of Kiln's.
 */
export function listedPath(path: string): string {
	if (!/[\p{Cc}\p{Zl}\p{Zp}]/u.test(path)) return path;
	return JSON.stringify(path).replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, escaped);
}

/** What JSON leaves as it is. */
function escaped(character: string): string {
	return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
