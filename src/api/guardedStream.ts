/** What the code behind a guarded stream gets: a signal to hand to fetch, and a bell to ring on every byte. */
export interface StreamGuard {
	readonly signal: AbortSignal;
	touch(): void;
}

export interface GuardOptions {
	readonly signal: AbortSignal;
	readonly silenceTimeoutMs: number;
	/** the error of a server that sent no byte for `silenceTimeoutMs` */
	silenceError(): Error;
}

export function abortError(): Error {
	return new DOMException("Stopped.", "AbortError");
}

/**
 * Passes a stream on, but never waits longer than the caller or the server deserves: rejects at once when `signal`
 * aborts, also while the source hangs, and when no byte came for too long. The HTTP request is aborted on every way
 * out; the source is not waited for, since a stalled socket may take its time to die.
 */
export async function* guardedStream<T>(
	options: GuardOptions,
	open: (guard: StreamGuard) => AsyncIterable<T>,
): AsyncGenerator<T, void, undefined> {
	if (options.signal.aborted) throw abortError();
	const request = new AbortController();
	const wait = new InterruptibleWait(options.silenceTimeoutMs, options.silenceError);
	const onAbort = () => wait.interrupt(abortError());
	options.signal.addEventListener("abort", onAbort, { once: true });
	const source = open({ signal: request.signal, touch: () => wait.touch() })[Symbol.asyncIterator]();
	try {
		for (;;) {
			const step = await wait.race(source.next());
			if (step.done) return;
			yield step.value;
		}
	} finally {
		options.signal.removeEventListener("abort", onAbort);
		wait.dispose();
		request.abort();
		// whatever the abandoned source still throws is an echo of this abort
		source.return?.().catch(() => undefined);
	}
}

/**
 * Waits for one promise at a time. A plain `Promise.race` against a long-living abort promise would keep a reaction
 * for every chunk until the stream ends.
 */
class InterruptibleWait {
	private reason: Error | undefined;
	private reject: ((reason: Error) => void) | undefined;
	private timer: ReturnType<typeof setTimeout> | undefined;

	constructor(
		private readonly silenceTimeoutMs: number,
		private readonly silenceError: () => Error,
	) {}

	race<T>(promise: Promise<T>): Promise<T> {
		return new Promise<T>((resolve, reject) => {
			const settle = (done: () => void) => {
				this.reject = undefined;
				done();
			};
			this.reject = reject;
			promise.then(
				(value) => settle(() => resolve(value)),
				(error: unknown) => settle(() => reject(error)),
			);
			this.touch();
			if (this.reason !== undefined) reject(this.reason);
		});
	}

	interrupt(reason: Error): void {
		this.reason ??= reason;
		this.reject?.(this.reason);
	}

	/** Silence counts only while someone waits: a slow consumer is no silent server. */
	touch(): void {
		if (this.timer !== undefined) this.timer.refresh();
		else this.timer = setTimeout(() => this.onSilence(), this.silenceTimeoutMs);
	}

	dispose(): void {
		clearTimeout(this.timer);
	}

	private onSilence(): void {
		if (this.reject !== undefined) this.interrupt(this.silenceError());
	}
}
