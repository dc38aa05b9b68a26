import type { ClockPort } from "@shared/host";

/** Time that stands still until a test moves it. */
export class TestClock implements ClockPort {
	private readonly waiting = new Set<{ readonly at: number; readonly wake: () => void }>();

	constructor(private time = Date.UTC(2026, 0, 1)) {}

	now(): number {
		return this.time;
	}

	/** how many sleeps have not ended yet */
	get sleepers(): number {
		return this.waiting.size;
	}

	sleep(ms: number, signal?: AbortSignal): Promise<void> {
		return new Promise((resolve, reject) => {
			const sleeper = { at: this.time + ms, wake: () => resolve() };
			const stop = () => {
				this.waiting.delete(sleeper);
				reject(new DOMException("This operation was aborted", "AbortError"));
			};
			if (signal?.aborted) return stop();
			signal?.addEventListener("abort", stop, { once: true });
			this.waiting.add(sleeper);
		});
	}

	/** Moves time on and ends the sleeps that are due, in their order. */
	advance(ms: number): void {
		this.time += ms;
		const due = [...this.waiting].filter((sleeper) => sleeper.at <= this.time).sort((a, b) => a.at - b.at);
		for (const sleeper of due) {
			this.waiting.delete(sleeper);
			sleeper.wake();
		}
	}
}
