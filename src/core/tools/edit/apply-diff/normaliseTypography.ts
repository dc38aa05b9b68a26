/** Characters that editors, chats and models swap for each other without anybody noticing. */
const replacements: ReadonlyArray<readonly [RegExp, string]> = [
	[/[\u2018\u2019\u201A\u201B\u2032]/g, "'"],
	[/[\u201C\u201D\u201E\u201F\u2033]/g, '"'],
	[/[\u2010-\u2015\u2212]/g, "-"],
	[/\u2026/g, "..."],
	[/[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g, " "],
	[/[\u200B\u2060\uFEFF]/g, ""],
];

/** For comparing only: typographic quotes, dashes, spaces and composed letters in their plain form. */
export function normaliseTypography(line: string): string {
	if (!hasNonAscii(line)) return line;
	const composed = line.normalize("NFC");
	return replacements.reduce((text, [pattern, plain]) => text.replace(pattern, plain), composed);
}

function hasNonAscii(line: string): boolean {
	for (let at = 0; at < line.length; at++) {
		if (line.charCodeAt(at) > 127) return true;
	}
	return false;
}
