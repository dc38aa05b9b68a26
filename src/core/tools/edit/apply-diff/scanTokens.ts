const prefixLength = 4;

/**
 * Calls back with a hash for each word of a line, and for the first letters of a longer word (so that a typo further
 * on still meets). Letters beyond ASCII count one by one: not every script parts its words. A line without words
 * counts as one token.
 */
export function scanTokens(line: string, found: (hash: number) => void): void {
	let word = 0;
	let length = 0;
	let symbols = 0;
	let hasWords = false;
	for (let at = 0; at <= line.length; at++) {
		const code = at < line.length ? line.charCodeAt(at) : 32;
		if (isWordCode(code)) {
			word = mix(word, code);
			length++;
			if (length === prefixLength) found(mix(word, 1));
			continue;
		}
		if (length > 0) {
			found(mix(word, 2));
			hasWords = true;
		}
		word = 0;
		length = 0;
		if (code > 127) {
			found(mix(code, 3));
			hasWords = true;
		} else if (code > 32) {
			symbols = mix(symbols, code);
		}
	}
	if (!hasWords && symbols !== 0) found(mix(symbols, 4));
}

function mix(hash: number, value: number): number {
	return (Math.imul(hash ^ value, 0x01000193) + 0x9e3779b9) | 0;
}

function isWordCode(code: number): boolean {
	return (
		(code >= 97 && code <= 122) ||
		(code >= 65 && code <= 90) ||
		(code >= 48 && code <= 57) ||
		code === 95 ||
		code === 36
	);
}
