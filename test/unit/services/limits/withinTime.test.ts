import { withinTime } from "@services/limits/withinTime";
import { expect, it } from "vitest";

it("gives what the work gives, also nothing", () => {
	expect(withinTime(1000, () => "done")).toEqual({ value: "done" });
	expect(withinTime(1000, () => undefined)).toEqual({ value: undefined });
});

it("stops a pattern and a loop that do not end, and works on", () => {
	expect(withinTime(20, () => /^(a|a)*$/.test(`${"a".repeat(100)}b`))).toBeUndefined();
	expect(
		withinTime(20, () => {
			for (;;);
		}),
	).toBeUndefined();
	expect(withinTime(1000, () => 1)).toEqual({ value: 1 });
});

it("throws what the work throws", () => {
	const fail = () => {
		throw new RangeError("too deep");
	};
	expect(() => withinTime(1000, fail)).toThrow(RangeError);
});
