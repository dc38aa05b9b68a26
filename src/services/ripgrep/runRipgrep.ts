import { type ChildProcessByStdio, spawn } from "node:child_process";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { KilnError } from "@shared/errors";

export interface RipgrepRun {
	readonly binary: string;
	readonly args: readonly string[];
	readonly cwd: string;
	/** what ends a record of the output: "\n", or "\0" for lists of paths */
	readonly separator: "\n" | "\0";
	readonly signal: AbortSignal;
	/** after this time the run ends with what it has found */
	readonly timeoutMs: number;
	/** what it searches as its standard input, which is the target "-" */
	readonly input?: AsyncIterable<Buffer> | undefined;
}

export interface RipgrepOutcome {
	/** it was stopped by `timeoutMs`: what was yielded is not all */
	readonly isTimedOut: boolean;
	/** some files could not be read; the others were searched */
	readonly hasUnreadable: boolean;
}

type Child = ChildProcessByStdio<Writable | null, Readable, Readable>;

const maxErrorChars = 4000;

/**
 * Yields ripgrep's output as it comes, the records of each piece together: long lists cost a wait a piece and not a
 * record. Whoever stops iterating ends the process. Throws an AbortError on abort, `invalid_parameters` with ripgrep's
 * own words for a bad pattern, `search_failed` when it cannot be run, and what its input throws.
 */
export async function* runRipgrep(run: RipgrepRun): AsyncGenerator<readonly string[], RipgrepOutcome> {
	run.signal.throwIfAborted();
	if (run.args.some((arg) => arg.includes("\0")))
		throw new KilnError("invalid_parameters", "a NUL character cannot be searched for");
	const { input, failure } = watched(run.input);
	const child = start({ ...run, input });
	const stop = () => child.kill("SIGKILL");
	let isTimedOut = false;
	const timer = setTimeout(() => {
		isTimedOut = true;
		stop();
	}, run.timeoutMs);
	run.signal.addEventListener("abort", stop, { once: true });
	try {
		const ended = endOf(child);
		const readErrors = collectStart(child.stderr);
		yield* records(child.stdout, run.separator);
		const code = await ended;
		run.signal.throwIfAborted();
		failure.throwIfAborted();
		if (isTimedOut) return { isTimedOut, hasUnreadable: false };
		return { isTimedOut, hasUnreadable: checkExit(code, readErrors()) };
	} finally {
		clearTimeout(timer);
		run.signal.removeEventListener("abort", stop);
		stop();
	}
}

/** `failure` is aborted when the input fails: to ripgrep it looks like an end, and must not pass for no matches. */
function watched(given: RipgrepRun["input"]): Pick<RipgrepRun, "input"> & { failure: AbortSignal } {
	const failed = new AbortController();
	async function* watch(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
		const chunks = source[Symbol.asyncIterator]();
		try {
			for (;;) {
				// only what the source throws: a pipe that closes early throws into this generator, too
				const next = await chunks.next().catch((error: unknown) => {
					failed.abort(error);
					throw error;
				});
				if (next.done) return;
				yield next.value;
			}
		} finally {
			await chunks.return?.();
		}
	}
	return { input: given && watch(given), failure: failed.signal };
}

function start({ binary, args, cwd, input }: RipgrepRun): Child {
	const options = { cwd, windowsHide: true };
	if (input === undefined) return spawn(binary, [...args], { ...options, stdio: ["ignore", "pipe", "pipe"] });
	const child = spawn(binary, [...args], { ...options, stdio: ["pipe", "pipe", "pipe"] });
	// it may end before it has read everything; what else can go wrong is noted by `watched`
	pipeline(Readable.from(input), child.stdin).catch(() => {});
	return child;
}

/** Exit code; null when it was killed. A spawn that fails is an error of Kiln's surroundings, not of the search. */
function endOf(child: Child): Promise<number | null> {
	const ended = new Promise<number | null>((resolve, reject) => {
		child.once("error", (error) => {
			reject(new KilnError("search_failed", `ripgrep could not be started: ${error.message}.`));
		});
		child.once("close", (code) => resolve(code));
	});
	// whoever stops early never awaits it
	ended.catch(() => {});
	return ended;
}

async function* records(stream: Readable, separator: string): AsyncGenerator<readonly string[]> {
	let open = "";
	stream.setEncoding("utf8");
	for await (const chunk of stream) {
		const parts = (open + chunk).split(separator);
		open = parts.pop() ?? "";
		if (parts.length > 0) yield parts;
	}
	if (open !== "") yield [open];
}

/** 0: found, 1: nothing found, 2: an error, also when only some files could not be read. */
function checkExit(code: number | null, stderr: string): boolean {
	if (code === 0 || code === 1) return false;
	const reason = stderr.trim().replace(/^rg: /, "");
	if (code === 2 && reason === "") return true;
	if (code === 2) throw new KilnError("invalid_parameters", reason);
	throw new KilnError("search_failed", `ripgrep ended with ${code ?? "a signal"}. ${reason}`.trim());
}

/** Returns a function that gives the beginning of what has come so far. */
function collectStart(stream: Readable): () => string {
	let text = "";
	stream.setEncoding("utf8");
	stream.on("data", (chunk: string) => {
		if (text.length < maxErrorChars) text += chunk;
	});
	return () => text.slice(0, maxErrorChars);
}
