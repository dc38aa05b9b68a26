import { lstatSync } from "node:fs";
import { resolve } from "node:path";
import { commandName, parsePlainCommand } from "../approval/plainCommand";

/** Programs whose arguments are files: each counts, whether it exists or not. */
const fileCommands: ReadonlySet<string> = new Set(
	[
		"cat tac less more head tail nl od xxd hexdump strings base64 wc sort uniq cut paste join comm diff cmp tee",
		"bat vim vi nano emacs code open xdg-open file stat ls dir tree du find cp mv rm ln install touch chmod chown",
		"shred truncate zip unzip tar gzip gunzip zcat bzip2 xz md5sum sha1sum sha256sum sha512sum scp rsync source .",
		// PowerShell and cmd
		"type gc get-content copy cpi copy-item move mi move-item del erase ri remove-item ni set-content sc add-content",
		"gci get-childitem get-item ii invoke-item notepad",
	].flatMap((names) => names.split(" ")),
);

/** The same, but the first argument is what they look for or do. */
const patternCommands: ReadonlySet<string> = new Set(
	"grep egrep fgrep zgrep rg ag ack sed awk gawk jq yq findstr select-string sls".split(" "),
);

/** Each word is looked up on the disk: of a long script only the beginning is. */
const maxChars = 10_000;

/**
 * The first word of a command that names a path which `.kilocodeignore` keeps from tools, as it was written; undefined
 * when none does. A guard against mistakes, not a wall: what a program opens by itself, a glob or a variable stands
 * for is not known. Words of shell syntax (pipes, redirections, substitutions) are looked at as well as can be.
 */
export function ignoredInCommand(
	command: string,
	cwd: string,
	isIgnored: (absolutePath: string) => boolean,
): string | undefined {
	const { words } = parsePlainCommand(command);
	const commands = words ? [words] : looseCommands(command.slice(0, maxChars));
	for (const each of commands) {
		const found = ignoredWord(each, cwd, isIgnored);
		if (found !== undefined) return found;
	}
	return undefined;
}

function ignoredWord(
	words: readonly string[],
	cwd: string,
	isIgnored: (absolutePath: string) => boolean,
): string | undefined {
	const name = commandName(words[0] ?? "");
	const skipped = patternCommands.has(name) ? words.findIndex(isPattern) : -1;
	return words.find((word, index) => {
		const isFile = index > 0 && (fileCommands.has(name) || patternCommands.has(name)) && index !== skipped;
		return pathsIn(word).some((path) => {
			const absolute = resolve(cwd, path);
			return (isFile || isOnDisk(absolute, path)) && isIgnored(absolute);
		});
	});
}

function isPattern(word: string, index: number): boolean {
	return index > 0 && !word.startsWith("-");
}

/** "build" may be the name of anything, as in `npm run build`; "./build" and a file that is there are paths. */
function isOnDisk(absolute: string, word: string): boolean {
	try {
		const stats = lstatSync(absolute);
		return /[\\/]/.test(word) || !stats.isDirectory();
	} catch {
		// no such path
		return false;
	}
}

/** What of a word may be a path: "--file=a", "@a" (curl), "HEAD:a" (git), ">a" and the word itself. */
function pathsIn(word: string): string[] {
	const bare = word.replace(/^[\d&]*[<>]+&?/, "");
	const parts = [bare, bare.replace(/^--?[\w-]+=/, ""), bare.replace(/^@/, ""), bare.replace(/^[^:]*:/, "")];
	const paths = parts.filter((part) => part !== "" && !part.startsWith("-"));
	return [...new Set(paths.flatMap((path) => [path, path.replaceAll("\\", "/"), path.replaceAll("\\", "")]))];
}

/** Words of what is no plain command, cut at operators and without quotes; a redirection begins a word of its own. */
function looseCommands(command: string): string[][] {
	const commands: string[][] = [[]];
	const pattern = /[;&|(){}\n`]+|\$\(|[\d&]*[<>]+\s*|(?:\\.|"[^"]*"|'[^']*'|[^\s;&|(){}`<>"'])+|["']/g;
	let redirection = "";
	for (const [token] of command.matchAll(pattern)) {
		if (/^(?:[;&|(){}\n`]+|\$\()$/.test(token)) commands.push([]);
		else if (/^[\d&]*[<>]+\s*$/.test(token)) redirection = ">";
		else {
			const word = token.replace(/["']/g, "");
			// whatever the program, a file that it is redirected to counts
			if (redirection === "") commands.at(-1)?.push(word);
			else commands.push(["cat", word], commands.pop() ?? []);
			redirection = "";
		}
	}
	return commands.filter((words) => words.length > 0);
}
