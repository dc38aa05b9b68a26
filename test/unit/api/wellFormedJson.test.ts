import { wellFormedJson } from "@api/wellFormedJson";
import fc from "fast-check";
import { expect, it } from "vitest";

it("is the JSON of the same value, with each half of a surrogate pair replaced", () => {
	const piece = fc.constantFrom("\ud83d", "\ude00", "😀", "\\", "\\ud83d", '"', "\n", "ud83d", "a");
	const text = fc.array(piece).map((pieces) => pieces.join(""));
	fc.assert(
		fc.property(text, (value) => {
			const json = wellFormedJson(JSON.stringify({ value }));
			const halves = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
			expect(JSON.parse(json)).toEqual({ value: value.replace(halves, "\ufffd") });
		}),
	);
});
