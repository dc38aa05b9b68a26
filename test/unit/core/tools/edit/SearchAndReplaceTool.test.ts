import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SearchAndReplaceTool } from "@core/tools/edit/SearchAndReplaceTool";
import { isFreeText } from "@core/tools/parameters";
import { parseParameters } from "@core/tools/parseParameters";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createTestTask, runTool, type TestTask } from "../support/testTask";

const tool = new SearchAndReplaceTool();
let task: TestTask;
const pathOf = (path: string) => join(task.cwd, path);

async function replace(file: string, params: Record<string, unknown>) {
	writeFileSync(pathOf("a.ts"), file);
	const run = await runTool(tool, { path: "a.ts", ...params }, task);
	return { ...run, content: readFileSync(pathOf("a.ts"), "utf8") };
}

beforeEach(() => {
	task = createTestTask();
});

describe("search_and_replace", () => {
	it.each([
		["every place", "a b a\na\n", { search: "a", replace: "x" }, "x b x\nx\n"],
		["nothing instead", "a b a\n", { search: "a ", replace: "" }, "b a\n"],
		["without replace", "a b\n", { search: " b" }, "a\n"],
		["by a blank", "a-b\n", { search: "-", replace: " " }, "a b\n"],
		["blanks", "a  b\n", { search: "  ", replace: "\t" }, "a\tb\n"],
		["line ends", "a\n\n\nb\n", { search: "\n\n", replace: "\n" }, "a\n\nb\n"],
		["pattern characters as they are", "a.b acb\n", { search: "a.b", replace: "$&" }, "$& acb\n"],
		["any case", "Foo foo FOO\n", { search: "foo", replace: "bar", ignore_case: "true" }, "bar bar bar\n"],
		[
			"a range of lines",
			"a\na\na\na\n",
			{ search: "a", replace: "b", start_line: "2", end_line: "3" },
			"a\nb\nb\na\n",
		],
		["from a line on", "a\na\na", { search: "a", replace: "b", start_line: "2" }, "a\nb\nb"],
		["up to a line beyond the end", "a\na\n", { search: "a", replace: "b", end_line: "9" }, "b\nb\n"],
		[
			"the line end of a range's last line",
			"a\nb\nc\n",
			{ search: "\n", replace: ";", end_line: "2" },
			"a;b;c\n",
		],
		[
			"LF in a CRLF file",
			"a\r\nb\r\na\r\nb\r\n",
			{ search: "a\nb", replace: "x\ny" },
			"x\r\ny\r\nx\r\ny\r\n",
		],
		["a pattern", "a1 b22\n", { search: "\\d+", replace: "#", use_regex: "true" }, "a# b#\n"],
		[
			"with groups",
			"key=value\n",
			{ search: "(\\w+)=(\\w+)", replace: "$2:$1$$", use_regex: "true" },
			"value:key$\n",
		],
		[
			"with named groups",
			"k=v\n",
			{ search: "(?<l>\\w)=(?<r>\\w)", replace: "$<r>=$<l>", use_regex: "true" },
			"v=k\n",
		],
		[
			"each line's start and end",
			"a\nb\n",
			{ search: "^(.)$", replace: "[$1]", use_regex: "true" },
			"[a]\n[b]\n",
		],
		[
			"line ends by a pattern in a CRLF file",
			"a\r\nb\r\n",
			{ search: "a\\nb$", replace: "x\ny", use_regex: true },
			"x\r\ny\r\n",
		],
		[
			"\\r\\n by a pattern in a CRLF file",
			"a\r\nb\r\n",
			{ search: "a\\r?\\nb", replace: "x", use_regex: true },
			"x\r\n",
		],
		["empty matches", "ab\n", { search: "^", replace: "> ", use_regex: true, end_line: 1 }, "> ab\n"],
		[
			"starts of lines in a range, not that of the line behind it",
			"a\nb\nc\nd\n",
			{ search: "^", replace: "// ", use_regex: true, start_line: 2, end_line: 3 },
			"a\n// b\n// c\nd\n",
		],
		[
			"ends of lines, not that of the file",
			"a\nb\n",
			{ search: "$", replace: ";", use_regex: true },
			"a;\nb;\n",
		],
		[
			"the end of a last line that is not ended",
			"a\nb",
			{ search: "$", replace: ";", use_regex: true },
			"a;\nb;",
		],
		[
			"starts of lines of both ends",
			"a\r\nb\n",
			{ search: "^", replace: "> ", use_regex: true },
			"> a\r\n> b\n",
		],
		["ends of lines of both ends", "a\r\nb\n", { search: "$", replace: ";", use_regex: true }, "a;\r\nb;\n"],
		["no half of a CRLF", "a\r\nb\nc\n", { search: "\\n", replace: " ", use_regex: true }, "a\r\nb c "],
		["a whole CRLF", "a\r\nb\nc\n", { search: "\\r?\\n", replace: " ", use_regex: true }, "a b c "],
		[
			"alternatives and groups as they are",
			"ab\n",
			{ search: "(a)|(b)", replace: "<$1$2>", use_regex: true },
			"<a><b>\n",
		],
		[
			"patterns without case",
			"Foo foo\n",
			{ search: "f(o+)", replace: "b$1", use_regex: true, ignore_case: true },
			"boo boo\n",
		],
		[
			"patterns in a range",
			"1\n2\n3\n",
			{ search: "\\d", replace: "x", use_regex: true, start_line: 2, end_line: 2 },
			"1\nx\n3\n",
		],
		["Unicode", "grüße 日本 🎉\n", { search: "🎉", replace: "🎈" }, "grüße 日本 🎈\n"],
	])("replaces %s", async (_, file, params, want) => {
		expect((await replace(file, params)).content).toBe(want);
	});

	it("says how many places there were", async () => {
		expect((await replace("a a\n", { search: "a", replace: "b" })).text).toMatch(
			/^Replaced 2 places in a\.ts\.\n/,
		);
		expect((await replace("a\n", { search: "a", replace: "b" })).text).toMatch(
			/^Replaced 1 place in a\.ts\.\n/,
		);
	});

	it("carries out operations in order, each on what the one before made", async () => {
		const operations = [
			{ search: "a", replace: "b" },
			{ search: "b", replace: "c" },
			{ search: "nope", replace: "x" },
			{ search: "C+", replace: "<$&>", use_regex: true, ignore_case: true, start_line: 2 },
		];
		const { content, text } = await replace("a b\na\n", { operations: JSON.stringify(operations) });
		expect(content).toBe("c c\n<c>\n");
		expect(text).toContain(
			'Replaced in a.ts:\n1. "a": 2 places\n2. "b": 3 places\n3. "nope": not found\n4. "C+": 1 place',
		);
	});

	it("takes operations as a list, too", async () => {
		expect((await replace("a\n", { operations: [{ search: "a", replace: "b" }] })).content).toBe("b\n");
	});

	it("says so when the text stays the same, and writes nothing", async () => {
		const { operation } = await replace("a\n", { search: "a", replace: "a" });
		expect(operation.effects).toEqual([{ kind: "read", path: "a.ts" }]);
	});

	it.each([
		["no search", {}, "invalid_parameters", "needs either search"],
		["search and operations", { search: "a", operations: "[]" }, "invalid_parameters", "needs either search"],
		["an empty search", { search: "" }, "invalid_parameters", "needs either search"],
		["a bad pattern", { search: "(a", use_regex: true }, "invalid_parameters", "Unterminated group"],
		["nothing found", { search: "zzz" }, "edit_no_match", 'nothing in it matches "zzz"'],
		["nothing found in the lines", { search: "a", start_line: 2 }, "edit_no_match", "nothing in it matches"],
		["lines beyond the file", { search: "a", start_line: 9 }, "invalid_parameters", "There are no lines 9–2"],
		[
			"lines the wrong way round",
			{ search: "a", start_line: 2, end_line: 1 },
			"invalid_parameters",
			"no lines 2–1",
		],
		["operations that are no JSON", { operations: "[{" }, "invalid_parameters", "no valid JSON list"],
		["operations that are no list", { operations: "{}" }, "invalid_parameters", "no valid JSON list"],
		["an operation without search", { operations: '[{"replace":"x"}]' }, "invalid_parameters", "0.search"],
	])("refuses %s and leaves the file alone", async (_, params, code, message) => {
		await expect(replace("a\nb\n", params)).rejects.toMatchObject({
			code,
			message: expect.stringContaining(message),
		});
		expect(readFileSync(pathOf("a.ts"), "utf8")).toBe("a\nb\n");
	});

	it("does not create files", async () => {
		const attempt = runTool(tool, { path: "b.ts", search: "a" }, task);
		await expect(attempt).rejects.toMatchObject({ code: "path_not_found" });
	});

	it("keeps white space of search and replace, which the runner drops from what is plainly optional", () => {
		const raw = { path: "a.ts", search: "\n", replace: " ", use_regex: " " };
		expect(parseParameters(tool, raw)).toEqual({ path: "a.ts", search: "\n", replace: " " });
		const { search, replace, operations } = tool.parameters.shape;
		expect([search, replace, operations].map(isFreeText)).toEqual([true, true, true]);
	});

	describe("with a pattern that never ends", () => {
		const evil = { search: "^(a+)+$", replace: "x", use_regex: true };
		const file = `${"a".repeat(40)}!\n`;

		it("stops at the time limit, and says why", async () => {
			const attempt = replace(file, evil);
			const refused = expect(attempt).rejects.toMatchObject({
				code: "search_failed",
				message: expect.stringContaining("was stopped after 3 seconds"),
			});
			await vi.waitFor(() => expect(task.host.clock.sleepers).toBe(1));
			task.host.clock.advance(3000);
			await refused;
			expect(readFileSync(pathOf("a.ts"), "utf8")).toBe(file);
		});

		it("stops with the turn", async () => {
			const attempt = replace(file, evil);
			const refused = expect(attempt).rejects.toMatchObject({ name: "AbortError" });
			await vi.waitFor(() => expect(task.host.clock.sleepers).toBe(1));
			task.abort();
			await refused;
			expect(task.host.clock.sleepers).toBe(0);
		});
	});
});
