import type { OpenedMcp } from "@hosts/vscode/mcp/createMcp";
import { LazyMcp } from "@hosts/vscode/mcp/LazyMcp";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFakeMcp, serverState } from "../support/fakeMcp";
import { createSilentLog } from "../support/silentLog";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("LazyMcp", () => {
	it("has no servers before it is started, and starts once", async () => {
		const { mcp, hub } = createFakeMcp();
		hub.set([serverState()]);
		expect(mcp.servers()).toEqual([]);
		mcp.start();
		mcp.start();
		await mcp.open();
		expect(mcp.servers()).toHaveLength(1);
		expect(hub.start).toHaveBeenCalledTimes(1);
	});

	it("tells when it is loaded and whenever a server changes", async () => {
		const { mcp, hub } = createFakeMcp();
		const told = vi.fn();
		const listening = mcp.onDidChange(told);
		await mcp.open();
		expect(told).toHaveBeenCalledTimes(1);
		hub.set([serverState()]);
		expect(told).toHaveBeenCalledTimes(2);
		listening.dispose();
		hub.set([]);
		expect(told).toHaveBeenCalledTimes(2);
	});

	it("passes on what a task wrote before it was loaded", async () => {
		const { mcp, hub } = createFakeMcp();
		mcp.noteTaskWrite("/w/server.js");
		expect(hub.noteTaskWrite).not.toHaveBeenCalled();
		await mcp.open();
		mcp.noteTaskWrite("/w/other.js");
		expect(hub.noteTaskWrite.mock.calls).toEqual([["/w/server.js"], ["/w/other.js"]]);
	});

	it("passes on what a task wrote before any server starts", async () => {
		const { mcp, hub } = createFakeMcp();
		hub.start.mockImplementation(async () => {
			mcp.noteTaskWrite("/w/meanwhile.js");
			expect(hub.noteTaskWrite.mock.calls).toEqual([["/w/server.js"], ["/w/meanwhile.js"]]);
		});
		mcp.noteTaskWrite("/w/server.js");
		await mcp.open();
	});

	it("loads for a call", async () => {
		const { mcp, hub } = createFakeMcp();
		await mcp.callTool("weather", "forecast", { city: "Oslo" });
		expect(hub.callTool).toHaveBeenCalledWith("weather", "forecast", { city: "Oslo" });
	});

	it("waits for loading as part of being ready, but no longer than asked", async () => {
		const mcp = new LazyMcp(() => new Promise(() => {}), createSilentLog());
		const done = vi.fn();
		const waiting = mcp.ready(3000).then(done);
		await vi.advanceTimersByTimeAsync(2999);
		expect(done).not.toHaveBeenCalled();
		await vi.advanceTimersByTimeAsync(1);
		await waiting;
		expect(done).toHaveBeenCalled();
	});

	it("stops waiting when the turn is stopped", async () => {
		const mcp = new LazyMcp(() => new Promise(() => {}), createSilentLog());
		const turn = new AbortController();
		const waiting = mcp.ready(3000, turn.signal);
		turn.abort();
		await expect(waiting).resolves.toBeUndefined();
	});

	it("is ready without servers when it cannot be loaded, and tries again", async () => {
		const { hub, opened } = createFakeMcp();
		const log = createSilentLog();
		let isBroken = true;
		const mcp = new LazyMcp(async () => {
			if (isBroken) throw new Error("no such chunk");
			return opened as unknown as OpenedMcp;
		}, log);
		await mcp.ready(3000);
		expect(mcp.servers()).toEqual([]);
		expect(log.lines).toEqual([expect.stringContaining("no such chunk")]);
		isBroken = false;
		await mcp.open();
		expect(hub.start).toHaveBeenCalledTimes(1);
	});

	it("leaves no servers of a start that failed beside those of the next one", async () => {
		const { mcp, hub, opened } = createFakeMcp();
		opened.imports.refresh.mockRejectedValueOnce(new Error("no such folder"));
		await expect(mcp.open()).rejects.toThrow("no such folder");
		expect(hub.stop).toHaveBeenCalledTimes(1);
		await mcp.open();
		expect(hub.stop).toHaveBeenCalledTimes(1);
	});

	it("ends what was begun while the window closed, and starts nothing after", async () => {
		const { mcp, hub } = createFakeMcp();
		mcp.start();
		await mcp.stop();
		expect(hub.stop).toHaveBeenCalledTimes(1);
		const { mcp: late, hub: lateHub } = createFakeMcp();
		await late.stop();
		late.start();
		await late.open();
		expect(lateHub.start).not.toHaveBeenCalled();
	});
});
