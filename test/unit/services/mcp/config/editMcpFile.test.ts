import { editMcpFile, type McpConfigEdit } from "@services/mcp/config/editMcpFile";
import { parseMcpFile } from "@services/mcp/config/parseMcpFile";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const text = `{
  // servers of mine
  "theme": "dark",
  "mcpServers": {
    /* bakes */
    "oven": { "command": "oven", "alwaysAllow": ["heat" /* safe */] },
    "web": {
      "url": "https://x.example", // production
    },
  },
}
`;

const edits: readonly [string, McpConfigEdit, string, string][] = [
	[
		"takes a tool off a list",
		{ kind: "list", server: "oven", field: "alwaysAllow", tool: "heat", isListed: false },
		'"alwaysAllow": ["heat" /* safe */]',
		'"alwaysAllow": []',
	],
	[
		"puts a tool on a list",
		{ kind: "list", server: "oven", field: "alwaysAllow", tool: "cool", isListed: true },
		'["heat" /* safe */]',
		'["heat", "cool" /* safe */]',
	],
	[
		"changes a field",
		{ kind: "field", server: "oven", field: "command", value: "kiln" },
		'"command": "oven"',
		'"command": "kiln"',
	],
	["renames a server", { kind: "rename", server: "oven", to: "kiln 🔥" }, '"oven": {', '"kiln 🔥": {'],
];

describe("an edit", () => {
	it.each(edits)("%s and leaves everything else as it is", (_name, edit, before, after) => {
		const edited = editMcpFile(text, edit);
		const packed = (json: string) => json.replace(/\s+/g, "");
		expect(packed(edited)).toBe(packed(text.replace(before, after)));
	});

	it.each<McpConfigEdit>([
		{ kind: "list", server: "oven", field: "alwaysAllow", tool: "heat", isListed: true },
		{ kind: "list", server: "oven", field: "disabledTools", tool: "heat", isListed: false },
		{ kind: "rename", server: "oven", to: "oven" },
	])("that changes nothing changes no character: %j", (edit) => {
		expect(editMcpFile(text, edit)).toBe(text);
	});

	it("adds a server to an empty file, and to one that has others", () => {
		const edit = { kind: "set", server: "new", entry: { command: "x" } } as const;
		expect(parseMcpFile(editMcpFile("", edit), "").entries.has("new")).toBe(true);
		const added = editMcpFile(text, edit);
		expect([...parseMcpFile(added, "").entries.keys()]).toEqual(["oven", "web", "new"]);
		expect(added).toContain("// production");
		expect(added).toContain("/* bakes */");
	});

	it("removes a server with nothing but itself", () => {
		const edited = editMcpFile(text, { kind: "remove", server: "oven" });
		expect([...parseMcpFile(edited, "").entries.keys()]).toEqual(["web"]);
		expect(edited).toContain("// production");
		expect(edited).toContain("// servers of mine");
	});

	it("keeps CRLF, tabs and a byte order mark", () => {
		const crlf =
			'\uFEFF{\r\n\t"mcpServers": {\r\n\t\t"a": {\r\n\t\t\t"command": "x"\r\n\t\t}\r\n\t}\r\n}\r\n';
		const edited = editMcpFile(crlf, { kind: "field", server: "a", field: "disabled", value: true });
		expect(edited).toBe(crlf.replace('"x"\r\n', '"x",\r\n\t\t\t"disabled": true\r\n'));
	});
});

describe("what is refused", () => {
	it.each<[string, string, McpConfigEdit, string]>([
		["broken JSON", "{ oops", { kind: "remove", server: "oven" }, "invalid_settings"],
		["an unknown server", text, { kind: "remove", server: "x" }, "mcp_server_unknown"],
		["a broken entry", text, { kind: "set", server: "x", entry: {} }, "invalid_settings"],
		[
			"a broken field",
			text,
			{ kind: "field", server: "oven", field: "timeout", value: 0 },
			"invalid_settings",
		],
		["a name that is taken", text, { kind: "rename", server: "oven", to: "web" }, "invalid_settings"],
		["no name", text, { kind: "set", server: " ", entry: { command: "x" } }, "invalid_settings"],
	])("%s", (_name, given, edit, code) => {
		expect(() => editMcpFile(given, edit)).toThrow(expect.objectContaining({ code }));
	});
});

it("lists and unlists any tool, and comes back to the same servers", () => {
	fc.assert(
		fc.property(fc.string({ minLength: 1 }), (tool) => {
			const edit = { kind: "list", server: "web", field: "disabledTools", tool } as const;
			const listed = editMcpFile(text, { ...edit, isListed: true });
			expect(parseMcpFile(listed, "").entries.get("web")?.disabledTools).toEqual([tool]);
			const unlisted = editMcpFile(listed, { ...edit, isListed: false });
			expect(parseMcpFile(unlisted, "").entries).toEqual(parseMcpFile(text, "").entries);
		}),
	);
});
