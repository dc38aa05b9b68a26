import { convertEntry, type ImportDialect } from "@services/mcp/config/importDialects";
import { describe, expect, it } from "vitest";

const ref = (inner: string) => `\${${inner}}`;
const command = "npx";

describe("entries of other programs as Kiln writes them", () => {
	it.each<[string, ImportDialect, Record<string, unknown>, Record<string, unknown>]>([
		[
			"Roo's, with all its fields",
			"roo",
			{
				command,
				args: ["a"],
				alwaysAllow: ["t"],
				disabledTools: ["u"],
				timeout: 90,
				watchPaths: ["dist"],
				cwd: ref("workspaceFolder"),
				env: { A: ref("env:A"), SHELL_WORD: ref("HOME") },
			},
			{
				command,
				args: ["a"],
				alwaysAllow: ["t"],
				disabledTools: ["u"],
				timeout: 90,
				watchPaths: ["dist"],
				cwd: ref("workspaceFolder"),
				env: { A: ref("env:A"), SHELL_WORD: ref("HOME") },
			},
		],
		["http", "claude", { type: "http", url: "https://x.example" }, streamable("https://x.example")],
		["an SSE address", "cursor", { type: "sse", url: "http://x" }, { type: "sse", url: "http://x" }],
		["stdio by name", "cursor", { type: "stdio", command }, { type: "stdio", command }],
		[
			"Cursor's placeholders, and what Cursor leaves as it is",
			"cursor",
			{ command, args: [ref("workspaceFolder"), ref("env:A"), ref("HOME")] },
			{ command, args: [ref("workspaceFolder"), ref("env:A"), ref("HOME")] },
		],
		[
			"Claude's variables, in every field that they may stand in",
			"claude",
			{ command: ref("BIN"), args: [`--key=${ref("KEY")}:${ref("KEY_2")}`, "$PLAIN"], env: { A: ref("A") } },
			{
				command: ref("env:BIN"),
				args: [`--key=${ref("env:KEY")}:${ref("env:KEY_2")}`, "$PLAIN"],
				env: { A: ref("env:A") },
			},
		],
		[
			"Claude's headers",
			"claude",
			{ url: `https://${ref("HOST")}/mcp`, headers: { Authorization: `Bearer ${ref("TOKEN")}` } },
			{ url: `https://${ref("env:HOST")}/mcp`, headers: { Authorization: `Bearer ${ref("env:TOKEN")}` } },
		],
		[
			"the project's folder",
			"claude",
			{ command, args: [ref("CLAUDE_PROJECT_DIR:-."), ref("workspaceFolder"), ref("env:X")] },
			{ command, args: [ref("workspaceFolder"), ref("workspaceFolder"), ref("env:X")] },
		],
	])("%s", (_what, dialect, raw, entry) => {
		expect(convertEntry(dialect, raw)).toMatchObject({ entry, notes: [] });
	});

	it.each<[string, ImportDialect, unknown, RegExp]>([
		["a default", "claude", { command, env: { P: ref("P:-80") } }, /P:-80.* in "env\.P" has a default/],
		["an unknown placeholder", "claude", { command, args: ["a", ref("a b")] }, /"args\[1\]" is unknown/],
		[
			"Cursor's own folders",
			"cursor",
			{ command: `${ref("userHome")}/x` },
			/userHome.* in "command" is unknown/,
		],
		["a file of variables", "cursor", { command, envFile: ".env" }, /nothing like its "envFile"/],
		[
			"another sign-in",
			"claude",
			{ url: "https://x", oauth: { callbackPort: 1 } },
			/nothing like its "oauth"/,
		],
		["another protocol", "claude", { type: "ws", url: "wss://x" }, /"type"/],
		["a program and an address", "roo", { command, url: "https://x" }, /either a command or a url/],
		["neither", "roo", {}, /^It needs a "command"/],
		["a value of the wrong kind", "roo", { command, args: "a" }, /^"args" /],
		["no object", "roo", 3, /must be an object/],
	])("says why not: %s", (_what, dialect, raw, reason) => {
		const converted = convertEntry(dialect, raw);
		expect(converted.reason).toMatch(reason);
		expect(converted).not.toHaveProperty("entry");
	});

	it("says what it leaves out and what is off", () => {
		const raw = { command, timeout: 600_000, disabled: true, gallery: true, description: "x" };
		expect(convertEntry("claude", raw)).toMatchObject({
			entry: { command, disabled: true },
			notes: [
				"Its timeout is left out: it means something else there.",
				"Left out, since Kiln has no such field: gallery, description.",
				"It is switched off there, and stays so.",
			],
		});
	});
});

function streamable(url: string) {
	return { type: "streamable-http", url };
}

it.each(["roo", "cursor", "claude"] as const)("leaves out fields of %s that any object has", (dialect) => {
	const raw: unknown = JSON.parse('{"command": "x", "constructor": 1, "__proto__": {"args": ["y"]}}');
	expect(convertEntry(dialect, raw)).toMatchObject({
		entry: { command: "x" },
		notes: ["Left out, since Kiln has no such field: constructor, __proto__."],
	});
});
