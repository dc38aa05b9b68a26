import { Worker } from "node:worker_threads";
import { KilnError } from "@shared/errors";
import type { ClockPort } from "@shared/host";
import * as z from "zod";

/** A pattern that takes longer backtracks without end. */
export const regexTimeoutMs = 3000;

/**
 * A regular expression of a model may take longer than anybody lives: it runs in a thread of its own, which is ended
 * at the time limit or with the turn. Plain JavaScript, since the thread loads nothing of the bundle.
 *
 * For JavaScript there is one more line behind the last line end, and one between the CR and the LF of a CRLF: a match
 * begins at neither, else ^ would write into the line behind a range and tear line ends apart.
 */
const workerSource = `
const { parentPort, workerData } = require("node:worker_threads");
const { text, pattern, flags, replacement } = workerData;
const start = (text.endsWith("\\n") ? "(?=[^])" : "") + "(?<!\\r(?=\\n))";
const regex = new RegExp(start + "(?:" + pattern + ")", flags);
let count = 0;
for (const _ of text.matchAll(regex)) count++;
parentPort.postMessage({ count, text: count === 0 ? text : text.replace(regex, replacement) });
`;

export interface RegexReplacement {
	readonly text: string;
	readonly pattern: string;
	/** JavaScript's: "gm", "gim" */
	readonly flags: string;
	/** with $1, $<name>, $& and $$ */
	readonly replacement: string;
}

const replacedSchema = z.object({ count: z.number(), text: z.string() });
export type Replaced = z.infer<typeof replacedSchema>;

/** Throws `invalid_parameters` for a bad pattern, `search_failed` at the time limit, an AbortError with the signal. */
export async function replaceByRegex(
	job: RegexReplacement,
	clock: ClockPort,
	signal: AbortSignal,
): Promise<Replaced> {
	refuseBadPattern(job);
	const ended = new AbortController();
	const worker = new Worker(workerSource, {
		eval: true,
		workerData: job,
		env: {},
		execArgv: [],
		resourceLimits: { maxOldGenerationSizeMb: 1024 },
	});
	const limit = clock.sleep(regexTimeoutMs, AbortSignal.any([signal, ended.signal])).then(() => {
		throw tooSlow(job.pattern);
	});
	limit.catch(() => undefined);
	try {
		return await Promise.race([answerOf(worker, job.pattern), limit]);
	} finally {
		ended.abort();
		await worker.terminate();
	}
}

function answerOf(worker: Worker, pattern: string): Promise<Replaced> {
	return new Promise((resolve, reject) => {
		worker.once("message", (message: unknown) => resolve(replacedSchema.parse(message)));
		worker.once("error", (error) => {
			const reason = error instanceof Error ? error.message : String(error);
			reject(
				new KilnError("search_failed", `The regular expression ${pattern} failed: ${reason}.`, simplify),
			);
		});
	});
}

function refuseBadPattern({ pattern, flags }: RegexReplacement): void {
	try {
		new RegExp(pattern, flags);
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new KilnError(
			"invalid_parameters",
			`search is no valid regular expression: ${reason}.`,
			"Escape special characters with a \\, or leave use_regex out.",
		);
	}
}

const simplify = "Use a simpler pattern (no nested repetition), a range of lines, or plain text.";

function tooSlow(pattern: string): KilnError {
	return new KilnError(
		"search_failed",
		`The regular expression ${pattern} was stopped after ${regexTimeoutMs / 1000} seconds; nothing was changed.`,
		simplify,
	);
}
