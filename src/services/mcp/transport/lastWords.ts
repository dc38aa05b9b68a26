/** What stands below the line that tells: stack frames, an error's fields, closing brackets, the runtime's version. */
const below =
	/^(?:\s|[}\])]+[;,]?$|(?:Node\.js|Bun|Deno) v\d|note: run with `RUST_BACKTRACE|\(Use `node --trace)/;
const frame = /^\s+(?:at |File ")/;
const errorLine = /^\[?(?:Uncaught )?[\w$.]*(?:Error|Exception|Rejection)\b(?: \[\w+\])?(?::|$)/i;
const npmLine = /^npm (?:ERR!|error)(?: |$)/;
/** npm's lines that only number or file the error */
const npmNoise = /^(?:code|errno|syscall|path|dest|\d+$|$|A complete log)/;
/** a message of several lines is no longer than this */
const maxMessageLines = 20;

/**
 * The line of a failed program's output that says why, most likely. Node prints it above a stack and its own version,
 * Python last, npm first. undefined: it wrote nothing.
 */
export function lastWords(lines: readonly string[]): string | undefined {
	const end = lines.findLastIndex((line) => !below.test(line));
	const last = lines[end];
	if (last === undefined) return lines.at(-1)?.trim();
	if (npmLine.test(last)) return npmReason(lines.slice(0, end + 1)) ?? last;
	return end === lines.length - 1 ? last : (errorAbove(lines, end) ?? last);
}

/** The message that a trace belongs to may have lines of its own. */
function errorAbove(lines: readonly string[], end: number): string | undefined {
	for (let index = end; index > end - maxMessageLines; index--) {
		const line = lines[index];
		// the trace before this one is another error's
		if (line === undefined || frame.test(line)) return undefined;
		if (errorLine.test(line)) return line;
	}
	return undefined;
}

function npmReason(lines: readonly string[]): string | undefined {
	const from = lines.findLastIndex((line) => !npmLine.test(line)) + 1;
	return lines.slice(from).find((line) => !npmNoise.test(line.replace(npmLine, "")));
}
