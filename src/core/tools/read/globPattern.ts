import { KilnError } from "@shared/errors";
import { expandBraces } from "./expandBraces";

/**
 * Globs as models know them: `*` and `?` stay in one name, `**` stands for any number of directories, `[a-z]` and
 * `[!a-z]` for one character, `{a,b}` for alternatives, `\` takes a character as it is. A pattern without a slash is
 * matched against names at any depth. Matching takes at most the product of both lengths: no pattern can hang it.
 */
export interface GlobPattern {
	/** `path` is relative, with forward slashes */
	matches(path: string): boolean;
	/** globs of which each match's name matches one; undefined when any name may match */
	readonly names: readonly string[] | undefined;
}

type Token = "star" | { matches(character: string): boolean };
/** null: any number of directories */
type Segment = null | string | readonly Token[];

const example = "Write a glob as in src/**/*.{ts,tsx}.";

/** Throws `invalid_parameters` for what is no glob. */
export function parseGlob(pattern: string): GlobPattern {
	const alternatives = expandBraces(pattern).map((alternative) => splitSegments(alternative));
	const compiled = alternatives.map((segments) => segments.map((text) => compileSegment(text, pattern)));
	const names = alternatives.map((segments) => (segments.at(-1) ?? "").replace(/\*+/g, "*"));
	const isEverything = compiled.some((segments) => segments.every(isAnything));
	return {
		matches: (path) => {
			if (isEverything) return true;
			const parts = path.split("/");
			return compiled.some((segments) => matchWildcards(segments, parts, null, matchSegment));
		},
		names: names.includes("*") ? undefined : [...new Set(names)],
	};
}

function globError(pattern: string, problem: string): KilnError {
	return new KilnError("invalid_parameters", `The glob ${pattern} is not valid: ${problem}.`, example);
}

/** Names at any depth for a pattern without a slash; what a directory holds for one that ends in `/` or `/**`. */
function splitSegments(pattern: string): string[] {
	const segments = pattern
		.replace(/^(\.\/)+/, "")
		.split("/")
		.filter((segment, index, all) => segment !== "" || index === all.length - 1);
	if (segments.at(-1) === "") segments[segments.length - 1] = "**";
	if (segments.length === 1) segments.unshift("**");
	// a file's name comes last, so that `src/**` is not `src` itself
	if (segments.at(-1) === "**") segments.push("*");
	return segments;
}

function compileSegment(segment: string, pattern: string): Segment {
	if (/^\*\*+$/.test(segment)) return null;
	if (!/[*?[\\]/.test(segment)) return segment;
	const tokens: Token[] = [];
	for (let rest = segment; rest !== ""; ) {
		const { token, length } = readToken(rest, pattern);
		if (token !== "star" || tokens.at(-1) !== "star") tokens.push(token);
		rest = rest.slice(length);
	}
	return tokens;
}

function readToken(text: string, pattern: string): { token: Token; length: number } {
	const [first = ""] = text;
	if (first === "*") return { token: "star", length: 1 };
	if (first === "?") return { token: { matches: () => true }, length: 1 };
	if (first === "[") return readClass(text, pattern);
	if (first !== "\\") return { token: literal(first), length: first.length };
	const [, escaped] = text;
	if (escaped === undefined) throw globError(pattern, "it ends with a backslash");
	return { token: literal(escaped), length: 1 + escaped.length };
}

function literal(character: string): Token {
	return { matches: (other) => other === character };
}

/** `[abc]`, `[a-z]`, `[!abc]`, `[^abc]`; a `]` right behind the opening stands for itself. */
function readClass(text: string, pattern: string): { token: Token; length: number } {
	const match = /^\[([!^]?)(\]?(?:\\.|[^\]\\])*)\]/su.exec(text);
	const [whole, negation, body = ""] = match ?? [];
	if (whole === undefined || body === "") throw globError(pattern, "a [ is not closed");
	const ranges = readRanges(body, pattern);
	const isIn = (character: string) => ranges.some(([from, to]) => from <= character && character <= to);
	const token = { matches: (character: string) => isIn(character) !== (negation !== "") };
	return { token, length: whole.length };
}

function readRanges(body: string, pattern: string): (readonly [from: string, to: string])[] {
	const ranges: [string, string][] = [];
	for (const [, a = "", b] of body.matchAll(/(\\.|.)(?:-(\\.|.))?/gsu)) {
		const [from, to] = [a, b ?? a].map((text) => text.replace(/^\\(.)/su, "$1"));
		if (from === undefined || to === undefined || from > to)
			throw globError(pattern, `the range ${a}-${b} runs backwards`);
		ranges.push([from, to]);
	}
	return ranges;
}

/** The last segment is a name, which every path has. */
function isAnything(segment: Segment, index: number, { length }: readonly Segment[]): boolean {
	if (segment === null || typeof segment === "string") return segment === null && index < length - 1;
	return index === length - 1 && segment.length === 1 && segment[0] === "star";
}

function matchSegment(segment: Segment, name: string): boolean {
	if (segment === null) return true;
	if (typeof segment === "string") return segment === name;
	const matchToken = (token: Token, character: string) => token !== "star" && token.matches(character);
	return matchWildcards(segment, [...name], "star", matchToken);
}

/**
 * Greedy matching with one way back: where something does not fit, the last wildcard takes one more item. That is
 * enough, since what stands between two wildcards may as well match at its first place.
 */
function matchWildcards<P, I>(
	pattern: readonly P[],
	items: readonly I[],
	wildcard: P,
	matchOne: (expected: P, item: I) => boolean,
): boolean {
	let at = 0;
	let back: { at: number; item: number } | undefined;
	for (let item = 0; item < items.length; ) {
		const expected = pattern[at];
		const current = items[item];
		if (expected === wildcard) back = { at: ++at, item };
		else if (expected !== undefined && current !== undefined && matchOne(expected, current)) {
			at++;
			item++;
		} else if (back) {
			back.item++;
			({ at, item } = back);
		} else return false;
	}
	return pattern.slice(at).every((left) => left === wildcard);
}
