import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { importableConfig, importableConfigs } from "@services/mcp/config/importableConfigs";
import { beforeEach, describe, expect, it } from "vitest";
import { createTempDir, writeTree } from "../../../support/tempDir";

const servers = (entries: Record<string, unknown>) => JSON.stringify({ mcpServers: entries });
const variable = "$" + "{TOKEN}";

let first: string;
let second: string;
beforeEach(() => {
	[first, second] = [createTempDir(), createTempDir()];
});

describe("importableConfigs", () => {
	it.each(["[", '{"a":'])(
		"names a file whose JSON nests %s without end, and reads the others",
		async (open) => {
			const json = `{"mcpServers":{"x":{"command":"x","args":${open.repeat(100_000)}`;
			writeTree(first, { ".mcp.json": json, ".roo/mcp.json": servers({ r: { command: "r" } }) });
			const found = await importableConfigs([first]);
			expect(found.map(({ origin, problem }) => [origin, problem])).toEqual([
				[".roo/mcp.json", undefined],
				[".mcp.json", "It cannot be read: The JSON is nested more than 100 levels deep."],
			]);
		},
	);

	it("finds other programs' files in each root, each in its dialect", async () => {
		writeTree(first, { ".roo/mcp.json": servers({ r: { command: variable } }) });
		writeTree(second, {
			".cursor/mcp.json": servers({ c: { command: "c" } }),
			".mcp.json": servers({ m: { command: variable } }),
		});
		const found = await importableConfigs([first, second]);
		expect(
			found.map(({ root, origin, servers: all }) => [
				root,
				origin,
				all.map((server) => server.reason ?? server.entry.command),
			]),
		).toEqual([
			[first, ".roo/mcp.json", [variable]],
			[second, ".cursor/mcp.json", ["c"]],
			[second, ".mcp.json", ["$" + "{env:TOKEN}"]],
		]);
	});

	it("names what is broken, and lets it stop nobody else", async () => {
		writeTree(first, {
			".roo/mcp.json": '{ "mcpServers": { "a": { "command": "a" }, "bad": {} }, oops',
			".cursor/mcp.json": "[]",
			".mcp.json": servers({ m: { command: "m" } }),
		});
		const [roo, cursor, claude] = await importableConfigs([first]);
		expect(roo?.problem).toMatch(/^Line 1: The JSON is broken/);
		expect(roo?.servers.map(({ name, reason }) => [name, reason === undefined])).toEqual([
			["a", true],
			["bad", false],
		]);
		expect(cursor?.problem).toBe('Line 1: must be an object with "mcpServers"');
		expect(claude?.servers).toHaveLength(1);
	});

	it("leaves out what configures nothing", async () => {
		writeTree(first, { ".roo/mcp.json": servers({}), ".cursor/mcp.json": "", ".mcp.json": "{}" });
		expect(await importableConfigs([first, second])).toEqual([]);
	});

	it("offers no half of an entry", async () => {
		writeTree(first, {
			".mcp.json": '{ "mcpServers": { "a": { "command": "a" }, "cut": { "command": "npx", "args": ["-y"',
		});
		const [claude] = await importableConfigs([first]);
		expect(claude?.servers.map(({ name, reason }) => [name, reason])).toEqual([
			["a", undefined],
			["cut", "Its JSON is broken."],
		]);
	});

	it("does not read what is large or no file", async () => {
		writeTree(first, { ".roo/mcp.json/": "", ".cursor/mcp.json": " ".repeat(4_000_001) });
		symlinkSync("/dev/zero", join(first, ".mcp.json"));
		const found = await importableConfigs([first]);
		expect(found.map(({ problem }) => problem)).toEqual([
			expect.stringMatching(/^It cannot be read: .* is a directory/),
			expect.stringMatching(/^It cannot be read: .* is larger than 4 MB\.$/),
			expect.stringMatching(/^It cannot be read: .* is a device, not a regular file/),
		]);
	});

	it("has another hash when the file has changed", async () => {
		const hashes: (string | undefined)[] = [];
		for (const command of ["a", "b", "a"]) {
			writeTree(first, { ".mcp.json": servers({ x: { command } }) });
			hashes.push((await importableConfigs([first]))[0]?.hash);
		}
		expect(hashes[0]).toBe(hashes[2]);
		expect(hashes[0]).not.toBe(hashes[1]);
	});

	it("survives names that mean something to JavaScript", async () => {
		writeTree(first, {
			".mcp.json": '{"mcpServers":{"__proto__":{"command":"a"},"constructor":{"command":"b"}}}',
		});
		const [config] = await importableConfigs([first]);
		expect(config?.servers.map(({ name, reason }) => [name, reason])).toEqual([
			["__proto__", undefined],
			["constructor", undefined],
		]);
	});
});

describe("importableConfig", () => {
	it("knows whose a file is by its place", async () => {
		writeTree(first, {
			"home/.cursor/mcp.json": servers({ a: { command: "a", envFile: "x" } }),
			"servers.json": servers({ a: { command: variable } }),
		});
		const read = (path: string) => importableConfig(join(first, path), second);
		expect((await read("home/.cursor/mcp.json"))?.servers[0]?.reason).toMatch(/envFile/);
		expect((await read("servers.json"))?.servers[0]).toMatchObject({ entry: { command: variable } });
		expect(await read("nothing.json")).toBeUndefined();
	});
});
