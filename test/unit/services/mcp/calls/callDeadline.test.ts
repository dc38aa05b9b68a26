import { callDeadline } from "@services/mcp/calls/callDeadline";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

let isWaiting = false;
const start = (signal?: AbortSignal) =>
	callDeadline({ timeoutMs: 100, maxMs: 1000, signal, isWaitingForPerson: () => isWaiting });

it("ends a call that is silent for too long", () => {
	const deadline = start();
	vi.advanceTimersByTime(99);
	expect(deadline.signal.aborted).toBe(false);
	vi.advanceTimersByTime(1);
	expect(deadline).toMatchObject({ expired: "silent", signal: { aborted: true } });
});

it("gives new time with each progress, but not for ever", () => {
	const deadline = start();
	for (let time = 0; time < 950; time += 50) {
		vi.advanceTimersByTime(50);
		deadline.progressed();
	}
	expect(deadline.expired).toBeUndefined();
	vi.advanceTimersByTime(50);
	expect(deadline.expired).toBe("total");
});

it("does not count while a person is asked", () => {
	const deadline = start();
	isWaiting = true;
	vi.advanceTimersByTime(5000);
	expect(deadline.expired).toBeUndefined();
	isWaiting = false;
	vi.advanceTimersByTime(100);
	expect(deadline.expired).toBe("silent");
});

it("passes on the person's stop at once, and leaves no timer", () => {
	const stop = new AbortController();
	const deadline = start(stop.signal);
	stop.abort();
	expect(deadline).toMatchObject({ expired: undefined, signal: { aborted: true } });
	deadline.dispose();
	expect(vi.getTimerCount()).toBe(0);
});

it("hears of no later stop once the call is over", () => {
	const stop = new AbortController();
	const deadline = start(stop.signal);
	deadline.dispose();
	stop.abort();
	expect(deadline.signal.aborted).toBe(false);
});

it("is stopped from the start when the person has stopped before", () => {
	expect(start(AbortSignal.abort()).signal.aborted).toBe(true);
});

it("ends a call that goes on and on after a person was asked", () => {
	const deadline = start();
	isWaiting = true;
	vi.advanceTimersByTime(1000);
	isWaiting = false;
	for (let time = 0; time < 200; time += 50) {
		vi.advanceTimersByTime(50);
		deadline.progressed();
	}
	expect(deadline.expired).toBe("total");
});
