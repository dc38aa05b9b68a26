import type { McpHub } from "@services/mcp/McpHub";
import { beforeEach, describe, expect, it } from "vitest";
import { createTempDir } from "../../unit/support/tempDir";
import { faultEntry, processesOf } from "./support/faultServer";
import { connect, createHub, globalServer, until } from "./support/startHub";

let folder: string;
beforeEach(() => {
	folder = createTempDir();
});

async function start(options: Parameters<typeof createHub>[0] = {}, mode?: string) {
	const hub = createHub({ ...options, limits: { retryDelaysMs: [], ...options.limits } });
	const state = await connect(hub, globalServer("bad", faultEntry(folder, mode)));
	return { hub, state };
}

const failed = (hub: McpHub) => until(hub, "bad", ({ status }) => status === "failed");

describe("a program that still runs, but is of no use", () => {
	it("ends when it has closed its stdin", async () => {
		const { hub } = await start();
		await hub.callTool("bad", "close-stdin", {});
		await expect(hub.callTool("bad", "pid", {})).rejects.toMatchObject({ code: "mcp_not_connected" });
		expect((await failed(hub)).reason).toMatch(/^The server is not running: it closed its stdin\./);
		expect(processesOf(folder)).toEqual([]);
	});

	it("ends when it has closed its stdout", async () => {
		const { hub } = await start();
		await expect(hub.callTool("bad", "close-stdout", {})).rejects.toMatchObject({
			code: "mcp_not_connected",
		});
		expect((await failed(hub)).reason).toContain("it closed its stdout");
		expect(processesOf(folder)).toEqual([]);
	});

	it("ends when it asks without end and reads no answer", async () => {
		const { hub } = await start({ limits: { maxMessageBytes: 64 * 1024 } });
		await expect(hub.callTool("bad", "deaf", {})).rejects.toMatchObject({ code: "mcp_not_connected" });
		expect((await failed(hub)).reason).toContain("it does not read its stdin");
		expect(processesOf(folder)).toEqual([]);
	});
});

it("does not wait for another answer than a malformed one", async () => {
	const { hub } = await start();
	await expect(hub.callTool("bad", "malformed", {})).rejects.toMatchObject({
		code: "mcp_failed",
		message: expect.stringContaining("its answer is malformed"),
	});
	expect(await hub.callTool("bad", "pid", {})).toMatchObject({ isError: false });
});

it("cancels no call that is over when the person stops later", async () => {
	const { hub } = await start();
	const stop = new AbortController();
	for (let call = 0; call < 3; call++) await hub.callTool("bad", "pid", {}, { signal: stop.signal });
	stop.abort();
	const { content } = await hub.callTool("bad", "cancelled", {});
	expect(content).toMatchObject([{ text: "[]" }]);
});

it.each([
	["another version of the protocol", "old", "protocol version is not supported: 1999-01-01"],
	["another protocol", "foreign", "its answer is malformed (protocolVersion:"],
])("does not start a server again that speaks %s", async (_name, mode, reason) => {
	const { state } = await start({ limits: { retryDelaysMs: [1, 1, 1] } }, mode);
	expect(state).toMatchObject({ status: "failed", failedTries: 1, reason: expect.stringContaining(reason) });
	await expect.poll(() => processesOf(folder)).toEqual([]);
});

it("says why a program of Node failed, not which Node it was", async () => {
	const { state } = await start({}, "throw");
	expect(state.reason).toBe(
		"The server is not running: it ended with exit code 1. Its last words: Error: MY_KEY is not set. It was started once.",
	);
});

it("masks a key in the log before it cuts the line", async () => {
	const hub = createHub();
	await connect(
		hub,
		globalServer("bad", { ...faultEntry(folder), env: { API_KEY: "s3cret-s3cret-s3cret" } }),
	);
	await hub.callTool("bad", "log-key", {});
	const { log } = await until(hub, "bad", (state) => state.log.length > 0);
	expect(log[0]?.text).toBe(`${"x".repeat(1990)} ***`);
});
