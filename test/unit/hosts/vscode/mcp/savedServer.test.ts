import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readEntry, saveServer } from "@hosts/vscode/mcp/savedServer";
import { McpConfigFiles } from "@services/mcp/config/McpConfigFiles";
import type { McpScope } from "@shared/mcp";
import { describe, expect, it, vi } from "vitest";
import { createTempDir, writeTree } from "../../../support/tempDir";
import { serverState } from "../support/fakeMcp";

const text = `{
	"mcpServers": {
		// the weather
		"weather": {
			"command": "node", // not deno
			"args": ["weather.js"],
			"theirs": { "other": true }
		}
	}
}
`;

function setUp(file = text) {
	const root = createTempDir("kiln-mcp-saved");
	writeTree(root, { ".kilocode/mcp.json": file });
	const clock = { now: () => 0, sleep: async () => {} };
	const files = new McpConfigFiles({ globalFile: join(root, "global.json"), roots: () => [root], clock });
	const scope: McpScope = { kind: "project", root };
	const reload = vi.fn(async () => {});
	const hub = {
		servers: () => [serverState({ scope, file: files.fileOf(scope) })],
		settings: {
			renameServer: (server: string, to: string) => files.edit(scope, { kind: "rename", server, to }),
			setServer: (at: McpScope, server: string, entry: Readonly<Record<string, unknown>>) =>
				files.edit(at, { kind: "set", server, entry }),
		},
		reload,
	};
	const now = () => readFileSync(files.fileOf(scope), "utf8");
	return { parts: { hub, files }, hub, scope, now, reload };
}

describe("a saved MCP server", () => {
	it("is read with what Kiln does not know", async () => {
		const { hub } = setUp();
		expect(await readEntry(hub, "weather")).toMatchObject({ command: "node", theirs: { other: true } });
		await expect(readEntry(hub, "toString")).rejects.toMatchObject({ code: "mcp_server_unknown" });
	});

	it("leaves alone what was changed in the file while the form was open", async () => {
		const { parts, hub, scope } = setUp();
		const before = await readEntry(hub, "weather");
		const server = "weather";
		const tool = { server, field: "alwaysAllow", tool: "forecast", isListed: true } as const;
		await parts.files.edit(scope, { kind: "list", ...tool });
		await parts.files.edit(scope, { kind: "field", server, field: "args", value: ["new.js"] });
		await saveServer(parts, { scope, name: server, entry: { ...before, timeout: 5 }, before, isNew: false });
		expect(await readEntry(hub, server)).toMatchObject({
			alwaysAllow: ["forecast"],
			args: ["new.js"],
			timeout: 5,
		});
		const { args: _, ...withoutArgs } = before;
		await saveServer(parts, { scope, name: server, entry: withoutArgs, before, isNew: false });
		expect(await readEntry(hub, server)).not.toHaveProperty("args");
	});

	it("keeps comments and other fields when a field changes", async () => {
		const { parts, hub, scope, now, reload } = setUp();
		const before = await readEntry(hub, "weather");
		await saveServer(parts, {
			scope,
			name: "weather",
			entry: { ...before, args: ["w.js"], timeout: 5 },
			isNew: false,
		});
		expect(now()).toContain("// not deno");
		expect(now()).toContain('"theirs"');
		expect(await readEntry(hub, "weather")).toMatchObject({ args: ["w.js"], timeout: 5 });
		expect(reload).toHaveBeenCalled();
	});

	it("takes a field away", async () => {
		const { parts, hub, scope } = setUp();
		await saveServer(parts, { scope, name: "weather", entry: { command: "node" }, isNew: false });
		expect(await readEntry(hub, "weather")).toEqual({ command: "node" });
	});

	it("may have another name, with all that stands in it", async () => {
		const { parts, scope, now } = setUp();
		const entry = { command: "node", args: ["w.js"], theirs: { other: true } };
		await saveServer(parts, { scope, name: "sky", entry, isNew: false, oldName: "weather" });
		expect(now()).toContain('"sky": {');
		expect(now()).toContain("// not deno");
		expect(now()).not.toContain('"weather"');
	});

	it("may become another kind", async () => {
		const { parts, hub, scope } = setUp();
		const entry = { url: "https://a.example" };
		await saveServer(parts, { scope, name: "weather", entry, isNew: false });
		expect(await readEntry(hub, "weather")).toEqual(entry);
	});

	it.each([
		["a name that is taken", "weather", { command: "a" }, true],
		["a fault in the entry", "weather", { command: "a", timeout: 0 }, false],
		["a fault in a new entry", "new", {}, true],
		["a fault in an entry with a new name", "sky", { command: "" }, false],
		["no name", " ", { command: "a" }, true],
	])("refuses %s and writes nothing", async (_, name, entry, isNew) => {
		const { parts, scope, now } = setUp();
		const oldName = name === "sky" ? "weather" : undefined;
		await expect(saveServer(parts, { scope, name, entry, isNew, oldName })).rejects.toMatchObject({
			code: "invalid_settings",
		});
		expect(now()).toBe(text);
	});

	it("does not write to a file that is no JSON", async () => {
		const { parts, scope, now } = setUp("{ broken");
		const server = { scope, name: "new", entry: { command: "a" }, isNew: true };
		await expect(saveServer(parts, server)).rejects.toMatchObject({ code: "invalid_settings" });
		expect(now()).toBe("{ broken");
	});
});
