import { type FileDiffs, parseDiffArgs } from "@core/tools/edit/apply-diff/parseDiffArgs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { block } from "./applyText";

const one = (path: string, content: string, startLine?: number): FileDiffs => ({
	path,
	diffs: [startLine === undefined ? { content } : { content, startLine }],
});

/** As the model is told to write it. */
function render({ path, diffs }: FileDiffs): string {
	const hint = (line: number | undefined) => (line === undefined ? "" : `<start_line>${line}</start_line>`);
	const parts = diffs.map(
		({ content, startLine }) => `<diff><content>${content}</content>${hint(startLine)}</diff>`,
	);
	return `<file><path>${path}</path>${parts.join("\n")}</file>`;
}

const vectors: readonly (readonly [string, string, readonly FileDiffs[]])[] = [
	["one file", "<file><path>a.ts</path><diff><content>x</content></diff></file>", [one("a.ts", "x")]],
	[
		"white space between the tags",
		"\n <file>\n\t<path> a b.ts </path>\n<diff>\r\n <content>x</content>\n</diff>\n</file>\n",
		[one("a b.ts", "x")],
	],
	[
		"white space of the content",
		"<file><path>a</path><diff><content>\n  x \n</content></diff></file>",
		[one("a", "\n  x \n")],
	],
	[
		"a line hint behind the content",
		"<file><path>a</path><diff><content>x</content> <start_line> 7 </start_line></diff></file>",
		[one("a", "x", 7)],
	],
	[
		"a line hint before the content",
		"<file><path>a</path><diff><start_line>7</start_line><content>x</content></diff></file>",
		[one("a", "x", 7)],
	],
	[
		"an empty line hint",
		"<file><path>a</path><diff><content>x</content><start_line></start_line></diff></file>",
		[one("a", "x")],
	],
	[
		"a line hint that is no line",
		"<file><path>a</path><diff><content>x</content><start_line>-1</start_line></diff></file>",
		[one("a", "x")],
	],
	[
		"several files",
		"<file><path>a</path><diff><content>x</content></diff></file>\n<file><path>b</path><diff><content>y</content></diff></file>",
		[one("a", "x"), one("b", "y")],
	],
	[
		"several diffs of a file",
		"<file><path>a</path><diff><content>x</content><start_line>1</start_line></diff><diff><content>y</content></diff></file>",
		[{ path: "a", diffs: [{ content: "x", startLine: 1 }, { content: "y" }] }],
	],
	["no content tag", "<file><path>a</path><diff>\nx\n</diff></file>", [one("a", "\nx\n")]],
	[
		"CDATA",
		"<file><path>a</path><diff><content><![CDATA[x </content></diff></file>]]></content></diff></file>",
		[one("a", "x </content></diff></file>")],
	],
	[
		"CDATA that is content",
		"<file><path>a</path><diff><content><![CDATA[x]]> y</content></diff></file>",
		[one("a", "<![CDATA[x]]> y")],
	],
	[
		"entities",
		"<file><path>a</path><diff><content>&lt;a&gt; &amp;&amp;</content></diff></file>",
		[one("a", "&lt;a&gt; &amp;&amp;")],
	],
	[
		"XML",
		"<file><path>a</path><diff><content><a><b/></a></content></diff></file>",
		[one("a", "<a><b/></a>")],
	],
	[
		"no XML",
		"<file><path>a</path><diff><content>if (a<b && c>d) <</content></diff></file>",
		[one("a", "if (a<b && c>d) <")],
	],
	[
		"an open tag of the structure",
		"<file><path>a</path><diff><content>a <content> b</content></diff></file>",
		[one("a", "a <content> b")],
	],
	[
		"an open tag in the first of two files",
		"<file><path>a</path><diff><content><content></content></diff></file><file><path>b</path><diff><content>y</content></diff></file>",
		[one("a", "<content>"), one("b", "y")],
	],
	[
		"close tags of the structure",
		"<file><path>a</path><diff><content>a </content></diff></file> b</content></diff></file>",
		[one("a", "a </content></diff></file> b")],
	],
	[
		"another file's path",
		"<file><path>a</path><diff><content><path>evil</path></content></diff></file>",
		[one("a", "<path>evil</path>")],
	],
	[
		"a whole example of the structure",
		"<file><path>a</path><diff><content>doc: <file><path>x</path><diff><content>y</content></diff></file> end</content></diff></file>",
		[one("a", "doc: <file><path>x</path><diff><content>y</content></diff></file> end")],
	],
	[
		"an example that ends the content",
		"<file><path>a</path><diff><content><file><path>x</path><diff><content>y</content></diff></file></content></diff></file>",
		[one("a", "<file><path>x</path><diff><content>y</content></diff></file>")],
	],
];

describe("the nested files of apply_diff", () => {
	it.each(vectors)("are read: %s", (_, args, want) => {
		expect(parseDiffArgs(args)).toEqual(want);
	});

	it.each([
		["", "line 1 should hold <file>"],
		["hello", 'line 1 should hold <file>, not "hello"'],
		["<file><diff><content>x</content></diff></file>", "should hold <path>"],
		["<file><path>a</path></file>", "should hold <diff>"],
		["<file><path>a<diff><content>x</content></diff></file>", "should hold </path>"],
		[
			"<file>\n<path>a</path>\n<diff><content>x</content></diff>",
			"line 3 should hold </content> and what follows it",
		],
		["<file><path>a</path><diff><content>x</diff></file>", "</content> and what follows it"],
		["<file><path>a</path><diff><content>x</content></diff></file> rest", "</content> and what follows it"],
	])("are refused with what is missing: %j", (args, message) => {
		expect(() => parseDiffArgs(args)).toThrow(
			expect.objectContaining({ code: "malformed_call", message: expect.stringContaining(message) }),
		);
	});

	it("come back as they were written", () => {
		const piece = fc.constantFrom(
			"a",
			"\n",
			" ",
			"<b>",
			"</b>",
			"<content>",
			"</content>",
			"&lt;",
			"]]>",
			"<path>p</path>",
		);
		const line = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
		// an unclosed <content> before a close tag of its own is the one thing that CDATA is for
		const content = fc
			.tuple(line, line)
			.map(([search, replace]) => block(search, replace))
			.filter((text) => text.split("<content>").length === text.split("</content>").length)
			.filter((text) => isNested(text));
		const path = fc.constantFrom("a.ts", "src/b c.ts", "ü/日本.ts");
		const startLine = fc.option(fc.integer({ min: 1, max: 999 }), { nil: undefined });
		const diff = fc
			.record({ content, startLine })
			.map(({ content, startLine }) => (startLine === undefined ? { content } : { content, startLine }));
		const file = fc.record({ path, diffs: fc.array(diff, { minLength: 1, maxLength: 3 }) });
		const property = fc.property(fc.array(file, { minLength: 1, maxLength: 4 }), (files) => {
			expect(parseDiffArgs(files.map(render).join("\n"))).toEqual(files);
		});
		fc.assert(property, { numRuns: 300 });
	});

	it("stay fast for many files and long contents", () => {
		const content = block("x".repeat(2000), "<content></content>");
		const files = Array.from({ length: 300 }, (_, index) => one(`f${index}.ts`, content));
		expect(parseDiffArgs(files.map(render).join(""))).toEqual(files);
	});
});

/** Every close tag has its open tag before it. */
function isNested(text: string): boolean {
	let depth = 0;
	for (const [tag] of text.matchAll(/<\/?content>/g)) {
		depth += tag === "<content>" ? 1 : -1;
		if (depth < 0) return false;
	}
	return true;
}
