export interface MinimalEdit {
	/** UTF-16 offsets into the old text */
	readonly start: number;
	readonly end: number;
	readonly text: string;
}

/**
 * The one replacement that turns `before` into `after`, without their common start and end: cursors, folds and
 * breakpoints outside it stay. Never cuts a line break or a surrogate pair in two. undefined: nothing to do.
 */
export function minimalEdit(before: string, after: string): MinimalEdit | undefined {
	if (before === after) return undefined;
	const start = commonStart(before, after);
	const tail = commonEnd(before, after, start);
	return { start, end: before.length - tail, text: after.slice(start, after.length - tail) };
}

function commonStart(a: string, b: string): number {
	const limit = Math.min(a.length, b.length);
	let length = 0;
	while (length < limit && a.charCodeAt(length) === b.charCodeAt(length)) length += 1;
	while (length > 0 && (isInsidePair(a, length) || isInsidePair(b, length))) length -= 1;
	return length;
}

function commonEnd(a: string, b: string, start: number): number {
	const limit = Math.min(a.length, b.length) - start;
	let length = 0;
	while (length < limit && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length))
		length += 1;
	while (length > 0 && (isInsidePair(a, a.length - length) || isInsidePair(b, b.length - length)))
		length -= 1;
	return length;
}

function isInsidePair(text: string, offset: number): boolean {
	const before = text.charCodeAt(offset - 1);
	const after = text.charCodeAt(offset);
	const isLineBreak = before === 0x0d && after === 0x0a;
	return isLineBreak || (isHighSurrogate(before) && after >= 0xdc00 && after <= 0xdfff);
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
