/**
 * Which commands may run without asking. Rules match word by word: `git log` matches `git log -5`, never `git logx`;
 * `*` matches every plain command. Only *plain* commands can be matched: one simple command of literal words. Anything
 * that a shell would expand, join, redirect or substitute always asks.
 */
export type CommandVerdict =
	| { readonly answer: "allow"; readonly rule: string }
	| { readonly answer: "ask"; readonly reason: string }
	| { readonly answer: "deny"; readonly reason: string };

export interface CommandRules {
	readonly allow: readonly string[];
	readonly deny: readonly string[];
}

/** Commands that run other commands or hand over the machine: no rule covers them. */
const neverPlain = new Set([
	"eval",
	"exec",
	"source",
	".",
	"command",
	"builtin",
	"env",
	"xargs",
	"sudo",
	"doas",
	"su",
	"nohup",
	"time",
	"alias",
	"export",
	"set",
	"trap",
	"mkfs",
	"dd",
	"shutdown",
	"reboot",
	"halt",
	"poweroff",
]);

export function judgeCommand(command: string, rules: CommandRules): CommandVerdict {
	const parsed = parsePlainCommand(command);
	const words = parsed.words ?? roughWords(command);
	const denied = rules.deny.find((rule) => matchesRule(words, rule));
	if (denied !== undefined) return { answer: "deny", reason: `the rule "${denied}" denies it` };
	if (parsed.words === undefined) return { answer: "ask", reason: parsed.reason };
	const dangerous = dangerOf(parsed.words);
	if (dangerous !== undefined) return { answer: "ask", reason: dangerous };
	const rule = rules.allow.find((candidate) => matchesRule(parsed.words, candidate));
	return rule === undefined
		? { answer: "ask", reason: "no rule allows this command" }
		: { answer: "allow", rule };
}

type Parsed =
	| { readonly words: readonly string[]; readonly reason?: undefined }
	| { readonly words?: undefined; readonly reason: string };

/** Words of a plain command, or why it is none. Quotes may hold white space and harmless characters only. */
export function parsePlainCommand(command: string): Parsed {
	const trimmed = command.trim();
	if (trimmed === "") return { reason: "the command is empty" };
	// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
	if (/[\u0000-\u0008\u000b-\u001f\u007f]|\n|[\u0085\u2028\u2029]/.test(trimmed))
		return { reason: "the command has several lines or control characters" };
	if (/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/.test(trimmed))
		return { reason: "the command holds invisible characters" };
	if (/[^\x20-\x7e\t]/.test(trimmed)) return { reason: "the command holds characters outside ASCII" };
	const special = /[$`\\;|&<>(){}!^%#~]|\[\[|=\(/.exec(trimmed);
	if (special !== null) return { reason: `the command uses shell syntax (${special[0]})` };
	return splitWords(trimmed);
}

function splitWords(command: string): Parsed {
	const words: string[] = [];
	const pattern = /\s*((?:[^\s"']+|"[^"]*"|'[^']*')+)/y;
	while (pattern.lastIndex < command.length) {
		const match = pattern.exec(command);
		if (match?.[1] === undefined) return { reason: "a quote is not closed" };
		words.push(match[1].replace(/["']/g, ""));
	}
	const [name] = words;
	if (name === undefined || !/^[\w./+:@-]+$/.test(name)) return { reason: "the command's name is not plain" };
	return { words };
}

/** For deny rules only: they hold for what cannot be parsed, too, in every part of it that looks like a command. */
function roughWords(command: string): string[] {
	return command.trim().split(/\s+/);
}

function dangerOf(words: readonly string[]): string | undefined {
	const name = (words[0] ?? "").split("/").at(-1) ?? "";
	if (neverPlain.has(name)) return `"${name}" can run anything`;
	if (/^[\w.]+=/.test(words[0] ?? "")) return "the command sets an environment variable";
	if (name === "rm" && words.some((word) => /^-\w*[rR]|^--recursive/.test(word)))
		return "it deletes recursively";
	if (
		name === "git" &&
		words.some((word) => /^(-c|--exec-path|--output|--ext-diff|--config-env|--upload-pack)/.test(word))
	)
		return "git is given an option that can run or write anything";
	if (name === "find" && words.some((word) => /^-(exec|execdir|ok|okdir|delete|fprint|fls)/.test(word)))
		return "find is told to run or delete";
	if (
		/^(rg|sort|tar|sed|awk)$/.test(name) &&
		words.some((word) =>
			/^(--pre|-o|--output|--checkpoint-action|--to-command|-I|-i|--in-place|w|e)/.test(word),
		)
	)
		return `${name} is given an option that can run or write anything`;
	return undefined;
}

function matchesRule(words: readonly string[], rule: string): boolean {
	const wanted = rule
		.trim()
		.split(/\s+/)
		.filter((word) => word !== "");
	if (wanted.at(-1) === "*") wanted.pop();
	else if (wanted.length === 0) return false;
	return wanted.length <= words.length && wanted.every((word, index) => word === words[index]);
}
