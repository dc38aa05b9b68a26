import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { importableConfigs } from "@services/mcp/config/importableConfigs";
import { importServers, serverNamesIn } from "@services/mcp/config/importServers";
import { McpConfigFiles } from "@services/mcp/config/McpConfigFiles";
import type { McpScope } from "@shared/mcp";
import { beforeEach, expect, it } from "vitest";
import { createTempDir, writeTree } from "../../../support/tempDir";
import { TestClock } from "../../../support/testClock";

let root: string;
let files: McpConfigFiles;
let project: McpScope;
beforeEach(() => {
	root = createTempDir();
	files = new McpConfigFiles({
		globalFile: join(root, "own.json"),
		roots: () => [root],
		clock: new TestClock(),
	});
	project = { kind: "project", root };
	writeTree(root, {
		".roo/mcp.json": JSON.stringify({
			mcpServers: {
				a: { command: "roo-a", alwaysAllow: ["t"] },
				b: { url: "https://b.example", type: "http" },
				bad: {},
			},
		}),
	});
});

async function run(scope: McpScope, names: readonly string[], replaced: readonly string[] = []) {
	const [config] = await importableConfigs([root]);
	if (!config) throw new Error("nothing was found");
	await importServers(files, config, { scope, names, replaced });
}

const projectText = () => readFileSync(files.fileOf(project), "utf8");

it("adds the chosen servers, and keeps the file's comments and order", async () => {
	writeTree(root, {
		".kilocode/mcp.json": '{\n\t// ours\n\t"mcpServers": { "z": { "command": "z" } },\n}\n',
	});
	await run(project, ["b", "a"]);
	expect(projectText()).toContain("// ours");
	const { servers } = await files.load();
	expect(servers.map(({ name }) => name)).toEqual(["z", "b", "a"]);
	expect(servers[1]?.entry).toMatchObject({ type: "streamable-http", url: "https://b.example" });
	expect(servers[2]?.entry.alwaysAllow).toEqual(["t"]);
});

it("replaces only what it is told to, and writes nothing when one is refused", async () => {
	writeTree(root, { ".kilocode/mcp.json": '{ "mcpServers": { "a": { "command": "mine" } } }' });
	await expect(run(project, ["b", "a"])).rejects.toMatchObject({ code: "invalid_settings" });
	expect(projectText()).not.toContain("b.example");
	await run(project, ["b", "a"], ["a"]);
	expect(projectText()).toContain("roo-a");
	expect(projectText()).not.toContain("mine");
});

it("takes an entry with a fault for a taken name, too", async () => {
	writeTree(root, { ".kilocode/mcp.json": '{ "mcpServers": { "a": { "command": 3 } } }' });
	expect(await serverNamesIn(files.fileOf(project))).toEqual(new Set(["a"]));
	await expect(run(project, ["a"])).rejects.toMatchObject({ code: "invalid_settings" });
});

it("refuses by name what cannot be imported or is not there", async () => {
	await expect(run(project, ["a", "bad"])).rejects.toThrow(/"bad" of \.roo\/mcp\.json cannot be imported/);
	await expect(run(project, ["nobody"])).rejects.toMatchObject({ code: "mcp_server_unknown" });
	expect(existsSync(files.fileOf(project))).toBe(false);
});

it("allows no tool in advance in the person's own file", async () => {
	await run({ kind: "global" }, ["a"]);
	expect((await files.load()).servers).toMatchObject([{ name: "a", entry: { alwaysAllow: [] } }]);
});

it.runIf(process.platform !== "win32")("does not read what is no file as a configuration", async () => {
	mkdirSync(join(root, ".kilocode"));
	symlinkSync("/dev/zero", files.fileOf(project));
	expect([...(await serverNamesIn(files.fileOf(project)))]).toEqual([]);
});
