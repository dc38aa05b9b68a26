import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable } from "node:stream";
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
}

export interface RipgrepOutcome {
	/** it was stopped by `timeoutMs`: what was yielded is not all */
	readonly isTimedOut: boolean;
	/** some files could not be read; the others were searched */
	readonly hasUnreadable: boolean;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

const maxErrorChars = 4000;

/**
 * Yields ripgrep's output record by record as it comes. Whoever stops iterating ends the process. Throws an AbortError
 * on abort, `invalid_parameters` with ripgrep's own words for a bad pattern, `search_failed` when it cannot be run.
 */
export async function* runRipgrep(run: RipgrepRun): AsyncGenerator<string, RipgrepOutcome> {
	run.signal.throwIfAborted();
	const child: Child = spawn(run.binary, [...run.args], {
		cwd: run.cwd,
		stdio: ["ignore", "pipe", "pipe"],
		windowsHide: true,
	});
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
		if (isTimedOut) return { isTimedOut, hasUnreadable: false };
		return { isTimedOut, hasUnreadable: checkExit(code, readErrors()) };
	} finally {
		clearTimeout(timer);
		run.signal.removeEventListener("abort", stop);
		stop();
	}
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

async function* records(stream: Readable, separator: string): AsyncGenerator<string> {
	let open = "";
	stream.setEncoding("utf8");
	for await (const chunk of stream) {
		const parts = (open + chunk).split(separator);
		open = parts.pop() ?? "";
		yield* parts;
	}
	if (open !== "") yield open;
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
