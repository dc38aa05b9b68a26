import { describe, expect, it } from "vitest";
import { shiftOfFirst } from "../../../webview-ui/src/views/useFirstIndex";

describe("shiftOfFirst", () => {
	it.each([
		[[], ["a"], 0],
		[["a", "b"], ["a", "b", "c"], 0],
		[["c"], ["a", "b", "c"], -2],
		[["a", "b", "c"], ["c", "d"], 2],
		[["a"], ["x"], 0],
	])("%j → %j: %d", (before, after, shift) => expect(shiftOfFirst(before, after)).toBe(shift));
});
