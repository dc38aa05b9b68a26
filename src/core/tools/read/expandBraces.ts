import { KilnError } from "@shared/errors";

/** Nested groups multiply: more is no glob that anybody means. */
const maxAlternatives = 256;

/**
 * The patterns that a glob with `{a,b}` stands for. Groups nest; what is escaped with `\` or stands in `[…]` is taken
 * as it is. Throws `invalid_parameters` for a group that is not closed and for too many alternatives.
 */
export function expandBraces(pattern: string): string[] {
	const { texts, rest } = readSequence(pattern, false, pattern);
	if (rest !== "") throw braceError(pattern, "a } has no { before it");
	return texts;
}

interface Read {
	/** what was read, by alternative */
	readonly texts: string[];
	/** from the character that ended it on */
	readonly rest: string;
}

/** A literal stretch: escaped characters and whole classes belong to it. */
const plain = /^(?:\\[\s\S]|\[[!^]?\]?(?:\\[\s\S]|[^\]\\])*\]|[^{},\\]|\\$)+/;

function readSequence(text: string, isInGroup: boolean, pattern: string): Read {
	let texts = [""];
	let rest = text;
	for (;;) {
		const [literal] = plain.exec(rest) ?? [];
		if (literal !== undefined) {
			texts = texts.map((head) => head + literal);
			rest = rest.slice(literal.length);
		} else if (rest.startsWith("{")) {
			const group = readGroup(rest.slice(1), pattern);
			texts = texts.flatMap((head) => group.texts.map((tail) => head + tail));
			if (texts.length > maxAlternatives) throw tooMany(pattern);
			rest = group.rest;
		} else if (rest.startsWith(",") && !isInGroup) {
			texts = texts.map((head) => `${head},`);
			rest = rest.slice(1);
		} else return { texts, rest };
	}
}

/** Behind the `{`. */
function readGroup(text: string, pattern: string): Read {
	const texts: string[] = [];
	for (let rest = text; ; ) {
		const member = readSequence(rest, true, pattern);
		texts.push(...member.texts);
		rest = member.rest.slice(1);
		if (member.rest.startsWith("}")) return { texts, rest };
		if (member.rest === "") throw braceError(pattern, "a { is not closed");
	}
}

function tooMany(pattern: string): KilnError {
	return braceError(pattern, `its {} stand for more than ${maxAlternatives} patterns`);
}

function braceError(pattern: string, problem: string): KilnError {
	return new KilnError(
		"invalid_parameters",
		`The glob ${pattern} is not valid: ${problem}.`,
		"Write a glob as in src/**/*.{ts,tsx}.",
	);
}
