import { LiveOutput } from "@core/tools/command/LiveOutput";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A command whose output the test writes. */
function createSource() {
	let text = "";
	const listeners = new Set<(text: string) => void>();
	return {
		write(more: string) {
			text += more;
			for (const listener of listeners) listener(more);
		},
		read(from: number, maxChars: number) {
			const slice = text.slice(from).slice(-maxChars);
			return { text: slice, skippedChars: text.length - from - slice.length, end: text.length };
		},
		onOutput(listener: (text: string) => void) {
			listeners.add(listener);
			return { dispose: () => void listeners.delete(listener) };
		},
		listeners,
	};
}

it("sends what was there before it listened", () => {
	const source = createSource();
	source.write("early\n");
	const sent: string[] = [];
	new LiveOutput(source, (text) => sent.push(text));
	expect(sent).toEqual(["early\n"]);
});

it("sends at most 20 messages a second, and nothing is lost", () => {
	const source = createSource();
	const sent: string[] = [];
	const live = new LiveOutput(source, (text) => sent.push(text));
	for (let i = 0; i < 1000; i++) {
		source.write(`${i}\n`);
		vi.advanceTimersByTime(1);
	}
	live.dispose();
	expect(sent.length).toBeLessThanOrEqual(22);
	expect(sent.join("")).toBe(Array.from({ length: 1000 }, (_, i) => `${i}\n`).join(""));
});

it("slows down and thins out once it has sent a lot", () => {
	const source = createSource();
	const sent: string[] = [];
	new LiveOutput(source, (text) => sent.push(text));
	for (let i = 0; i < 100; i++) {
		source.write("x".repeat(50_000));
		vi.advanceTimersByTime(100);
	}
	expect(sent.join("").length).toBeLessThan(100_000);
	expect(sent.at(-1)).toMatch(/^… \d+ characters left out …\n/);
});

it("stops listening at its end", () => {
	const source = createSource();
	const sent: string[] = [];
	const live = new LiveOutput(source, (text) => sent.push(text));
	live.dispose();
	source.write("late\n");
	vi.advanceTimersByTime(1000);
	expect(sent).toEqual([]);
	expect(source.listeners.size).toBe(0);
	expect(vi.getTimerCount()).toBe(0);
});
