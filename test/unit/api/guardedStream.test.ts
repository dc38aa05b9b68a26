import { guardedStream } from "@api/guardedStream";
import { isAbortError } from "@shared/errors";
import { describe, expect, it } from "vitest";

const options = (signal: AbortSignal, silenceTimeoutMs = 60_000) => ({
	signal,
	silenceTimeoutMs,
	silenceError: () => new Error("silence"),
});

async function* never(): AsyncGenerator<number> {
	yield 1;
	await new Promise(() => undefined);
}

describe("a guarded stream", () => {
	it("rejects at once on abort though the source hangs, and aborts the request", async () => {
		const controller = new AbortController();
		let inner: AbortSignal | undefined;
		const stream = guardedStream(options(controller.signal), (guard) => {
			inner = guard.signal;
			return never();
		});
		expect(await stream.next()).toEqual({ value: 1, done: false });
		const pending = stream.next();
		controller.abort();
		await expect(pending).rejects.toSatisfy(isAbortError);
		expect(inner?.aborted).toBe(true);
	});

	it("notices an abort that came while the consumer was busy", async () => {
		const controller = new AbortController();
		const stream = guardedStream(options(controller.signal), async function* () {
			yield 1;
			yield 2;
		});
		await stream.next();
		controller.abort();
		await expect(stream.next()).rejects.toSatisfy(isAbortError);
	});

	it("does not open the source when already aborted", async () => {
		const stream = guardedStream(options(AbortSignal.abort()), () => {
			throw new Error("opened");
		});
		await expect(stream.next()).rejects.toSatisfy(isAbortError);
	});

	it("ends on silence, but not while bytes arrive that are no chunks", async () => {
		const start = performance.now();
		const stream = guardedStream(options(new AbortController().signal, 60), (guard) => {
			for (const at of [30, 60, 90]) setTimeout(() => guard.touch(), at);
			return never();
		});
		await stream.next();
		await expect(stream.next()).rejects.toThrow("silence");
		expect(performance.now() - start).toBeGreaterThan(120);
	});

	it("aborts the request when the consumer leaves early", async () => {
		let inner: AbortSignal | undefined;
		const stream = guardedStream(options(new AbortController().signal), (guard) => {
			inner = guard.signal;
			return never();
		});
		for await (const _ of stream) break;
		expect(inner?.aborted).toBe(true);
	});
});
