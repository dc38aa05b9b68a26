/** How long what a server may leave out is waited for, in milliseconds. */
export const maxTrail = {
	/** of a whole answer: usage, and the end in words */
	words: 5000,
	/** of an end in words: that of the body. A connection whose answer ends by itself serves the next request, too. */
	body: 1000,
} as const;

/**
 * The events of a stream, up to its end. Once the answer is whole nothing takes it away any more: some servers break the
 * connection right after the last event, some never close it. `trailMs`: how long the next event is waited for;
 * undefined while the answer is not whole.
 */
export async function* untilFinished(
	events: AsyncIterable<unknown>,
	trailMs: () => number | undefined,
): AsyncGenerator<unknown> {
	const source = events[Symbol.asyncIterator]();
	try {
		for (;;) {
			const trail = trailMs();
			const step = await (trail === undefined ? source.next() : atMost(source.next(), trail));
			if (step === undefined || step.done === true) return;
			yield step.value;
		}
	} catch (error) {
		if (trailMs() === undefined) throw error;
	} finally {
		// not waited for: a source that hangs ends when its request is aborted
		source.return?.()?.catch(() => undefined);
	}
}

/** Undefined when the promise takes longer. */
async function atMost<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const timeout = new Promise<undefined>((resolve) => {
		timer = setTimeout(() => resolve(undefined), ms);
	});
	return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}
