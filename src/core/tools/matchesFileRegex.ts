import { withinTime } from "@services/limits/withinTime";
import { fileRegexProblem } from "@shared/fileRegex";

/** Longer ones are refused: what a pattern costs grows with the path. */
const maxPathChars = 1024;
/** Far more than any honest pattern takes, also on a busy machine. */
const timeoutMs = 1000;
/** Modes are few; a table that is full is begun anew. */
const maxCompiled = 200;

/** `problem`: the pattern cannot answer, so that the path counts as not allowed. */
export type FileRegexMatch = { readonly matches: boolean } | { readonly problem: string };

/** Whether the pattern is found in the path. Never throws and never hangs: a pattern that takes too long is stopped. */
export function matchesFileRegex(source: string, path: string): FileRegexMatch {
	if (path.length > maxPathChars) return { problem: `a path of ${path.length} characters is not checked` };
	const compiled = compile(source);
	if (typeof compiled === "string") return { problem: compiled };
	return run(compiled, path);
}

const compiledPatterns = new Map<string, RegExp | string>();

/** The pattern, or what is wrong with it. */
function compile(source: string): RegExp | string {
	const known = compiledPatterns.get(source);
	if (known !== undefined) return known;
	if (compiledPatterns.size >= maxCompiled) compiledPatterns.clear();
	const problem = fileRegexProblem(source);
	const compiled = problem === undefined ? new RegExp(source) : `it ${problem}`;
	compiledPatterns.set(source, compiled);
	return compiled;
}

function run(pattern: RegExp, path: string): FileRegexMatch {
	const done = withinTime(timeoutMs, () => pattern.test(path));
	return done === undefined
		? { problem: `it took more than ${timeoutMs} ms to match` }
		: { matches: done.value };
}
