import { countNewlines } from "@services/files/countNewlines";
import fc from "fast-check";
import { expect, it } from "vitest";

it("counts what a plain loop counts, from and to anywhere", () => {
	const byte = fc.oneof(
		fc.constantFrom(0x0a, 0x0b, 0x8a, 0x09, 0xff, 0x00),
		fc.integer({ min: 0, max: 255 }),
	);
	fc.assert(
		fc.property(fc.array(byte, { maxLength: 60 }), fc.nat(7), fc.nat(60), fc.nat(60), (list, shift, a, b) => {
			const whole = Buffer.alloc(list.length + shift, 0x0a);
			whole.set(list, shift);
			const bytes = whole.subarray(shift);
			const from = Math.min(a, b, list.length);
			const to = Math.min(Math.max(a, b), list.length);
			const wanted = list.slice(from, to).filter((value) => value === 0x0a).length;
			expect(countNewlines(bytes, from, to)).toBe(wanted);
		}),
	);
});

it("counts more line feeds than a byte of its sums holds", () => {
	expect(countNewlines(Buffer.alloc(100_003, 0x0a), 1, 100_002)).toBe(100_001);
});
