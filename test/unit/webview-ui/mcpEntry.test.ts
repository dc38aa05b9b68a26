import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type McpFields, toMcpEntry, toMcpFields, validateMcp } from "../../../webview-ui/src/text/mcpEntry";

const empty = toMcpFields("", {});
const program: McpFields = { ...empty, name: "s", command: "node" };
const address: McpFields = { ...empty, name: "s", kind: "http", url: "https://a.example" };

describe("the form of an MCP server", () => {
	it.each<[string, McpFields, readonly string[]]>([
		["a program", program, []],
		["an address", address, []],
		["nothing", empty, ["name", "command"]],
		["an address of another kind", { ...address, url: "file:///x" }, ["url"]],
		["an address with a variable", { ...address, url: "$" + "{env:URL}" }, []],
		["a variable without a value", { ...program, env: "A=1\nB" }, ["env"]],
		["a variable without a name", { ...program, env: "=1" }, ["env"]],
		["an empty value, blank lines and more equals signs", { ...program, env: "A=\n\nB=c=d\r\n" }, []],
		["a header as HTTP writes it", { ...address, headers: "Authorization: x" }, ["headers"]],
		["lines that do not count for this kind", { ...program, headers: "nonsense", url: "x" }, []],
		["a timeout of nothing", { ...program, timeout: "0" }, ["timeout"]],
		["a timeout in words", { ...program, timeout: "soon" }, ["timeout"]],
		["a timeout of an hour", { ...program, timeout: "3600" }, []],
	])("finds the faults of %s", (_, fields, faults) => {
		expect(Object.keys(validateMcp(fields))).toEqual(faults);
	});

	it("names the line of a fault", () => {
		expect(validateMcp({ ...program, env: "A=1\n\nB" }).env).toContain("Line 3");
	});

	it("makes an entry of what was typed, and of nothing else", () => {
		const fields = { ...program, args: "-y\n\n my file.js\r\n", env: "A= b=c ", timeout: " 90 ", url: "x" };
		expect(toMcpEntry(fields)).toEqual({
			command: "node",
			args: ["-y", " my file.js"],
			env: { A: " b=c " },
			timeout: 90,
		});
		expect(toMcpEntry({ ...address, command: "node" })).toEqual({ url: "https://a.example" });
	});

	it("changes only what was touched of an entry", () => {
		const before = { command: "node", args: ["two\nlines"], env: { A: "1" }, theirs: 1, timeout: 5 };
		const fields = toMcpFields("s", before);
		expect(toMcpEntry({ ...fields, env: "", timeout: "" }, before)).toEqual({
			command: "node",
			args: ["two\nlines"],
			theirs: 1,
		});
	});

	it.each<[string, Record<string, unknown>, Partial<McpFields>, readonly string[]]>([
		["a line break", { command: "x", args: ["-c", "a\nb"] }, { args: "-c\na\nb\n-v" }, ["args"]],
		["an empty argument", { command: "x", args: ["--name", "", "-v"] }, { args: "--name\n\n-q" }, ["args"]],
		[
			"a key of several lines",
			{ command: "x", env: { K: "-----\nA==" } },
			{ env: "K=-----\nA==\nB=1" },
			["env"],
		],
		["a header", { url: "https://x.example", headers: { A: "b\nC=d" } }, { headers: "A=b" }, ["headers"]],
		["what was not touched", { command: "x", args: ["a\nb"] }, { command: "y" }, []],
		["what is taken away", { command: "x", args: ["a\nb"] }, { args: "" }, []],
		["plain lines", { command: "x", args: ["a"], env: {} }, { args: "a\nb", env: "A=1" }, []],
	])("refuses to change line by line what lines cannot hold: %s", (_, before, change, faults) => {
		expect(Object.keys(validateMcp({ ...toMcpFields("s", before), ...change }, before))).toEqual(faults);
	});

	it("leaves the fields of the other kind behind", () => {
		const before = { command: "node", args: ["a"], env: { A: "1" }, type: "stdio", disabledTools: ["t"] };
		const fields: McpFields = { ...toMcpFields("s", before), kind: "http", url: "https://a.example" };
		expect(toMcpEntry(fields, before)).toEqual({ url: "https://a.example", disabledTools: ["t"] });
	});

	it("gives back every entry that nobody touched", () => {
		const texts = fc.array(fc.string());
		const map = fc.dictionary(fc.string(), fc.string());
		const entries = fc.oneof(
			fc.record({ command: fc.string(), args: texts, env: map, cwd: fc.string() }, { requiredKeys: [] }),
			fc.record({ url: fc.string(), headers: map, timeout: fc.nat() }, { requiredKeys: ["url"] }),
		);
		fc.assert(
			fc.property(entries, (entry) => {
				expect(toMcpEntry(toMcpFields("s", entry), entry)).toEqual(entry);
			}),
		);
	});
});
