import { type DangerousOptions, dangerousOptions, harmlessGitOptions } from "./dangerousOptions";
import { isNeverPlain, runnerEnd } from "./neverPlain";
import { commandName, gitSubcommandIndex } from "./plainCommand";
import { isSecretPath, protectedPattern } from "./protectedPaths";

/** Why a plain command always asks, whatever rule matches it; undefined when nothing is known against it. */
export function dangerOf(words: readonly string[], hasLeadingGlob = false): string | undefined {
	const own = ownDanger(words, hasLeadingGlob);
	const end = runnerEnd(words);
	if (own !== undefined || end === undefined) return own;
	// Where a runner's own options end is not known: each later word may be the command.
	const run = words.slice(end);
	return run.map((_, index) => ownDanger(run.slice(index), false)).find((danger) => danger !== undefined);
}

function ownDanger(words: readonly string[], hasLeadingGlob: boolean): string | undefined {
	const word = words[0] ?? "";
	if (isNeverPlain(word)) return `"${commandName(word)}" can run anything`;
	const name = commandName(word);
	const entries = dangerousOptions.filter((entry) => entry.name.test(name));
	const found = entries.find((entry) => applies(entry, words));
	if (found !== undefined) return `${name} is given ${found.why}`;
	// A file called `--checkpoint-action=exec=x` makes `tar cf a *` run x: GTFOBins, wildcard injection.
	const isSed = /^g?sed$/.test(name);
	if (hasLeadingGlob && (isSed || entries.length > 0))
		return `a file's name could become an option of ${name}`;
	if (name === "git") return dangerOfGit(words) ?? dangerOfPaths(name, words);
	if (isSed) return dangerOfSed(words);
	return dangerOfPaths(name, words);
}

function applies(entry: DangerousOptions, words: readonly string[]): boolean {
	const subcommandAt = commandName(words[0] ?? "") === "git" ? gitSubcommandIndex(words) : 1;
	if (entry.subcommand !== undefined && !entry.subcommand.test(words[subcommandAt] ?? "")) return false;
	const first = words[entry.subcommand === undefined ? 1 : subcommandAt + 1] ?? "";
	if (entry.unlessFirst !== undefined) return !entry.unlessFirst.test(first);
	const { long, letters, word, first: firstMark } = entry;
	const hasMarks = [long, letters, word, firstMark].some((mark) => mark !== undefined);
	if (!hasMarks || firstMark?.test(first) === true) return true;
	return words
		.slice(1)
		.some(
			(argument) =>
				word?.test(argument) === true || isLongOption(argument, long) || isCluster(argument, letters),
		);
}

/** GNU takes any beginning of a long option for it, and tools add longer forms: prefixes count in both directions. */
function isLongOption(argument: string, options: readonly string[] = []): boolean {
	const given = /^--([^=]+)/.exec(argument)?.[1];
	return (
		given !== undefined && options.some((option) => option.startsWith(given) || given.startsWith(option))
	);
}

function isCluster(argument: string, letters: string | undefined): boolean {
	const cluster = /^-([a-zA-Z0-9]+)/.exec(argument)?.[1];
	return (
		letters !== undefined && cluster !== undefined && [...letters].some((each) => cluster.includes(each))
	);
}

/** `-c`, `--exec-path`, `-C` and their like: git(1). The configuration of another repository names programs to run. */
function dangerOfGit(words: readonly string[]): string | undefined {
	const own = words.slice(1, gitSubcommandIndex(words));
	return own.every((option) => harmlessGitOptions.test(option))
		? undefined
		: "git is told to use another configuration or repository";
}

/** sed's language runs (`1e x`) and writes (`w f`, `s/a/b/w f`): only what is known to do neither may pass. sed(1). */
function dangerOfSed(words: readonly string[]): string | undefined {
	const args = words.slice(1);
	const options = args.filter((word) => word.startsWith("-"));
	const script = args.find((word) => !word.startsWith("-")) ?? "";
	const isPlain =
		/^\d+(,\d+)?p$/.test(script) || /^s([/,:_@])(?:(?!\1).)*\1(?:(?!\1).)*\1[gpI0-9]*$/.test(script);
	if (!isPlain || !options.every((option) => /^-[nErsuz]+$/.test(option)))
		return "sed is given a script or an option that may run or write anything";
	return dangerOfPaths("sed", words);
}

const writers = /^(cp|mv|ln|install|tee|touch|truncate|rm|chmod|chown|rsync|copy|move|copy-item|move-item)$/;

/** What the file tools ask about must not be had by a command that is allowed: secrets, and writes of protected files. */
function dangerOfPaths(name: string, words: readonly string[]): string | undefined {
	const paths = words.slice(1).map((word) => word.replace(/^[^/]*=/, ""));
	if (paths.some(isSecretPath)) return "it names a file that may hold secrets";
	const isProtected = writers.test(name) && paths.some((path) => protectedPattern(path) !== undefined);
	return isProtected ? "it names a protected file" : undefined;
}
