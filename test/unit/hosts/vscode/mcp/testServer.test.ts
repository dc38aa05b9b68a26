import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { ServerTests } from "@hosts/vscode/mcp/ServerTests";
import { type TestedServer, testServer } from "@hosts/vscode/mcp/testServer";
import { parseEntry } from "@services/mcp/config/parseEntry";
import type { McpHubOptions } from "@services/mcp/McpHubOptions";
import { memoryTrustStore } from "@services/mcp/trust/McpTrustStore";
import { trustHash } from "@services/mcp/trust/trustHash";
import type { McpServerState } from "@shared/mcp";
import { describe, expect, it } from "vitest";
import { createTempDir } from "../../../support/tempDir";
import { serverState } from "../support/fakeMcp";
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
	homeDir: createTempDir("kiln-mcp-home"),
	roots: () => [createTempDir("kiln-mcp-test")],
	isWorkspaceTrusted: () => isTrusted,
	trust,
});
const server = (args: readonly string[]) => ({
	name: "tried",
	scope: { kind: "global" } as const,
	entry: { command: process.execPath, args },
});

const ofProject = (args: readonly string[]) => ({
	...server(args),
	scope: { kind: "project", root: "/" } as const,
});
const test = (given: McpHubOptions, tested: TestedServer, servers: readonly McpServerState[] = []) =>
	testServer(given, tested, { servers: () => servers, signal: new AbortController().signal });
function hashOf({ name, scope, entry: value }: TestedServer): string {
	const { entry } = parseEntry(value);
	if (entry === undefined) throw new Error("no entry");
	return trustHash({ name, scope, entry });
}
/** leaves a file behind when it is started */
function marking() {
	const mark = join(createTempDir("kiln-mcp-mark"), "started");
	const script = 'require("node:fs").writeFileSync(process.argv[1], "")';
	return { mark, tested: ofProject(["-e", script, mark]) };
}

describe("testServer", () => {
	it("lists a working server's tools, and keeps no consent", async () => {
		const outcome = await test(options(), server([everything, "stdio"]));
		expect(outcome).toMatchObject({ ok: true, tools: expect.arrayContaining(["echo"]) });
		expect(trust.pins("tried")).toBeUndefined();
	});

	it("tells what a server said that did not start", async () => {
		const outcome = await test(options(), server(["/no/such/file.js"]));
		expect(outcome.ok).toBe(false);
		expect(`${outcome.message} ${outcome.hint}`).toContain("/no/such/file.js");
	});

	it.each([
		["an entry with a fault", { command: "" }, "command"],
		["no entry", {}, "url"],
	])("names the fault of %s without starting anything", async (_, entry, words) => {
		const outcome = await test(options(), { ...server([]), entry });
		expect(outcome).toMatchObject({ ok: false, message: expect.stringContaining(words) });
	});

	it("starts nothing in a workspace that is not trusted", async () => {
		const outcome = await test(options(false), server([everything, "stdio"]));
		expect(outcome).toMatchObject({ ok: false, message: expect.stringContaining("trust") });
	});

	it("starts nothing of a project that has no consent, whatever the form holds", async () => {
		const { mark, tested } = marking();
		const outcome = await test(options(), tested);
		expect(outcome).toMatchObject({ ok: false, message: expect.stringContaining("consent") });
		expect(outcome.hint).toContain("Save it");
		expect(existsSync(mark)).toBe(false);
	});

	it("starts a project's server after the consent to exactly it", async () => {
		const tested = ofProject([everything, "stdio"]);
		const consents = memoryTrustStore([hashOf(tested)]);
		expect(await test({ ...options(), trust: consents }, tested)).toMatchObject({ ok: true });
		const other = marking();
		expect((await test({ ...options(), trust: consents }, other.tested)).ok).toBe(false);
		expect(existsSync(other.mark)).toBe(false);
	});

	it("starts nothing while the window's own server waits again, since a file that it runs was changed", async () => {
		const { mark, tested } = marking();
		const hash = hashOf(tested);
		const trust = { hash, env: {}, headers: {}, oauth: {}, watchPaths: [], variables: [], alwaysAllow: [] };
		const waiting = serverState({ name: tested.name, status: "awaiting_trust", trust });
		const outcome = await test({ ...options(), trust: memoryTrustStore([hash]) }, tested, [waiting]);
		expect(outcome).toMatchObject({ ok: false, message: expect.stringContaining("consent") });
		expect(existsSync(mark)).toBe(false);
	});
});

describe("ServerTests", () => {
	it("ends a test that is under way when the window closes", async () => {
		const pidFile = join(createTempDir("kiln-mcp-mark"), "pid");
		const script =
			'require("node:fs").writeFileSync(process.argv[1], String(process.pid));setInterval(() => {}, 1000)';
		const tests = new ServerTests(options(), { servers: () => [] });
		const running = tests.run(server(["-e", script, pidFile]));
		const pid = () => (existsSync(pidFile) ? Number(readFileSync(pidFile, "utf8")) : 0);
		await expect.poll(pid, { timeout: 20_000 }).toBeGreaterThan(0);
		await tests.stop();
		expect(() => process.kill(pid(), 0)).toThrow("ESRCH");
		expect(await running).toMatchObject({ ok: false, message: "The test was stopped." });
	});
});
