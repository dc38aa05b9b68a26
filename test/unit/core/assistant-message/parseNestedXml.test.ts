import { parseNestedXml } from "@core/assistant-message/parseNestedXml";
import { KilnError } from "@shared/errors";
import { describe, expect, test } from "vitest";

const options = { lists: ["file", "suggest"] };

describe("parseNestedXml", () => {
	test.each([
		["one of a list", "<file><path> a </path></file>", { file: [{ path: "a" }] }],
		[
			"repeated tags",
			"<file><path>a</path><line_range>1-2</line_range><line_range>5</line_range></file>\n<file><path>b</path></file>",
			{ file: [{ path: "a", line_range: ["1-2", "5"] }, { path: "b" }] },
		],
		["attributes", '<suggest mode="code">Do it</suggest>', { suggest: [{ "#text": "Do it", mode: "code" }] }],
		["numbers stay text", "<path>007</path>", { path: "007" }],
		["entities stay as they are", "<path>a &amp; &lt;b&gt;</path>", { path: "a &amp; &lt;b&gt;" }],
		["plain & and <", "<path>a & b && 1 < 2</path>", { path: "a & b && 1 < 2" }],
		["CDATA", "<path><![CDATA[<b>]]></path>", { path: "<b>" }],
		["an empty element", "<path></path>", { path: "" }],
		["nothing", " \n", {}],
		["text beside tags is told", "<path>a</path>tail", { path: "a", "#text": "tail" }],
	])("%s", (_name, text, expected) => {
		expect(parseNestedXml(text, "args", options)).toEqual(expected);
	});

	test.each([
		[
			"a tag that is not closed",
			"<file><path>a</path>",
			/^The XML in args is malformed: .*'file'.*\(line 1\)\.$/,
		],
		["tags that cross", "<file><path>a</file></path>", /'path'/],
		["the line of the fault", "<file>\n<path>a</file>", /\(line 2\)/],
		["text alone", "src/a.ts", /text stands outside of a tag/],
		["closing what it stands in", "</kiln-root><kiln-root>", /malformed/],
		["a name of an object's prototype", "<__proto__>x</__proto__>", /malformed/],
	])("refuses %s", (_name, text, message) => {
		expect(() => parseNestedXml(text, "args", options)).toThrowError(
			expect.objectContaining({ code: "malformed_call", message: expect.stringMatching(message) }),
		);
	});

	test("its error is one of Kiln's", () => {
		expect(() => parseNestedXml("<a>", "args")).toThrowError(KilnError);
	});
});
