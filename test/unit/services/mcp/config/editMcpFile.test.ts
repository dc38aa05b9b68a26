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

	it("takes a tool off a list as often as it stands there", () => {
		const twice = '{"mcpServers":{"a":{"command":"x","alwaysAllow":["t","u","t"]}}}';
		const edit = { kind: "list", server: "a", field: "alwaysAllow", tool: "t", isListed: false } as const;
		expect(parseMcpFile(editMcpFile(twice, edit), "").entries.get("a")?.alwaysAllow).toEqual(["u"]);
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

describe("what is taken away", () => {
	const wrapped = (list: string) => `{ "mcpServers": { "a": { "command": "x", "alwaysAllow": ${list} } } }`;

	/** Each element with a comment behind it, so that a lost one is noticed. */
	const layouts: readonly [string, (tools: readonly string[], isTrailing: boolean) => string][] = [
		["on one line", (tools, comma) => `[${tools.map(quoted).join(", ")}${comma ? "," : ""}]`],
		["close together", (tools, comma) => `[${tools.map(quoted).join(",")}${comma ? "," : ""}]`],
		["with comments", (tools, comma) => `[${tools.map(remarked).join(", ")}${comma ? " ," : ""} /* end */]`],
		["line by line", (tools, comma) => `[\n\t${tools.map(quoted).join(",\n\t")}${comma ? "," : ""}\n]`],
	];
	function quoted(tool: string): string {
		return JSON.stringify(tool);
	}
	function remarked(tool: string): string {
		return `${quoted(tool)} /* of ${tool} */`;
	}

	it.each(layouts)("leaves a list %s as it would be without it", (_name, layout) => {
		const tool = fc.stringMatching(/^[a-z]{1,3}$/);
		const tools = fc.uniqueArray(tool, { minLength: 1, maxLength: 4 });
		fc.assert(
			fc.property(tools, fc.nat(), fc.boolean(), (listed, chosen, isTrailing) => {
				const gone = listed[chosen % listed.length] ?? "";
				const given = wrapped(layout(listed, isTrailing));
				const edited = editMcpFile(given, {
					kind: "list",
					server: "a",
					field: "alwaysAllow",
					tool: gone,
					isListed: false,
				});
				const left = listed.filter((one) => one !== gone);
				expect(parseMcpFile(edited, "").problems).toEqual([]);
				expect(parseMcpFile(edited, "").entries.get("a")?.alwaysAllow).toEqual(left);
				for (const one of left)
					if (given.includes(`/* of ${one} */`)) expect(edited).toContain(`/* of ${one} */`);
			}),
		);
	});

	const three = `{
	// all
	"mcpServers": {
		// of a
		"a": { "command": "x" }, // behind a
		// of b
		"b": { "command": "y" } /* within b */, // behind b
		// of c
		"c": { "command": "z" } // behind c
	} // end
}
`;

	it.each([
		["a", ["of b", "behind b", "of c", "behind c"]],
		["b", ["of a", "behind a", "of c", "behind c"]],
		["c", ["of a", "behind a", "of b", "behind b"]],
	])("is the server %s, and no other's comment", (server, comments) => {
		const edited = editMcpFile(three, { kind: "remove", server });
		expect(parseMcpFile(edited, "")).toMatchObject({ problems: [] });
		expect([...parseMcpFile(edited, "").entries.keys()]).toEqual(
			["a", "b", "c"].filter((one) => one !== server),
		);
		for (const comment of ["all", "end", ...comments]) expect(edited).toContain(`// ${comment}\n`);
		expect(edited).not.toContain(`// behind ${server}`);
		expect(edited).not.toMatch(/\n\s*\n/);
	});

	it("is a field, with the lines of all others as they are", () => {
		const lines =
			'{\r\n  "mcpServers": {\r\n    "a": {\r\n      "disabled": true, // for now\r\n      "command": "x" // mine\r\n    }\r\n  }\r\n}\r\n';
		const edited = editMcpFile(lines, { kind: "field", server: "a", field: "disabled", value: undefined });
		expect(edited).toBe(lines.replace('      "disabled": true, // for now\r\n', ""));
		const gone = { kind: "field", server: "a", field: "timeout", value: undefined } as const;
		expect(editMcpFile(lines, gone)).toBe(lines);
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
		[
			"a name that stands twice",
			'{"mcpServers":{"a":{"command":"x"},"a":{"command":"y"}}}',
			{ kind: "field", server: "a", field: "disabled", value: true },
			"invalid_settings",
		],
		[
			"a field that stands twice",
			'{"mcpServers":{"a":{"command":"x","alwaysAllow":["t"],"alwaysAllow":["t"]}}}',
			{ kind: "list", server: "a", field: "alwaysAllow", tool: "t", isListed: false },
			"invalid_settings",
		],
		...["[]", "null", '"x"'].map((servers): [string, string, McpConfigEdit, string] => [
			`servers that are ${servers}`,
			`{"mcpServers":${servers}}`,
			{ kind: "set", server: "a", entry: { command: "x" } },
			"invalid_settings",
		]),
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
