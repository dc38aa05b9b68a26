import { parseMcpFile } from "@services/mcp/config/parseMcpFile";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const file = "/home/me/mcp.json";

function problemsOf(text: string): string[] {
	return parseMcpFile(text, file).problems.map(
		({ server, field, line, message }) =>
			`${line}: ${[server, field, message].filter((part) => part !== undefined).join(" | ")}`,
	);
}

describe("what can be read", () => {
	it("takes comments, trailing commas and a byte order mark, and fills in defaults", () => {
		const text = `\uFEFF{
			// mine
			"mcpServers": {
				"oven": { "command": "npx", "args": ["-y", "oven",], /* why */ },
			},
		}`;
		const { entries, problems } = parseMcpFile(text, file);
		expect(problems).toEqual([]);
		expect(entries.get("oven")).toEqual({
			type: "stdio",
			command: "npx",
			args: ["-y", "oven"],
			env: {},
			disabled: false,
			timeout: 60,
			alwaysAllow: [],
			disabledTools: [],
			watchPaths: [],
		});
	});

	it.each([
		["", 0],
		["  \n", 0],
		["{}", 0],
		['{"mcpServers":{}}', 0],
		['{"other":1,"mcpServers":{"a":{"command":"x"}}}', 1],
	])("reads %j", (text, count) => {
		expect(parseMcpFile(text, file)).toMatchObject({ problems: [] });
		expect(parseMcpFile(text, file).entries.size).toBe(count);
	});

	it.each([
		["http", "streamable-http"],
		["streamableHttp", "streamable-http"],
		["streamable-http", "streamable-http"],
		["sse", "sse"],
		[undefined, undefined],
	])("knows the type %s of other programs", (type, expected) => {
		const text = JSON.stringify({ mcpServers: { a: { type, url: "https://x.example/mcp" } } });
		expect(parseMcpFile(text, file).entries.get("a")?.type).toBe(expected);
	});
});

describe("problems", () => {
	it("names server, field and line, and keeps the servers that are right", () => {
		const text = `{
	"mcpServers": {
		"bad": {
			"command": "npx",
			"args": ["ok",
				7],
			"timeout": 0
		},
		"good": { "url": "https://x.example" },
		"both": { "command": "npx", "url": "https://x.example" },
		"none": { "disabled": true },
		"ftp": { "url": "ftp://x.example" },
		"list": []
	}
}`;
		expect([...parseMcpFile(text, file).entries.keys()]).toEqual(["good"]);
		expect(problemsOf(text)).toEqual([
			expect.stringMatching(/^7: bad \| timeout \| .*>=1/),
			expect.stringMatching(/^6: bad \| args\[1\] \| .*string/),
			"10: both | url | a server has either a command or a url, not both",
			'11: none | needs a "command" (a program to start) or a "url"',
			"12: ftp | url | must be an http:// or https:// address",
			"13: list | must be an object",
		]);
	});

	it("keeps what stands before a syntax error", () => {
		const text = '{ "mcpServers": { "a": { "command": "x" },\n "b": { "command": } } }';
		expect([...parseMcpFile(text, file).entries.keys()]).toEqual(["a"]);
		expect(problemsOf(text)[0]).toMatch(/^2: The JSON is broken: value expected/);
	});

	it.each([
		["cut off", '{"mcpServers":{"b":{"command":"x"},"a":{"command":"deploy","args":["--env","prod"'],
		["cut off behind a value", '{"mcpServers":{"b":{"command":"x"},"a":{"command":"x","env":{"A":"1"}'],
		["a missing comma", '{"mcpServers":{"a":{"command":"x","args":["-a" "-b"]},"b":{"command":"x"}}}'],
		["an open quote", '{"mcpServers":{"b":{"command":"x"},"a":{"command":"x","args":["-a","-b]}}}'],
	])("starts no half entry: %s", (_name, text) => {
		const { entries, problems } = parseMcpFile(text, file);
		expect([...entries.keys()]).toEqual(["b"]);
		expect(problems).toContainEqual(expect.objectContaining({ server: "a" }));
	});

	it.each(["[]", "7", "null", '{"mcpServers": []}', "nonsense", "x".repeat(1_000_001)])(
		"says so for %.20s",
		(text) => {
			expect(problemsOf(text).length).toBeGreaterThan(0);
		},
	);

	it("uses the later of two entries of one name, and says so", () => {
		const text = '{"mcpServers":{"a":{"command":"x"},"a":{"command":"y"}}}';
		expect(parseMcpFile(text, file).entries.get("a")).toMatchObject({ command: "y" });
		expect(problemsOf(text)).toEqual(["1: a | This name is used twice: the later entry counts."]);
	});

	it("never throws, whatever the text", () => {
		fc.assert(
			fc.property(
				fc.oneof(
					fc.string(),
					fc.json(),
					fc.json().map((json) => `{"mcpServers": ${json}}`),
				),
				(text) => {
					parseMcpFile(text, file);
				},
			),
		);
	});
});
