import { mergeSketch } from "@core/tools/edit/fast-edit/mergeSketch";
import { wholeText } from "@core/tools/edit/fast-edit/wholeText";
import { describe, expect, it } from "vitest";

const gap = "// ... existing code ...";
const text = (...lines: string[]) => `${lines.join("\n")}\n`;
const file = text(
	'import a from "a";',
	'import b from "b";',
	"",
	"function first() {",
	"\tconst x = 1;",
	"\tlog(x);",
	"\treturn result;",
	"}",
	"",
	"function second() {",
	"\tconst y = 2;",
	"\tlog(y);",
	"\treturn result;",
	"}",
	"",
	"export const end = true;",
);
const merge = (...sketch: string[]) => mergeSketch(file, sketch.join("\n"));
const changed = (from: string, to: string) => {
	expect(file).toContain(from);
	return file.replace(from, () => to);
};

describe("a sketch", () => {
	it.each<[string, string[], string]>([
		[
			"changes a line",
			[gap, "function first() {", "\tconst x = 7;", "\tlog(x);", gap],
			changed("x = 1", "x = 7"),
		],
		[
			"changes the last line before a bracket",
			[gap, "function second() {", "\tconst y = 2;", "\tlog(y);", "\treturn other;", "}", gap],
			changed("log(y);\n\treturn result", "log(y);\n\treturn other"),
		],
		[
			"changes a line between an anchor and a bracket",
			[gap, "function first() {", "\tdoAll();", "}", gap],
			changed("\tconst x = 1;\n\tlog(x);\n\treturn result;\n", "\tdoAll();\n"),
		],
		[
			"empties a block",
			[gap, "function first() {", "}", gap],
			changed("{\n\tconst x = 1;\n\tlog(x);\n\treturn result;\n}", "{\n}"),
		],
		[
			"adds a line behind another",
			[gap, "\tlog(x);", "\tmore();", gap],
			changed("log(x);\n", "log(x);\n\tmore();\n"),
		],
		[
			"adds a line before another",
			[gap, "\tmore();", "\tlog(x);", gap],
			changed("\tlog(x);", "\tmore();\n\tlog(x);"),
		],
		["deletes a line", [gap, "\tconst x = 1;", "\treturn result;", "}", gap], changed("\tlog(x);\n", "")],
		[
			"adds lines before the next one, which repeats",
			[gap, "\tlog(x);", "\tmore();", "\treturn result;", gap],
			changed("log(x);\n", "log(x);\n\tmore();\n"),
		],
		[
			"deletes several",
			[gap, "\tconst y = 2;", "}", "", "export const end = true;"],
			changed("\tlog(y);\n\treturn result;\n}\n\nexport", "}\n\nexport"),
		],
		[
			"adds a function behind another",
			[gap, "\tlog(x);", "\treturn result;", "}", "", "function third() {", "\treturn result;", "}", "", gap],
			changed("function second", "function third() {\n\treturn result;\n}\n\nfunction second"),
		],
		[
			"adds a function before another",
			[gap, "function third() {", "\treturn 3;", "}", "", "function second() {", "\tconst y = 2;", gap],
			changed("function second", "function third() {\n\treturn 3;\n}\n\nfunction second"),
		],
		[
			"adds a function between placeholders without blank lines",
			[gap, "\tlog(x);", "\treturn result;", "}", "", "function third() {", "}", gap],
			changed("}\n\nfunction second", "}\n\nfunction third() {\n}\n\nfunction second"),
		],
		[
			"wraps lines into a block",
			[
				gap,
				"function first() {",
				"\tif (on) {",
				"\t\tconst x = 1;",
				"\t\tlog(x);",
				"\t}",
				"\treturn result;",
				gap,
			],
			changed("\tconst x = 1;\n\tlog(x);\n", "\tif (on) {\n\t\tconst x = 1;\n\t\tlog(x);\n\t}\n"),
		],
		[
			"adds an import",
			['import a from "a";', 'import c from "c";', 'import b from "b";', gap],
			changed('"a";\n', '"a";\nimport c from "c";\n'),
		],
		[
			"changes the first line",
			['import z from "z";', 'import b from "b";', gap],
			changed('a from "a"', 'z from "z"'),
		],
		[
			"changes the last line",
			[gap, "\tlog(y);", "\treturn result;", "}", "", "export const end = false;"],
			changed("end = true", "end = false"),
		],
		[
			"changes two places",
			[gap, "\tconst x = 7;", "\tlog(x);", gap, "\tconst y = 7;", "\tlog(y);", gap].map((line) => line),
			changed("x = 1", "x = 7").replace("y = 2", "y = 7"),
		],
		[
			"moves a line between two others",
			[
				gap,
				"function first() {",
				"\tlog(x);",
				"\tconst x = 1;",
				"\treturn result;",
				"}",
				"",
				"function second() {",
				gap,
			],
			changed("\tconst x = 1;\n\tlog(x);\n", "\tlog(x);\n\tconst x = 1;\n"),
		],
		[
			"adds at the start of a block, with the placeholder in it",
			[gap, "function first() {", "\tmore();", `\t${gap}`],
			changed("first() {\n", "first() {\n\tmore();\n"),
		],
		["adds at the end", [gap, "export const end = true;", "more();"], `${file}more();\n`],
		["adds at the start", ["// head", 'import a from "a";', gap], `// head\n${file}`],
		[
			"may leave placeholders in a row and blank stretches",
			[gap, "", gap, "\tlog(x);", "\tmore();", gap, "", "# ...", ""],
			changed("log(x);\n", "log(x);\n\tmore();\n"),
		],
		[
			"may have blank lines next to placeholders",
			[gap, "", "function first() {", "\tmore();", "\tconst x = 1;", "", gap],
			changed("first() {\n", "first() {\n\tmore();\n"),
		],
		["that is the whole file is so", [...file.trimEnd().split("\n"), gap].slice(0, -1), file],
		["that changes nothing does nothing", [gap, "function first() {", "\tconst x = 1;", gap], file],
		[
			"in another indentation takes the file's",
			[gap, "    const x = 1;", "    if (x) {", "        more();", "    }", "    log(x);", gap],
			changed("\tlog(x)", "\tif (x) {\n\t\tmore();\n\t}\n\tlog(x)"),
		],
		[
			"without indentation takes the file's",
			[gap, "const x = 1;", "more();", "log(x);", gap],
			changed("\tlog(x)", "\tmore();\n\tlog(x)"),
		],
	])("%s", (name, sketch, want) => {
		const lines =
			name === "changes two places"
				? [
						gap,
						"function first() {",
						"\tconst x = 7;",
						"\tlog(x);",
						gap,
						"function second() {",
						"\tconst y = 7;",
						"\tlog(y);",
						gap,
					]
				: sketch;
		expect(merge(...lines)).toBe(want);
	});

	it.each<[string, string[], string, string]>([
		["without a line of the file", [gap, "nothing();", gap], "edit_no_match", "line 2 of code_edit"],
		["of brackets only", [gap, "}", gap], "edit_no_match", "everywhere"],
		[
			"that fits several places",
			[gap, "\treturn result;", "\tmore();", gap],
			"edit_ambiguous",
			"7 | \treturn result;\n13 | \treturn result;",
		],
		[
			"in the wrong order",
			[gap, "\tlog(y);", gap, "\tlog(x);", gap],
			"edit_ambiguous",
			"before the part above it",
		],
		[
			"that names a place twice",
			[gap, "\tlog(x);", gap, "\tlog(x);", "\tmore();", gap],
			"edit_ambiguous",
			"6 | ",
		],
		["that moves lines", [gap, "\tlog(y);", "\tlog(x);", gap], "edit_ambiguous", "another order"],
		[
			"that begins in the middle",
			["\tlog(x);", "\tmore();", gap],
			"edit_ambiguous",
			"no placeholder at its start, so lines 1–5",
		],
		[
			"that ends in the middle",
			[gap, "\tlog(x);", "\tmore();"],
			"edit_ambiguous",
			"no placeholder at its end, so lines 7–16",
		],
		[
			"whose last line may be a changed one",
			[gap, "function first() {", "\tconst x = 7;", gap],
			"edit_ambiguous",
			"5 | \tconst x = 1;",
		],
		[
			"whose first line may be a changed one",
			[gap, "function second(a) {", "\tconst y = 2;", gap],
			"edit_ambiguous",
			"10 | function second() {",
		],
		[
			"that repeats a line close by after new ones",
			[gap, "\tconst x = 1;", "\tmore();", "\treturn result;", gap],
			"edit_ambiguous",
			"7 | \treturn result;",
		],
		[
			"whose last line looks much like a hidden one",
			['import a from "a";', 'import c from "c";', gap],
			"edit_ambiguous",
			'2 | import b from "b";',
		],
		[
			"that ends with a return where another is hidden",
			[gap, "\tlog(x);", "\treturn 2;", gap],
			"edit_ambiguous",
			"7 | \treturn result;",
		],
		[
			"that may show the whole of a block or its start",
			[gap, "function first() {", "\tmore();", gap],
			"edit_ambiguous",
			"whole of its block",
		],
		[
			"that may show the whole of a block or its end",
			[gap, "\tmore();", "", "export const end = true;"],
			"edit_ambiguous",
			"whole of its block",
		],
		[
			"that opens a block next to a placeholder",
			[gap, "\tlog(x);", "\tif (x) {", gap],
			"edit_ambiguous",
			"brackets",
		],
		[
			"that closes a block next to a placeholder",
			[gap, "\tlog(y);", "\tmore();", "\t\t}", gap],
			"edit_ambiguous",
			"brackets",
		],
		[
			"with an anchor that is elsewhere by chance",
			[gap, "\treturn result;", "\tlog(y);", gap, "\tlog(x);", gap],
			"edit_ambiguous",
			"before",
		],
		[
			"with code and placeholder in a line",
			[gap, "function first() { /* ... existing code ... */ }", gap],
			"edit_malformed",
			"in one line",
		],
		["of placeholders only", [gap, "", gap], "edit_malformed", "nothing but placeholders"],
	])("is refused %s", (_name, sketch, code, message) => {
		expect(() => merge(...sketch)).toThrow(expect.objectContaining({ code }));
		expect(() => merge(...sketch)).toThrow(message);
	});

	it.each<[string, string, string[], string]>([
		[
			"Python, a changed branch",
			"def a():\n    if x:\n        one()\n    return 1\n\ndef b():\n    return 2\n",
			["# ... existing code ...", "def a():", "    if y:", "        one()", "# ... existing code ..."],
			"def a():\n    if y:\n        one()\n    return 1\n\ndef b():\n    return 2\n",
		],
		[
			"HTML, an item",
			"<ul>\n  <li>a</li>\n  <li>b</li>\n</ul>\n",
			["<!-- ... existing code ... -->", "  <li>b</li>", "  <li>c</li>", "</ul>"],
			"<ul>\n  <li>a</li>\n  <li>b</li>\n  <li>c</li>\n</ul>\n",
		],
		[
			"SQL, a column",
			"create table t (\n  a int,\n  b int\n);\n",
			["-- ... existing code ...", "  a int,", "  c text,", "  b int", "-- ... existing code ..."],
			"create table t (\n  a int,\n  c text,\n  b int\n);\n",
		],
		[
			"JSON, a value by its neighbours",
			'{\n  "name": "k",\n  "version": "1",\n  "main": "m"\n}\n',
			["// ...", '  "name": "k",', '  "version": "2",', '  "main": "m"', "// ..."],
			'{\n  "name": "k",\n  "version": "2",\n  "main": "m"\n}\n',
		],
		[
			"a repeated line by the line beside it",
			"a\nx\nb\nx\n",
			["# ...", "b", "x", "new", "# ..."],
			"a\nx\nb\nx\nnew\n",
		],
		[
			"repeated lines that are unlike as a pair",
			"a\nb\nc\nb\na\nc\nb\n",
			["# ...", "b", "a", "new", "c", "# ..."],
			"a\nb\nc\nb\na\nnew\nc\nb\n",
		],
		[
			"a repeated line by the order of the parts",
			"x\nu\nx\n",
			["# ...", "u", "w", "# ...", "x", "new", "# ..."],
			"x\nu\nw\nx\nnew\n",
		],
		[
			"typographic quotes, which stay",
			"say(“hi”)\nb\nc\n",
			["// ...", 'say("hi")', "B", "c", "// ..."],
			"say(“hi”)\nB\nc\n",
		],
		["trailing white space, which stays", "a  \nb\nc\n", ["a", "B", "c", "// ..."], "a  \nB\nc\n"],
	])("understands %s", (_name, before, sketch, want) => {
		expect(mergeSketch(before, sketch.join("\n"))).toBe(want);
	});

	it("deletes at most a hundred lines at one place", () => {
		const many = (count: number) =>
			text("alpha", ...Array.from({ length: count }, (_, at) => `line ${at}`), "omega");
		const sketch = ["# ...", "alpha", "omega", "# ..."].join("\n");
		expect(mergeSketch(many(100), sketch)).toBe("alpha\nomega\n");
		expect(() => mergeSketch(many(101), sketch)).toThrow("1 | alpha\n103 | omega");
	});

	it("deletes no more of a block, either", () => {
		const block = (count: number) =>
			text("f() {", ...Array.from({ length: count }, (_, at) => `\tline ${at};`), "}");
		const sketch = [gap, "f() {", "\tall();", "}", gap].join("\n");
		expect(mergeSketch(block(100), sketch)).toBe("f() {\n\tall();\n}\n");
		expect(() => mergeSketch(block(102), sketch)).toThrow(
			expect.objectContaining({ code: "edit_ambiguous" }),
		);
	});

	it("takes a line that is elsewhere by chance for a new one when its neighbours agree", () => {
		const far = text("a1", "a2", "a3", ...Array.from({ length: 200 }, (_, at) => `line ${at}`), "call();");
		const want = far.replace("a2\n", "a2\ncall();\n");
		expect(mergeSketch(far, ["a1", "a2", "call();", "a3", "# ..."].join("\n"))).toBe(want);
	});

	it("refuses a placeholder that is a line of the file", () => {
		expect(() => mergeSketch("a\n// ...\nb\n", "a\n// ...\nB")).toThrow("also a line of the file");
	});

	it.each<[string, string, string, string]>([
		["CRLF", "a\r\nb\r\nc\r\n", "a\nx\nb\n# ...", "a\r\nx\r\nb\r\nc\r\n"],
		["a missing final newline", "a\nb", "a\nx\nb", "a\nx\nb"],
		["a missing final newline behind new lines", "a\nb", "# ...\nb\nx", "a\nb\nx"],
		["a sketch in CRLF", "a\nb\n", "a\r\nx\r\nb\r\n", "a\nx\nb\n"],
		["mixed ends", "a\r\nb\nc\r\n", "a\nx\nb\ny\nc", "a\r\nx\r\nb\ny\nc\r\n"],
	])("keeps %s", (_name, before, sketch, want) => {
		expect(mergeSketch(before, sketch)).toBe(want);
	});

	it("is merged into 100 000 lines, also repetitive ones", () => {
		const lines = Array.from({ length: 100_000 }, (_, at) =>
			at % 3 === 0 ? "}" : at % 3 === 1 ? "same();" : `v${at};`,
		);
		const sketch = [
			gap,
			"v29999;",
			"new1;",
			"}",
			"same();",
			"v30002;",
			gap,
			"v90002;",
			"}",
			"new2;",
			"same();",
			"v90005;",
			gap,
		];
		const want = [...lines];
		want.splice(90_004, 0, "new2;");
		want.splice(30_000, 0, "new1;");
		expect(mergeSketch(text(...lines), sketch.join("\n"))).toBe(text(...want));
		expect(() => mergeSketch(text(...lines), [gap, "same();", "x", "same();", gap].join("\n"))).toThrow(
			"33333 places",
		);
	});
});

describe("a sketch without placeholders", () => {
	it("is the whole file", () => {
		expect(wholeText("a\r\nb\r\n", "c\nd", "f")).toBe("c\r\nd\r\n");
		expect(wholeText("", "c", "f")).toBe("c");
		expect(wholeText(text("1", "2"), "1", "f")).toBe("1\n");
	});

	it("is refused when it is much shorter than the file", () => {
		const run = () => wholeText(file, "function first() {\n}", "f");
		expect(run).toThrow(expect.objectContaining({ code: "edit_malformed" }));
		expect(run).toThrow("2 lines, the file 16");
	});
});
