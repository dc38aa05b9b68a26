import { createRecordJoiner, parseRipgrepCount, parseRipgrepLine } from "@services/ripgrep/parseRipgrepLine";
import { describe, expect, it } from "vitest";

describe("parseRipgrepLine", () => {
	it.each([
		["./a/b.ts\u000012:5:text", { path: "a/b.ts", line: 12, isMatch: true, column: 5, text: "text" }],
		["a.ts\u00003-text", { path: "a.ts", line: 3, isMatch: false, text: "text" }],
		["a.ts\u00003-4:5:x", { path: "a.ts", line: 3, isMatch: false, text: "4:5:x" }],
		["a:1-2.ts\u00003:1:", { path: "a:1-2.ts", line: 3, isMatch: true, column: 1, text: "" }],
		["a.ts\u00001:1:x\u0000y\r", { path: "a.ts", line: 1, isMatch: true, column: 1, text: "x\u0000y" }],
		["a.ts\u00001:1:x\u2028y", { path: "a.ts", line: 1, isMatch: true, column: 1, text: "x\u2028y" }],
		["--", undefined],
		["", undefined],
		['a.bin: binary file matches (found "\\0" byte around offset 6)', undefined],
		["a.ts\u0000no number", undefined],
	])("reads %j", (record, expected) => {
		expect(parseRipgrepLine(record)).toEqual(expected);
	});
});

describe("parseRipgrepCount", () => {
	it.each([
		["./a.ts\u000012", { path: "a.ts", count: 12 }],
		["a.ts\u00001\r", { path: "a.ts", count: 1 }],
		["a.ts", undefined],
		["a.ts\u0000x", undefined],
	])("reads %j", (record, expected) => {
		expect(parseRipgrepCount(record)).toEqual(expected);
	});
});

describe("createRecordJoiner", () => {
	it("joins the parts of a path with line ends, and passes over remarks", () => {
		const join = createRecordJoiner();
		const records = [
			"a.ts\u00001:1:x",
			'a.ts: WARNING: stopped searching binary file after match (found "\\0" byte around offset 9)',
			"b",
			"",
			"c.ts\u00001:1:x",
			'd.bin: binary file matches (found "\\0" byte around offset 6)',
		];
		expect(records.map(join)).toEqual([
			records[0],
			undefined,
			undefined,
			undefined,
			"b\n\nc.ts\u00001:1:x",
			undefined,
		]);
	});
});
