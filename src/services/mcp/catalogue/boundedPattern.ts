import { withinTime } from "./withinTime";

/** What ajv asks of a regular expression. */
export interface BoundedPattern {
	test(text: string): boolean;
}

const timeoutMs = 50;
/** longer ones are not looked at: what a pattern costs grows with the text */
const maxTextChars = 20_000;

/**
 * A server's pattern that cannot stop the program: one that takes too long counts as matching, since the server checks
 * its arguments itself.
 */
export function boundedPattern(source: string): BoundedPattern {
	const pattern = compile(source);
	if (isHarmless(source)) return pattern;
	return { test: (text) => text.length > maxTextChars || testWithin(pattern, text) };
}

/** JSON schema asks for Unicode; servers write patterns that only work without. */
function compile(source: string): RegExp {
	try {
		return new RegExp(source, "u");
	} catch {
		return new RegExp(source);
	}
}

/** Without groups and with one open repetition at most a match takes no longer than the text is long, squared at worst. */
function isHarmless(source: string): boolean {
	const bare = source.replace(/\\./g, "x").replace(/\[(?:\\.|[^\]])*\]/g, "x");
	return !/[()]/.test(bare) && (bare.match(/[*+]|\{\d+,\}/g)?.length ?? 0) <= 1;
}

function testWithin(pattern: RegExp, text: string): boolean {
	try {
		return withinTime(timeoutMs, () => pattern.test(text));
	} catch {
		// only the time limit throws
		return true;
	}
}
