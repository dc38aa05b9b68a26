import { OutputBuffer } from "@services/terminal/OutputBuffer";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const wide = { maxLines: 1000, maxBytes: 100_000 };

function numbered(count: number): string {
	return Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");
}

function bufferOf(text: string, keepChars = 1000): OutputBuffer {
	const buffer = new OutputBuffer(keepChars);
	for (let at = 0; at < text.length; at += 37) buffer.append(text.slice(at, at + 37));
	return buffer;
}

describe("OutputBuffer", () => {
	it("gives all of a short output", () => {
		const excerpt = bufferOf("a\nb\n").excerpt(wide, "open");
		expect(excerpt).toEqual({ head: "a\nb\nopen", tail: "", omittedChars: 0, omittedLines: 0 });
	});

	it("takes exactly as many lines as allowed", () => {
		const limits = { maxLines: 500, maxBytes: 100_000 };
		expect(bufferOf(numbered(500), 10_000).excerpt(limits).omittedLines).toBe(0);
		const cut = bufferOf(numbered(501), 10_000).excerpt(limits);
		expect(cut.omittedLines).toBe(1);
		expect(cut.head.startsWith("line 1\n")).toBe(true);
		expect(cut.tail.endsWith("line 501\n")).toBe(true);
	});

	it("keeps whole lines of head and tail and counts what is left out", () => {
		const { head, tail, omittedLines } = bufferOf(numbered(100_000)).excerpt({
			maxLines: 40,
			maxBytes: 5000,
		});
		expect(head).toBe(numbered(10));
		expect(tail.split("\n")).toHaveLength(31);
		expect(tail.endsWith("line 99999\nline 100000\n")).toBe(true);
		expect(omittedLines).toBe(100_000 - 40);
	});

	it("cuts one endless line by its size and not inside a character", () => {
		const text = "ä😀".repeat(5000);
		const { head, tail, omittedChars, omittedLines } = bufferOf(text, 3000).excerpt({
			maxLines: 10,
			maxBytes: 400,
		});
		expect(Buffer.byteLength(head + tail)).toBeLessThanOrEqual(400);
		expect(Buffer.byteLength(head + tail)).toBeGreaterThan(380);
		expect(text.startsWith(head)).toBe(true);
		expect(text.endsWith(tail)).toBe(true);
		expect(omittedLines).toBe(0);
		expect(omittedChars).toBe(text.length - head.length - tail.length);
	});

	it("never exceeds its limits and never invents text", () => {
		const line = fc.string({ maxLength: 30, unit: "binary" }).map((text) => text.replaceAll("\n", ""));
		const property = fc.property(
			fc.array(line, { maxLength: 60 }),
			fc.integer({ min: 4, max: 40 }),
			fc.integer({ min: 40, max: 600 }),
			fc.integer({ min: 1, max: 400 }),
			(lines, maxLines, maxBytes, keepChars) => {
				const text = lines.join("\n");
				const buffer = new OutputBuffer(keepChars);
				for (const part of text.split(/(?<=\n)/)) buffer.append(part);
				const { head, tail, omittedChars } = buffer.excerpt({ maxLines, maxBytes });
				expect(text.startsWith(head)).toBe(true);
				expect(text.endsWith(tail)).toBe(true);
				expect(head.length + tail.length + omittedChars).toBe(text.length);
				expect(Buffer.byteLength(head) + Buffer.byteLength(tail)).toBeLessThanOrEqual(maxBytes);
				expect(head.split("\n").length + tail.split("\n").length - 2).toBeLessThanOrEqual(maxLines);
			},
		);
		fc.assert(property, { numRuns: 500 });
	});

	it("reads on from a place", () => {
		const buffer = bufferOf("one\ntwo\n");
		const first = buffer.read(0, 100);
		expect(first).toEqual({ text: "one\ntwo\n", skippedChars: 0, end: 8 });
		buffer.append("three\n");
		expect(buffer.read(first.end, 100)).toEqual({ text: "three\n", skippedChars: 0, end: 14 });
		expect(buffer.read(14, 100)).toEqual({ text: "", skippedChars: 0, end: 14 });
	});

	it("reads the last of too much and says what it skipped", () => {
		const buffer = bufferOf(numbered(10_000), 500);
		const { text, skippedChars, end } = buffer.read(100, 200);
		expect(text).toBe(numbered(10_000).slice(-200));
		expect(skippedChars).toBe(end - 100 - 200);
	});

	it("forgets the middle of an endless text", () => {
		const buffer = new OutputBuffer(1000);
		for (let i = 0; i < 10_000; i++) buffer.append("x".repeat(5000));
		const { head, tail, omittedChars } = buffer.excerpt({ maxLines: 10, maxBytes: 1e9 });
		expect(buffer.whole).toBeUndefined();
		expect(omittedChars).toBe(50_000_000 - head.length - tail.length);
		expect(head.length + tail.length).toBeLessThan(10_000);
	});
});
