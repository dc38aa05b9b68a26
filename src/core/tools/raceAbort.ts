import { KilnError } from "@shared/errors";

/** A tool that ignores its signal must not hold up Stop: the caller goes on at once. */
export async function raceAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	// The loser's own failure is of no interest any more, but must not be unhandled.
	work.catch(() => {});
	if (signal.aborted) throw new KilnError("aborted", "Stopped.");
	let onAbort = () => {};
	const aborted = new Promise<never>((_, reject) => {
		onAbort = () => reject(new KilnError("aborted", "Stopped."));
		signal.addEventListener("abort", onAbort, { once: true });
	});
	try {
		return await Promise.race([work, aborted]);
	} finally {
		signal.removeEventListener("abort", onAbort);
	}
}
