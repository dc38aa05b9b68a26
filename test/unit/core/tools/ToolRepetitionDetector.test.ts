import { capResult } from "@core/tools/capResult";
import { ToolRepetitionDetector } from "@core/tools/ToolRepetitionDetector";
import { describe, expect, it } from "vitest";

const call = (path: string, more: object = {}) => ({
	callId: String(Math.random()),
	name: "read_file",
	params: { path, ...more },
	source: "",
});

describe("ToolRepetitionDetector", () => {
	it("refuses the fourth identical call in a row, whatever the order of its parameters", () => {
		const detector = new ToolRepetitionDetector();
		const calls = [
			call("a", { x: "1" }),
			{ ...call("a"), params: { x: "1", path: "a" } },
			call("a", { x: "1" }),
			call("a", { x: "1" }),
		];
		expect(calls.map((each) => detector.isRepetition(each, 3))).toEqual([false, false, false, true]);
		expect(detector.hasRefused).toBe(true);
		detector.reset();
		expect(detector.hasRefused).toBe(false);
	});

	it("starts anew with another call and is off at 0", () => {
		const detector = new ToolRepetitionDetector();
		for (const path of ["a", "a", "a", "b", "a"]) expect(detector.isRepetition(call(path), 3)).toBe(false);
		for (let index = 0; index < 9; index++) expect(detector.isRepetition(call("a"), 0)).toBe(false);
	});
});

describe("capResult", () => {
	it("leaves what fits and keeps head and tail of what does not, saying how much is left out", () => {
		const fits = [{ type: "text" as const, text: "short" }];
		expect(capResult(fits, 100_000)).toEqual(fits);
		const [part] = capResult([{ type: "text", text: `HEAD${"x".repeat(50_000)}TAIL` }], 1000);
		const text = part?.type === "text" ? part.text : "";
		expect(text.startsWith("HEAD")).toBe(true);
		expect(text.endsWith("TAIL")).toBe(true);
		expect(text.length).toBeLessThan(4_200);
		expect(text).toMatch(/46\d\d\d characters left out/);
	});

	it("never touches images", () => {
		const image = { type: "image" as const, mediaType: "image/png", data: "x".repeat(50_000) };
		expect(capResult([image], 0)).toEqual([image]);
	});
});
