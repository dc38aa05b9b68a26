/**
 * A value as JSON for a terminal or a program. What a server said may hold characters that steer a terminal or turn the
 * direction of writing: they are escaped, which changes no value.
 */
export function jsonText(value: unknown): string {
	return JSON.stringify(value, null, 2).replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped);
}

function escaped(character: string): string {
	return character
		.split("")
		.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
		.join("");
}
