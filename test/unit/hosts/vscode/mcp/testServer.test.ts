import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { testServer } from "@hosts/vscode/mcp/testServer";
import type { McpHubOptions } from "@services/mcp/McpHubOptions";
import { memoryTrustStore } from "@services/mcp/trust/McpTrustStore";
import { describe, expect, it } from "vitest";
import { createTempDir } from "../../../support/tempDir";
import { createSilentLog } from "../support/silentLog";

const require = createRequire(import.meta.url);
const everything = join(
	dirname(require.resolve("@modelcontextprotocol/server-everything/package.json")),
	"dist/index.js",
);
const trust = memoryTrustStore();
const options = (isTrusted = true): McpHubOptions => ({
	version: "1",
	clock: {
		now: Date.now,
		sleep: (ms, signal) =>
			new Promise((resolve, reject) => {
				const timer = setTimeout(resolve, ms);
				signal?.addEventListener("abort", () => {
					clearTimeout(timer);
					reject(signal.reason);
				});
			}),
	},
	log: createSilentLog(),
	fetch,
	platform: process.platform,
	environment: async () => ({ PATH: process.env.PATH ?? "" }),
	roots: () => [createTempDir("kiln-mcp-test")],
	isWorkspaceTrusted: () => isTrusted,
	trust,
});
const server = (args: readonly string[]) => ({
	name: "tried",
	scope: { kind: "project", root: "/" } as const,
	entry: { command: process.execPath, args },
});

describe("testServer", () => {
	it("lists a working server's tools, and keeps no consent", async () => {
		const outcome = await testServer(options(), server([everything, "stdio"]));
		expect(outcome).toMatchObject({ ok: true, tools: expect.arrayContaining(["echo"]) });
		expect(trust.pins("tried")).toBeUndefined();
	});

	it("tells what a server said that did not start", async () => {
		const outcome = await testServer(options(), server(["/no/such/file.js"]));
		expect(outcome.ok).toBe(false);
		expect(`${outcome.message} ${outcome.hint}`).toContain("/no/such/file.js");
	});

	it.each([
		["an entry with a fault", { command: "" }, "command"],
		["no entry", {}, "url"],
	])("names the fault of %s without starting anything", async (_, entry, words) => {
		const outcome = await testServer(options(), { ...server([]), entry });
		expect(outcome).toMatchObject({ ok: false, message: expect.stringContaining(words) });
	});

	it("starts nothing in a workspace that is not trusted", async () => {
		const outcome = await testServer(options(false), server([everything, "stdio"]));
		expect(outcome).toMatchObject({ ok: false, message: expect.stringContaining("trust") });
	});
});
