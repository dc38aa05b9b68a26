import { readFileSync } from "node:fs";
import { join } from "node:path";
import { McpImports } from "@hosts/vscode/mcp/McpImports";
import { DismissedImports } from "@hosts/vscode/stores/DismissedImports";
import { McpConfigFiles } from "@services/mcp/config/McpConfigFiles";
import type { McpImportSummary } from "@shared/mcp-view";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createTempDir, writeTree } from "../../../support/tempDir";
import { TestClock } from "../../../support/testClock";

let root: string;
let memory: Map<string, unknown>;
let imports: McpImports;
let reload: ReturnType<typeof vi.fn<() => Promise<void>>>;

beforeEach(() => {
	root = createTempDir();
	memory = new Map();
	imports = open();
});

function open(roots: readonly string[] = [root]): McpImports {
	reload = vi.fn(async () => {});
	const store = {
		get: (key: string) => memory.get(key),
		update: async (key: string, value: unknown) => void memory.set(key, value),
	};
	return new McpImports({
		roots: () => roots,
		files: new McpConfigFiles({
			globalFile: join(root, "own.json"),
			roots: () => roots,
			clock: new TestClock(),
		}),
		dismissed: new DismissedImports(store),
		reload,
	});
}

const servers = (entries: Record<string, unknown>) => JSON.stringify({ mcpServers: entries });
const two = servers({ a: { command: "a" }, b: { command: "b", envFile: "x" } });

async function offered(of = imports): Promise<readonly McpImportSummary[]> {
	await of.refresh();
	return of.offered();
}

async function onlyOne(): Promise<McpImportSummary> {
	const [one] = await offered();
	if (!one) throw new Error("nothing is offered");
	return one;
}

describe("McpImports", () => {
	it("offers what is new with what it would run, and why another cannot be imported", async () => {
		writeTree(root, { ".cursor/mcp.json": two, "own.json": servers({ b: { command: "mine" } }) });
		expect(await onlyOne()).toMatchObject({
			origin: ".cursor/mcp.json",
			root,
			servers: [
				{ name: "a", run: { command: "a" }, configured: [] },
				{
					name: "b",
					reason: expect.stringMatching(/envFile/),
					configured: [{ kind: "global" }],
				},
			],
		});
	});

	it("names the folder when several are open", async () => {
		const other = createTempDir();
		writeTree(other, { ".mcp.json": two });
		expect((await offered(open([root, other])))[0]?.origin).toMatch(/^[^/]+\/\.mcp\.json$/);
	});

	it("offers nothing of a file whose servers are all configured, until one is not any more", async () => {
		writeTree(root, { ".mcp.json": servers({ a: { command: "a" } }), ".kilocode/mcp.json": two });
		expect(await offered()).toEqual([]);
		const heard = vi.fn();
		imports.onChange(heard);
		writeTree(root, { ".kilocode/mcp.json": servers({}) });
		await imports.serversChanged(["other"]);
		expect(heard).toHaveBeenCalledTimes(1);
		expect(imports.offered()).toHaveLength(1);
		await imports.serversChanged(["other"]);
		expect(heard).toHaveBeenCalledTimes(1);
	});

	it("keeps a dismissal for that content, in a later window too, and offers a changed file again", async () => {
		writeTree(root, { ".mcp.json": two });
		await imports.dismiss(await onlyOne());
		expect(imports.offered()).toEqual([]);
		expect(await offered(open())).toEqual([]);
		writeTree(root, { ".mcp.json": servers({ c: { command: "c" } }) });
		expect(await offered()).toHaveLength(1);
	});

	it("imports into the project, has the servers read, and does not offer them again", async () => {
		writeTree(root, { ".mcp.json": servers({ a: { command: "a" } }) });
		const scope = { kind: "project", root } as const;
		await imports.import(await onlyOne(), { scope, names: ["a"], replaced: [] });
		expect(JSON.parse(readFileSync(join(root, ".kilocode/mcp.json"), "utf8"))).toEqual({
			mcpServers: { a: { command: "a" } },
		});
		expect(reload).toHaveBeenCalledTimes(1);
		expect(imports.offered()).toEqual([]);
	});

	it("imports nothing of a file that is not the one that was shown, and shows the new one", async () => {
		writeTree(root, { ".mcp.json": servers({ a: { command: "harmless" } }) });
		const shown = await onlyOne();
		writeTree(root, { ".mcp.json": servers({ a: { command: "evil" } }) });
		const scope = { kind: "project", root } as const;
		await expect(imports.import(shown, { scope, names: ["a"], replaced: [] })).rejects.toThrow(/has changed/);
		expect(imports.offered()[0]?.servers[0]?.run?.command).toBe("evil");
		expect(reload).not.toHaveBeenCalled();
	});
});
