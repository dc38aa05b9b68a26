import { OpenFailure } from "@services/mcp/connection/OpenFailure";
import { McpHub } from "@services/mcp/McpHub";
import type { McpHubOptions } from "@services/mcp/McpHubOptions";
import { memoryTrustStore } from "@services/mcp/trust/McpTrustStore";
import { trustHash } from "@services/mcp/trust/trustHash";
import { expect, it, onTestFinished } from "vitest";
import { globalServer, projectServer } from "../../../integration/mcp/support/startHub";
import { TestClock } from "../../support/testClock";
import { FakeSessions, listedTool } from "./fakeSession";

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

function createHub(sessions: FakeSessions, options: Partial<McpHubOptions> = {}): McpHub {
	const hub = new McpHub({
		version: "0",
		clock: new TestClock(),
		log,
		fetch: () => Promise.reject(new Error("no network")),
		platform: "linux",
		environment: async () => ({ PATH: "/bin" }),
		homeDir: "/home/ann",
		roots: () => ["/work"],
		isWorkspaceTrusted: () => true,
		trust: memoryTrustStore(),
		openSession: sessions.open,
		...options,
	});
	onTestFinished(() => hub.stop());
	return hub;
}

function gate(): { readonly opened: Promise<void>; open(): void } {
	let open = () => {};
	const opened = new Promise<void>((resolve) => {
		open = resolve;
	});
	return { opened, open: () => open() };
}

const set = (hub: McpHub, ...servers: ReturnType<typeof globalServer>[]) =>
	hub.setConfigs({ servers, problems: [] });
const statusOf = (hub: McpHub) => hub.servers().map(({ status }) => status);
const toolsOf = (hub: McpHub) => hub.servers()[0]?.catalogue.tools.map(({ name }) => name);

it("does not start a server that was switched off while its environment was being read", async () => {
	const sessions = new FakeSessions();
	const [asked, shell] = [gate(), gate()];
	const hub = createHub(sessions, {
		environment: async () => {
			asked.open();
			await shell.opened;
			return {};
		},
	});
	set(hub, globalServer("a", { command: "x" }));
	await asked.opened;
	set(hub, globalServer("a", { command: "x", disabled: true }));
	shell.open();
	await hub.stop();
	expect(sessions.names).toEqual([]);
});

it("never starts a server again that was replaced while the person consented to it", async () => {
	const sessions = new FakeSessions();
	const store = memoryTrustStore();
	const kept = gate();
	const trust = {
		...store,
		add: async (hashes: readonly string[]) => {
			await kept.opened;
			await store.add(hashes);
		},
	};
	const hub = createHub(sessions, { trust });
	set(hub, projectServer("a", "/work", { command: "x" }));
	const trusting = hub.trust("a", hub.servers()[0]?.trust?.hash ?? "");
	set(hub, projectServer("a", "/work", { command: "y" }));
	kept.open();
	await trusting;
	await hub.ready(0);
	await hub.stop();
	expect(sessions.names).toEqual([]);
});

it("starts a server that was taken out and put back when the old one has ended", async () => {
	const sessions = new FakeSessions();
	const hub = createHub(sessions);
	const config = globalServer("a", { command: "x" });
	set(hub, config);
	await expect.poll(() => statusOf(hub)).toEqual(["connected"]);
	const end = gate();
	sessions.closeGate = end.opened;
	set(hub);
	set(hub, config);
	await expect.poll(() => sessions.closing).toEqual(["a"]);
	expect(sessions.names).toEqual(["a"]);
	end.open();
	await expect.poll(() => sessions.names).toEqual(["a", "a"]);
});

it("reads the lists again that changed while they were read for the first time", async () => {
	const sessions = new FakeSessions();
	const listed = gate();
	sessions.listGate = listed.opened;
	const hub = createHub(sessions);
	set(hub, globalServer("a", { command: "x" }));
	await expect.poll(() => sessions.reads).toBe(1);
	sessions.opened[0]?.events.onListChanged();
	sessions.next = { ...sessions.catalogue, tools: [listedTool("late")] };
	listed.open();
	await expect.poll(() => toolsOf(hub)).toEqual(["late"]);
});

it("does not read a server without end that announces a change after each reading", async () => {
	const sessions = new FakeSessions();
	const clock = new TestClock();
	const hub = createHub(sessions, { clock });
	set(hub, globalServer("a", { command: "x" }));
	await expect.poll(() => statusOf(hub)).toEqual(["connected"]);
	const before = clock.sleepers;
	for (let change = 0; change < 5; change++) {
		sessions.opened[0]?.events.onListChanged();
		await expect.poll(() => clock.sleepers).toBe(before + 1);
	}
	expect(sessions.reads).toBe(2);
	clock.advance(1000);
	await expect.poll(() => sessions.reads).toBe(3);
});

it("accepts the tools of the first list that has some, though one before it failed", async () => {
	const sessions = new FakeSessions();
	sessions.next = sessions.catalogue;
	sessions.catalogue = {
		...sessions.catalogue,
		tools: [],
		notes: ["Its tools could not be listed: no luck"],
	};
	const hub = createHub(sessions);
	set(hub, globalServer("a", { command: "x", alwaysAllow: ["heat"] }));
	await expect.poll(() => statusOf(hub)).toEqual(["connected"]);
	sessions.opened[0]?.events.onListChanged();
	await expect.poll(() => toolsOf(hub)).toEqual(["heat", "cool"]);
	expect(hub.servers()[0]?.changedTools).toEqual([]);
	expect(hub.servers()[0]?.catalogue.tools[0]?.isAlwaysAllowed).toBe(true);
});

it("keeps the tools of a server whose list fails when it is read again, and says so", async () => {
	const sessions = new FakeSessions();
	const why = "Its tools could not be listed: no luck";
	sessions.next = { ...sessions.catalogue, tools: [], brokenOff: ["tools"], notes: [why] };
	const hub = createHub(sessions);
	set(hub, globalServer("a", { command: "x" }));
	await expect.poll(() => statusOf(hub)).toEqual(["connected"]);
	sessions.opened[0]?.events.onListChanged();
	await expect
		.poll(() => hub.servers()[0]?.catalogue.notes)
		.toEqual([why, "The list of tools from before still counts."]);
	expect(toolsOf(hub)).toEqual(["heat", "cool"]);
	await expect(hub.callTool("a", "heat", {})).resolves.toMatchObject({ isError: false });
});

it("believes a server that has no tools any more", async () => {
	const sessions = new FakeSessions();
	sessions.next = { ...sessions.catalogue, tools: [] };
	const hub = createHub(sessions);
	set(hub, globalServer("a", { command: "x" }));
	await expect.poll(() => statusOf(hub)).toEqual(["connected"]);
	sessions.opened[0]?.events.onListChanged();
	await expect.poll(() => toolsOf(hub)).toEqual([]);
});

it.each([
	["a turn begins", (hub: McpHub) => hub.ready(1000)],
	["a call names it", (hub: McpHub) => hub.checkCall("a", "heat", {}).catch(() => undefined)],
])("tries a remote server that was out of reach again when %s, once a minute", async (_name, want) => {
	const sessions = new FakeSessions();
	const clock = new TestClock();
	const hub = createHub(sessions, { clock, limits: { retryDelaysMs: [] } });
	sessions.gate = Promise.reject(new OpenFailure("fetch failed.", {}));
	sessions.gate.catch(() => undefined);
	set(hub, globalServer("a", { url: "https://x.example" }));
	await expect.poll(() => statusOf(hub)).toEqual(["failed"]);
	await want(hub);
	expect(sessions.names).toEqual(["a"]);
	clock.advance(60_000);
	await want(hub);
	await expect.poll(() => [sessions.names.length, ...statusOf(hub)]).toEqual([2, "failed"]);
	sessions.gate = Promise.resolve();
	await want(hub);
	expect(statusOf(hub)).toEqual(["failed"]);
	clock.advance(60_000);
	await want(hub);
	await expect.poll(() => statusOf(hub)).toEqual(["connected"]);
});

it("leaves a program that has failed to the person", async () => {
	const sessions = new FakeSessions();
	const clock = new TestClock();
	const hub = createHub(sessions, { clock, limits: { retryDelaysMs: [] } });
	sessions.gate = Promise.reject(new OpenFailure("crashed", {}));
	sessions.gate.catch(() => undefined);
	set(hub, globalServer("a", { command: "x" }));
	await expect.poll(() => statusOf(hub)).toEqual(["failed"]);
	clock.advance(3_600_000);
	await hub.ready(1000);
	expect(sessions.names).toEqual(["a"]);
});

it("starts nothing again that a task changed while the entry was away", async () => {
	const sessions = new FakeSessions();
	const config = projectServer("a", "/work", { command: "node", args: ["./server.js"] });
	const hub = createHub(sessions, { trust: memoryTrustStore([trustHash(config)]) });
	set(hub, config);
	await expect.poll(() => statusOf(hub)).toEqual(["connected"]);
	set(hub);
	hub.noteTaskWrite("/work/server.js");
	set(hub, config);
	expect(statusOf(hub)).toEqual(["awaiting_trust"]);
	await hub.trust("a", hub.servers()[0]?.trust?.hash ?? "");
	await expect.poll(() => statusOf(hub)).toEqual(["connected"]);
});

it("starts nothing that a task changed before the first configuration was read", async () => {
	const sessions = new FakeSessions();
	const config = projectServer("a", "/work", { command: "node", args: ["./server.js"] });
	const hub = createHub(sessions, { trust: memoryTrustStore([trustHash(config)]) });
	hub.noteTaskWrite("/work/server.js");
	set(hub, config);
	expect(statusOf(hub)).toEqual(["awaiting_trust"]);
	await hub.stop();
	expect(sessions.names).toEqual([]);
});

it("names no changed tools of a server that has none to show", async () => {
	const sessions = new FakeSessions();
	sessions.next = { ...sessions.catalogue, tools: [listedTool("heat", { type: "object", title: "new" })] };
	const hub = createHub(sessions);
	set(hub, globalServer("a", { command: "x" }));
	await expect.poll(() => statusOf(hub)).toEqual(["connected"]);
	sessions.opened[0]?.events.onListChanged();
	await expect.poll(() => hub.servers()[0]?.changedTools).toEqual(["heat"]);
	sessions.opened[0]?.events.onEnd(new OpenFailure("gone", { isFinal: true }));
	expect(hub.servers()[0]).toMatchObject({ status: "failed", changedTools: [] });
});
