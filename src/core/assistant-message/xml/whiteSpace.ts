const newline = 10;
const carriageReturn = 13;

export function isWhiteSpace(code: number): boolean {
	return code === 32 || (code >= 9 && code <= carriageReturn);
}

/** The first place from `at` on that holds no white space, at most `end`. */
export function skipWhiteSpace(text: string, at: number, end = text.length): number {
	let next = at;
	while (next < end && isWhiteSpace(text.charCodeAt(next))) next++;
	return next;
}

/** Where a line break that ends at `end` begins; `end` when none does. `\r\n` is one. */
export function beforeNewline(text: string, end: number, from = 0): number {
	let start = end;
	if (start > from && text.charCodeAt(start - 1) === newline) start--;
	if (start > from && start < end && text.charCodeAt(start - 1) === carriageReturn) start--;
	return start;
}

/** Where the text goes on after a line break at `at`; `at` when there is none. */
export function afterNewline(text: string, at: number, end = text.length): number {
	if (at < end && text.charCodeAt(at) === newline) return at + 1;
	const isCrLf = at + 1 < end && text.charCodeAt(at) === carriageReturn;
	return isCrLf && text.charCodeAt(at + 1) === newline ? at + 2 : at;
}
