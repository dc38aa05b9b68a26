import { dangerOf } from "./commandDanger";
import { isNeverPlain, runnerEnd } from "./neverPlain";
import { commandName, gitSubcommandIndex, isPlainName, parsePlainCommand } from "./plainCommand";

/**
 * Which commands may run without asking. Rules match word by word: `git log` matches `git log -5`, never `git logx`;
 * `*` matches every plain command. Only *plain* commands can be matched: one simple command of literal words. Anything
 * that a shell would expand, join, redirect or substitute always asks. Deny rules are read widely: by the name without
 * its folder, past options that stand before the subcommand, in every part of a command that is not plain and in what
 * a wrapper runs. What they miss asks; they may hit text that is no command (`echo "a; rm b"` with `rm`).
 */
export type CommandVerdict =
	| { readonly answer: "allow"; readonly rule: string }
	| { readonly answer: "ask"; readonly reason: string }
	| { readonly answer: "deny"; readonly reason: string };

export interface CommandRules {
	readonly allow: readonly string[];
	readonly deny: readonly string[];
}

export function judgeCommand(command: string, rules: CommandRules): CommandVerdict {
	const parsed = parsePlainCommand(command);
	const parts = parsed.words === undefined ? roughParts(command) : [parsed.words];
	const denied = rules.deny.find((rule) => parts.some((words) => isDenied(words, rule)));
	if (denied !== undefined) return { answer: "deny", reason: `the rule "${denied}" denies it` };
	if (parsed.words === undefined) return { answer: "ask", reason: parsed.reason };
	const dangerous = dangerOf(parsed.words, parsed.hasLeadingGlob);
	if (dangerous !== undefined) return { answer: "ask", reason: dangerous };
	const rule = rules.allow.find((candidate) => matchesRule(parsed.words, candidate));
	return rule === undefined
		? { answer: "ask", reason: "no rule allows this command" }
		: { answer: "allow", rule };
}

/** For deny rules only: everything in a command that could be a command, with backslashes as folders and as quotes. */
function roughParts(command: string): string[][] {
	return [command, command.replace(/\\\r?\n?/g, "")]
		.flatMap((text) => text.split(/[;&|\r\n(){}<>`\u0085\u2028\u2029]+/))
		.map((part) => splitWords(part.replace(/["']/g, "")))
		.filter((words) => words.length > 0);
}

function splitWords(text: string): string[] {
	return text.split(/\s+/).filter((word) => word !== "");
}

function isDenied(words: readonly string[], rule: string): boolean {
	const wanted = splitWords(rule);
	if (wanted.at(-1) === "*") {
		wanted.pop();
		if (wanted.length === 0) return true;
	}
	const [name, ...rest] = wanted;
	if (name === undefined) return false;
	const starts = runsOthers(words) ? tails(splitWords(words.join(" "))) : [words];
	return starts.some(
		([first = "", ...args]) => commandName(first) === commandName(name) && hasArguments(first, args, rest),
	);
}

/** With quoted words taken apart: `bash -c 'rm x'`. */
function tails(words: readonly string[]): (readonly string[])[] {
	return words.map((_, index) => words.slice(index));
}

/** `A=b git push`, `! git push`, `sudo git push`, `npx x`: which of the words is the command is not known. */
function runsOthers(words: readonly string[]): boolean {
	const name = words[0] ?? "";
	return !isPlainName(name) || isNeverPlain(name) || runnerEnd(words) !== undefined;
}

function hasArguments(name: string, args: readonly string[], wanted: readonly string[]): boolean {
	if (startsWith(args, wanted)) return true;
	if (args[0]?.startsWith("-") !== true) return false;
	if (commandName(name) === "git")
		return startsWith(args.slice(gitSubcommandIndex([name, ...args]) - 1), wanted);
	// Which options of other tools take a value is not known: `npm --prefix x publish`.
	return args.some((_, index) => startsWith(args.slice(index), wanted));
}

function matchesRule(words: readonly string[], rule: string): boolean {
	const wanted = splitWords(rule);
	if (wanted.at(-1) === "*") wanted.pop();
	else if (wanted.length === 0) return false;
	return startsWith(words, wanted);
}

function startsWith(words: readonly string[], wanted: readonly string[]): boolean {
	return wanted.length <= words.length && wanted.every((word, index) => word === words[index]);
}
