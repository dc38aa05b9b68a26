/**
 * Every start of `needle` in `haystack`, overlapping ones too, in O(lines) also for repetitive files
 * (Knuth–Morris–Pratt over whole lines). An empty needle is nowhere.
 */
export function findLines(haystack: readonly string[], needle: readonly string[]): number[] {
	if (needle.length === 0) return [];
	const fallback = fallbackTable(needle);
	const starts: number[] = [];
	let matched = 0;
	for (let at = 0; at < haystack.length; at++) {
		while (matched > 0 && haystack[at] !== needle[matched]) matched = fallback[matched - 1] ?? 0;
		if (haystack[at] === needle[matched]) matched++;
		if (matched < needle.length) continue;
		starts.push(at - needle.length + 1);
		matched = fallback[matched - 1] ?? 0;
	}
	return starts;
}

function fallbackTable(needle: readonly string[]): number[] {
	const table = new Array<number>(needle.length).fill(0);
	let length = 0;
	for (let at = 1; at < needle.length; at++) {
		while (length > 0 && needle[at] !== needle[length]) length = table[length - 1] ?? 0;
		if (needle[at] === needle[length]) length++;
		table[at] = length;
	}
	return table;
}
