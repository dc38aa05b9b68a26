export type Parsed =
	| {
			readonly words: readonly string[];
			/** an unquoted word begins with a glob: a file's name may become an option */
			readonly hasLeadingGlob: boolean;
			readonly reason?: undefined;
	  }
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
	const raw: string[] = [];
	const pattern = /\s*((?:[^\s"']+|"[^"]*"|'[^']*')+)/y;
	while (pattern.lastIndex < command.length) {
		const match = pattern.exec(command);
		if (match?.[1] === undefined) return { reason: "a quote is not closed" };
		raw.push(match[1]);
	}
	const words = raw.map((word) => word.replace(/["']/g, ""));
	if (!isPlainName(words[0] ?? "")) return { reason: "the command's name is not plain" };
	return { words, hasLeadingGlob: raw.some((word) => /^-*[*?[]/.test(word)) };
}

export function isPlainName(word: string): boolean {
	return /^[\w./+:@-]+$/.test(word);
}

/** What a word in command position calls: without folder and Windows ending, in lower case as some file systems are. */
export function commandName(word: string): string {
	const base = word.split(/[\\/]/).at(-1) ?? "";
	return (base === "" ? word : base).toLowerCase().replace(/\.(exe|cmd|bat|com)$/, "");
}

/** Options that stand between `git` and its subcommand and take the next word as their value: git(1), OPTIONS. */
const gitOptionsWithValue: ReadonlySet<string> = new Set([
	"-C",
	"-c",
	"--git-dir",
	"--work-tree",
	"--namespace",
	"--super-prefix",
	"--config-env",
	"--attr-source",
]);

/** Where git's subcommand stands; the length of the words when there is none. */
export function gitSubcommandIndex(words: readonly string[]): number {
	let index = 1;
	while (words[index]?.startsWith("-")) index += gitOptionsWithValue.has(words[index] ?? "") ? 2 : 1;
	return Math.min(index, words.length);
}
