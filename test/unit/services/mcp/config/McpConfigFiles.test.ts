import { lstatSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { importableConfigs } from "@services/mcp/config/importableConfigs";
import { McpConfigFiles } from "@services/mcp/config/McpConfigFiles";
import { beforeEach, expect, it } from "vitest";
import { createTempDir, writeTree } from "../../../support/tempDir";
import { TestClock } from "../../../support/testClock";

let home: string;
let first: string;
let second: string;
let clock: TestClock;
let files: McpConfigFiles;
beforeEach(() => {
	[home, first, second] = [createTempDir(), createTempDir(), createTempDir()];
	clock = new TestClock();
	files = new McpConfigFiles({ globalFile: join(home, "mcp.json"), roots: () => [first, second], clock });
});

const servers = (entries: Record<string, unknown>) => JSON.stringify({ mcpServers: entries });

it("lets a project win over the person's own, and an earlier root over a later one", async () => {
	writeTree(home, {
		"mcp.json": servers({ a: { command: "own" }, b: { command: "own" }, c: { command: "own" } }),
	});
	writeTree(first, { ".kilocode/mcp.json": servers({ b: { command: "first" } }) });
	writeTree(second, {
		".kilocode/mcp.json": servers({ b: { command: "second" }, c: { command: "second" } }),
	});
	const { servers: found, problems } = await files.load();
	expect(problems).toEqual([]);
	expect(
		found.map(({ name, scope, entry }) => [name, scope.kind, "command" in entry && entry.command]),
	).toEqual([
		["a", "global", "own"],
		["b", "project", "first"],
		["c", "project", "second"],
	]);
});

it("reads nothing from files that are not there, and reports one that cannot be read", async () => {
	expect(await files.load()).toEqual({ servers: [], problems: [] });
	writeTree(first, { ".kilocode/mcp.json/": "" });
	const { problems } = await files.load();
	expect(problems).toMatchObject([
		{ file: join(first, ".kilocode/mcp.json"), message: expect.stringMatching(/cannot be read/) },
	]);
});

it("edits one after the other, makes the file when needed, and keeps a link a link", async () => {
	writeTree(home, { "dotfiles/mcp.json": "{\n  // mine\n}\n" });
	symlinkSync(join(home, "dotfiles/mcp.json"), join(home, "mcp.json"));
	const names = ["a", "b", "c", "d"];
	await Promise.all(
		names.map((server) =>
			files.edit({ kind: "global" }, { kind: "set", server, entry: { command: server } }),
		),
	);
	expect((await files.load()).servers.map((server) => server.name)).toEqual(names);
	expect(lstatSync(join(home, "mcp.json")).isSymbolicLink()).toBe(true);
	expect(readFileSync(join(home, "dotfiles/mcp.json"), "utf8")).toContain("// mine");
	await files.edit({ kind: "project", root: first }, { kind: "set", server: "p", entry: { command: "p" } });
	expect((await files.load()).servers.at(-1)).toMatchObject({
		name: "p",
		scope: { kind: "project", root: first },
	});
});

it("goes on after an edit that was refused", async () => {
	const scope = { kind: "global" } as const;
	await expect(files.edit(scope, { kind: "remove", server: "x" })).rejects.toMatchObject({
		code: "mcp_server_unknown",
	});
	await files.edit(scope, { kind: "set", server: "a", entry: { command: "a" } });
	expect((await files.load()).servers).toHaveLength(1);
	expect(statSync(join(home, "mcp.json")).mode & 0o777).toBe(0o600);
});

it("tells of a change by somebody else, in a file that was not there before either", async () => {
	let changes = 0;
	const watching = files.watch(() => changes++);
	writeTree(first, { ".kilocode/mcp.json": servers({ a: { command: "x" } }) });
	await expect
		.poll(() => {
			clock.advance(150);
			return changes;
		})
		.toBeGreaterThan(0);
	watching.dispose();
});

it("offers other programs' configurations, and nothing that cannot be read", async () => {
	writeTree(first, { ".cursor/mcp.json": servers({ c: { command: "c" } }), ".roo/mcp.json": "{ broken" });
	writeTree(second, { ".mcp.json": servers({ m: { url: "https://x.example" }, bad: {} }) });
	const found = await importableConfigs([first, second]);
	expect(found.map(({ root, origin, entries }) => [root, origin, [...entries.keys()]])).toEqual([
		[first, ".cursor/mcp.json", ["c"]],
		[second, ".mcp.json", ["m"]],
	]);
});
