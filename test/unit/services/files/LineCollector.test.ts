import { endOfFile, LineCollector, type LineRange, mergeRanges } from "@services/files/LineCollector";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const everything: LineRange[] = [{ start: 1, end: endOfFile }];

function collect(
	chunks: readonly Buffer[],
	options: { ranges?: LineRange[]; maxLineChars?: number; maxChars?: number } = {},
): LineCollector {
	const collector = new LineCollector({
		ranges: everything,
		maxLineChars: 2000,
		maxChars: 1e9,
		charsPerLine: 1,
		...options,
	});
	// as a reader that fills one buffer again and again
	const shared = Buffer.alloc(Math.max(1, ...chunks.map((chunk) => chunk.length)));
	for (const chunk of chunks) {
		chunk.copy(shared);
		collector.push(shared.subarray(0, chunk.length));
	}
	collector.finish();
	return collector;
}

/** Cuts bytes at the given places. */
function cutAt(bytes: Buffer, places: readonly number[]): Buffer[] {
	const cuts = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
	return cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end));
}

describe("LineCollector", () => {
	it("gives the same lines for every cut of the input, also inside characters", () => {
		const line = fc.string({ unit: fc.constantFrom("a", "é", "€", "😀", "\t", " "), maxLength: 12 });
		fc.assert(
			fc.property(
				fc.array(line),
				fc.boolean(),
				fc.array(fc.nat(), { maxLength: 8 }),
				(lines, isEnded, places) => {
					const text = lines.map((content) => `${content}\n`).join("") + (isEnded ? "" : "tail");
					const expected = isEnded ? lines : [...lines, "tail"];
					const collector = collect(cutAt(Buffer.from(text), places));
					expect(collector.blocks.flatMap((block) => block.lines)).toEqual(expected);
					expect(collector.totalLines).toBe(expected.length);
					expect(collector.hasInvalidBytes).toBe(false);
				},
			),
		);
	});

	it("finds the lines of far ranges for every cut of the input", () => {
		const total = 3000;
		const lines = Array.from({ length: total }, (_, index) => `${index + 1}${"-".repeat(index % 7)}`);
		const text = Buffer.from(lines.map((line) => `${line}\n`).join(""));
		const range = fc.record({ start: fc.integer({ min: 1, max: total + 5 }), length: fc.nat(40) });
		fc.assert(
			fc.property(
				fc.array(range, { minLength: 1, maxLength: 4 }),
				fc.array(fc.nat(), { maxLength: 6 }),
				(given, places) => {
					const ranges = mergeRanges(given.map(({ start, length }) => ({ start, end: start + length })));
					const collector = collect(cutAt(text, places), { ranges });
					const expected = ranges.flatMap(({ start, end }) => lines.slice(start - 1, end));
					expect(collector.blocks.flatMap((block) => block.lines)).toEqual(expected);
					expect(collector.totalLines).toBe(total);
				},
			),
		);
	});

	it("keeps exactly the lines of the ranges", () => {
		const range = fc.record({ start: fc.integer({ min: 1, max: 30 }), length: fc.nat(10) });
		fc.assert(
			fc.property(fc.array(range, { minLength: 1, maxLength: 5 }), fc.nat(25), (given, total) => {
				const ranges = given.map(({ start, length }) => ({ start, end: start + length }));
				const text = Array.from({ length: total }, (_, index) => `${index + 1}\n`).join("");
				const collector = collect([Buffer.from(text)], { ranges: mergeRanges(ranges) });
				const expected = Array.from({ length: total }, (_, index) => index + 1).filter((line) =>
					ranges.some(({ start, end }) => start <= line && line <= end),
				);
				const found = collector.blocks.flatMap(({ start, lines }) =>
					lines.map((line, index) => {
						expect(line).toBe(String(start + index));
						return start + index;
					}),
				);
				expect(found).toEqual(expected);
			}),
		);
	});

	it("cuts a long line without half a character and counts it whole", () => {
		const collector = collect(cutAt(Buffer.from(`x${"😀".repeat(50)}\nnext`), [7, 60]), { maxLineChars: 10 });
		expect(collector.blocks).toEqual([
			{ start: 1, lines: ["x😀😀😀😀… [line cut: 51 characters long]", "next"] },
		]);
		expect(collector.hasInvalidBytes).toBe(false);
	});

	it("keeps carriage returns but the one at the end of a line", () => {
		expect(collect([Buffer.from("a\rb\r\nc\r\r\n")]).blocks[0]?.lines).toEqual(["a\rb", "c\r"]);
	});

	it("stops keeping at the limit but goes on counting", () => {
		const collector = collect([Buffer.from("12345\n".repeat(10))], { maxChars: 20 });
		expect(collector.blocks).toEqual([{ start: 1, lines: ["12345", "12345", "12345"] }]);
		expect(collector).toMatchObject({ isFull: true, totalLines: 10 });
	});

	it("is not full when all wanted lines fit exactly", () => {
		const collector = collect([Buffer.from("12345\n12345\n")], { maxChars: 12 });
		expect(collector).toMatchObject({ isFull: false, totalLines: 2 });
	});

	it("shows the first line however small the limit is", () => {
		expect(collect([Buffer.from("12345\n1\n")], { maxChars: 1 }).blocks).toEqual([
			{ start: 1, lines: ["12345"] },
		]);
	});

	it("says that a shown line is not UTF-8, and only then", () => {
		const bytes = Buffer.concat([Buffer.from("ok\n"), Buffer.from([0xe9, 0x0a])]);
		expect(collect([bytes]).hasInvalidBytes).toBe(true);
		expect(collect([bytes], { ranges: [{ start: 1, end: 1 }] }).hasInvalidBytes).toBe(false);
	});

	it("has no lines for an empty input and one for a lone line end", () => {
		expect(collect([]).totalLines).toBe(0);
		expect(collect([Buffer.from("\n")]).blocks).toEqual([{ start: 1, lines: [""] }]);
	});
});

describe("mergeRanges", () => {
	it("sorts, and joins what overlaps or touches", () => {
		const ranges = [
			{ start: 9, end: 12 },
			{ start: 1, end: 3 },
			{ start: 4, end: 5 },
			{ start: 10, end: 11 },
		];
		expect(mergeRanges(ranges)).toEqual([
			{ start: 1, end: 5 },
			{ start: 9, end: 12 },
		]);
	});
});
