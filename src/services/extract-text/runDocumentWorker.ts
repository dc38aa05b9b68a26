import { Worker } from "node:worker_threads";
import type { DocumentFormat } from "./DocumentFormat";
import { DocumentProblem } from "./DocumentProblem";
import { maxConversionMs, maxHeapMb } from "./documentLimits";

export interface DocumentJob {
	readonly format: DocumentFormat;
	readonly bytes: Uint8Array;
}

/** What the thread says at its end. */
export type DocumentAnswer =
	| { readonly kind: "text"; readonly text: string }
	| { readonly kind: "problem"; readonly problem: DocumentProblem["kind"]; readonly message: string }
	| { readonly kind: "error"; readonly message: string };

/**
 * Converts a document in a thread of its own, which is ended with the signal, at the time limit and when it takes too
 * much memory: a small hostile file may hold its thread for minutes, with a loop inside a library that no signal reaches.
 */
export async function runDocumentWorker(
	program: URL,
	job: DocumentJob,
	signal: AbortSignal,
	timeoutMs = maxConversionMs,
): Promise<string> {
	signal.throwIfAborted();
	const worker = new Worker(program, {
		workerData: job,
		env: {},
		execArgv: [],
		resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
	});
	const ended = new AbortController();
	try {
		const answer = await Promise.race([
			answerOf(worker),
			limitOf(AbortSignal.any([signal, ended.signal]), timeoutMs),
		]);
		return textOf(answer);
	} finally {
		ended.abort();
		await worker.terminate();
	}
}

function answerOf(worker: Worker): Promise<DocumentAnswer> {
	return new Promise((resolve, reject) => {
		worker.once("message", (message: DocumentAnswer) => resolve(message));
		worker.once("error", (error: unknown) => reject(isOutOfMemory(error) ? tooHungry() : error));
		worker.once("exit", () => reject(new Error("its conversion ended without a result")));
	});
}

function isOutOfMemory(error: unknown): boolean {
	return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

/** Only rejects: with the signal's reason, or at the end of the time. */
function limitOf(signal: AbortSignal, timeoutMs: number): Promise<never> {
	const limit = new Promise<never>((_, reject) => {
		const timer = setTimeout(() => reject(tooSlow(timeoutMs)), timeoutMs);
		signal.addEventListener("abort", () => {
			clearTimeout(timer);
			reject(signal.reason);
		});
	});
	// the loser of the race is rejected when nobody listens any more
	limit.catch(() => {});
	return limit;
}

function textOf(answer: DocumentAnswer): string {
	if (answer.kind === "text") return answer.text;
	if (answer.kind === "problem") throw new DocumentProblem(answer.problem, answer.message);
	throw new Error(answer.message);
}

function tooSlow(timeoutMs: number): DocumentProblem {
	const message = `takes longer than ${timeoutMs / 1000} s to convert, so it was given up`;
	return new DocumentProblem("too_large", message);
}

function tooHungry(): DocumentProblem {
	return new DocumentProblem("too_large", "takes too much memory to convert, so it was given up");
}
