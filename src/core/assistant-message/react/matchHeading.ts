/** What a heading at the start of a line begins. `body` is counted from the heading's first character. */
export type Heading =
	| { readonly kind: "final"; readonly body: number }
	/**
	 * `call`: `body` is behind the opening bracket; `input`: behind `Action Input:`; `bare`: the name stands alone on its
	 * line, `body` is behind it
	 */
	| {
			readonly kind: "action";
			readonly form: "call" | "input" | "bare";
			readonly name: string;
			readonly body: number;
	  };

const emphasised = (word: string) => [`${word}:`, `**${word}:**`, `**${word}**:`];
const actions = emphasised("Action");
const inputs = emphasised("Action Input");
const finals = ["Final Answer", "FinalAnswer", "Final answer"].flatMap(emphasised);

/** Longer than any of what is looked at: heading, name, white space and `Action Input:` */
const maxChars = 200;
/** White space between a name and `Action Input:`. Bounds what is held back. */
const maxSpace = 32;

/** Whether a heading stands at `at`; "maybe" when the text ends before it can be told. */
export function matchHeading(
	text: string,
	at: number,
	isEnd: boolean,
	isKnown: (name: string) => boolean,
): Heading | "maybe" | "no" {
	const window = text.slice(at, at + maxChars);
	const mayGoOn = !isEnd && window.length === text.length - at;
	const final = startOf(window, finals, mayGoOn);
	if (typeof final === "number") return { kind: "final", body: final };
	const action = startOf(window, actions, mayGoOn);
	if (typeof action === "number") return matchAction(window, action, mayGoOn, isKnown);
	return final === "maybe" ? final : action;
}

/** The length of the word that the text starts with. */
function startOf(text: string, words: readonly string[], mayGoOn: boolean): number | "maybe" | "no" {
	const word = words.find((each) => text.startsWith(each));
	if (word !== undefined) return word.length;
	return mayGoOn && words.some((each) => each.startsWith(text)) ? "maybe" : "no";
}

function matchAction(
	window: string,
	heading: number,
	mayGoOn: boolean,
	isKnown: (name: string) => boolean,
): Heading | "maybe" | "no" {
	const named = /^[ \t]{0,8}([A-Za-z_][\w.-]{0,47})?/.exec(window.slice(heading));
	const end = heading + (named?.[0].length ?? 0);
	if (end === window.length && mayGoOn) return "maybe";
	const name = named?.[1];
	if (name === undefined) return "no";
	const next = end + (/^[ \t]{0,8}/.exec(window.slice(end))?.[0].length ?? 0);
	if (window.startsWith("(", next)) return { kind: "action", form: "call", name, body: next + 1 };
	const rest = window.slice(next);
	if (mayGoOn && (rest === "" || rest === "\r")) return "maybe";
	if (rest !== "" && !/^\r?\n/.test(rest)) return "no";
	const input = matchInput(rest, mayGoOn);
	if (input === "maybe") return input;
	if (typeof input === "number") return { kind: "action", form: "input", name, body: next + input };
	return isKnown(name) ? { kind: "action", form: "bare", name, body: end } : "no";
}

function matchInput(rest: string, mayGoOn: boolean): number | "maybe" | "no" {
	const space = /^\s*/.exec(rest)?.[0].length ?? 0;
	if (space > maxSpace) return "no";
	const start = startOf(rest.slice(space), inputs, mayGoOn);
	return typeof start === "number" ? space + start : start;
}

const observation = /\n[ \t]{0,40}(?:\*\*)?Observation(?:\*\*)?:/;
const anyHeading = /\n[ \t]{0,40}(?:\*\*)?(?:Observation|Thought|Action|Final ?[Aa]nswer)(?:\*\*)?:/;

/**
 * Where, in text that goes on within a line, the model begins to make a result up: at the line break before it. The
 * text's length when it does not.
 */
export function observationIn(text: string): number {
	return observation.exec(text)?.index ?? text.length;
}

/** Where, in text that goes on within a line, the next step begins. */
export function headingIn(text: string): number {
	return anyHeading.exec(text)?.index ?? text.length;
}
