import { BoundedLines } from "@services/mcp/transport/BoundedLines";
import fc from "fast-check";
import { expect, it } from "vitest";

function cut(chunks: readonly Buffer[], maxBytes: number) {
	const lines: string[] = [];
	const oversized: { head: string; tail: string }[] = [];
	const cutter = new BoundedLines(maxBytes, {
		line: (bytes) => lines.push(bytes.toString("utf8")),
		oversized: (head, tail) => oversized.push({ head: head.toString("utf8"), tail: tail.toString("utf8") }),
	});
	for (const chunk of chunks) cutter.push(chunk);
	cutter.end();
	return { lines, oversized };
}

it("cuts the same lines, however the stream is cut into chunks", () => {
	const line = fc.string({ unit: "binary", maxLength: 20 }).filter((text) => !text.includes("\n"));
	fc.assert(
		fc.property(fc.array(line), fc.array(fc.nat(60)), (texts, cuts) => {
			const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(""));
			const at = [...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
			const chunks = at.map((end, index) => bytes.subarray(at[index - 1] ?? 0, end));
			expect(cut(chunks, 1000).lines).toEqual(texts.map((text) => Buffer.from(text).toString("utf8")));
		}),
	);
});

it("skips a line that is too long, tells its ends, and goes on", () => {
	const long = `begin${"x".repeat(10_000)}end`;
	const bytes = Buffer.from(`a\n${long}\nb\n`);
	const chunks = Array.from({ length: Math.ceil(bytes.length / 100) }, (_, index) =>
		bytes.subarray(index * 100, index * 100 + 100),
	);
	const { lines, oversized } = cut(chunks, 5000);
	expect(lines).toEqual(["a", "b"]);
	expect(oversized).toHaveLength(1);
	expect(oversized[0]?.head).toMatch(/^beginx{4091}$/);
	expect(oversized[0]?.tail).toMatch(/^x{4093}end$/);
});

it("takes a line of exactly the bound, and an unfinished one at the end", () => {
	expect(cut([Buffer.from("12345\n123456\n12")], 5)).toMatchObject({
		lines: ["12345", "12"],
		oversized: [{ head: "123456" }],
	});
	expect(cut([], 5)).toEqual({ lines: [], oversized: [] });
});
