/** How long what follows a whole answer (usage, `[DONE]`) is waited for. */
const maxTrailMs = 5000;

/**
 * The events of a stream, up to its end. Once the answer `isFinished` nothing takes it away any more: some servers break
 * the connection right after the last event, some never close it.
 */
export async function* untilFinished(
	events: AsyncIterable<unknown>,
	isFinished: () => boolean,
	trailMs = maxTrailMs,
): AsyncGenerator<unknown> {
	const source = events[Symbol.asyncIterator]();
	try {
		for (;;) {
			const step = await (isFinished() ? atMost(source.next(), trailMs) : source.next());
			if (step === undefined || step.done === true) return;
			yield step.value;
		}
	} catch (error) {
		if (!isFinished()) throw error;
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
