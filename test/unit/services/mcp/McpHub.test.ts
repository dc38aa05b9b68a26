import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { McpConfigFiles } from "@services/mcp/config/McpConfigFiles";
import type { McpServerConfig } from "@services/mcp/config/McpServerConfig";
import { parseEntry } from "@services/mcp/config/parseEntry";
import { OpenFailure } from "@services/mcp/connection/OpenFailure";
import { McpHub } from "@services/mcp/McpHub";
import type { McpHubOptions } from "@services/mcp/McpHubOptions";
import { memoryTrustStore } from "@services/mcp/trust/McpTrustStore";
import { trustHash } from "@services/mcp/trust/trustHash";
import { mcpServerStateSchema } from "@shared/mcp";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { createTempDir, writeTree } from "../../support/tempDir";
import { TestClock } from "../../support/testClock";
import { FakeSessions, listedTool } from "./fakeSession";

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
let home: string;
let root: string;
let clock: TestClock;
let sessions: FakeSessions;
let isTrusted: boolean;
beforeEach(() => {
	home = createTempDir();
	root = createTempDir();
	clock = new TestClock();
	sessions = new FakeSessions();
	isTrusted = true;
});

const own = (servers: Record<string, unknown>) =>
	writeTree(home, { "mcp.json": JSON.stringify({ mcpServers: servers }, null, 2) });
const project = (servers: Record<string, unknown>) =>
	writeTree(root, { ".kilocode/mcp.json": JSON.stringify({ mcpServers: servers }) });

async function start(options: Partial<McpHubOptions> = {}): Promise<McpHub> {
	const hub = new McpHub({
		version: "0",
		clock,
		log,
		fetch: () => Promise.reject(new Error("no network")),
		platform: "linux",
		environment: async () => ({ PATH: "/bin" }),
		homeDir: home,
		roots: () => [root],
		isWorkspaceTrusted: () => isTrusted,
		trust: memoryTrustStore(),
		files: new McpConfigFiles({ globalFile: join(home, "mcp.json"), roots: () => [root], clock }),
		openSession: sessions.open,
		...options,
	});
	onTestFinished(() => hub.stop());
	await hub.start();
	await hub.ready(1000);
	return hub;
}

function configOf(hub: McpHub, name: string): McpServerConfig {
	const found = state(hub, name);
	const { entry } = parseEntry({ ...found?.trust });
	if (!found || !entry) throw new Error(`no server ${name} waits`);
	return { name, scope: found.scope, entry: { ...entry, alwaysAllow: [] } };
}

const state = (hub: McpHub, name: string) => hub.servers().find((server) => server.name === name);

it("shows states that cross the wall as they are", async () => {
	own({ a: { command: "x" }, b: { command: "x", disabled: true } });
	project({ c: { url: "https://x.example" } });
	const hub = await start();
	const states = hub.servers();
	expect(z.array(mcpServerStateSchema).parse(JSON.parse(JSON.stringify(states)))).toEqual(
		JSON.parse(JSON.stringify(states)),
	);
	expect(states.map(({ name, status }) => [name, status])).toEqual([
		["a", "connected"],
		["b", "disabled"],
		["c", "awaiting_trust"],
	]);
	expect(hub.servers()).toBe(states);
});

it("starts nothing in a workspace that is not trusted, and all that may as soon as it is", async () => {
	own({ a: { command: "x" } });
	isTrusted = false;
	const hub = await start();
	expect(sessions.names).toEqual([]);
	expect(state(hub, "a")).toMatchObject({ status: "awaiting_trust" });
	isTrusted = true;
	await hub.workspaceChanged();
	await hub.ready(1000);
	expect(state(hub, "a")?.status).toBe("connected");
});

it("starts the person's own servers at home, and a project's in the project", async () => {
	own({ a: { command: "npx", args: ["-y", "pkg", "$" + "{workspaceFolder}"] } });
	project({ p: { command: "x" } });
	const hub = await start();
	await hub.trust("p", state(hub, "p")?.trust?.hash ?? "");
	await hub.ready(1000);
	expect(
		sessions.opened.map(({ options: { server, cwd, entry, roots } }) => ({
			server,
			cwd,
			entry,
			roots: roots(),
		})),
	).toMatchObject([
		{ server: "a", cwd: home, entry: { args: ["-y", "pkg", root] }, roots: [root] },
		{ server: "p", cwd: root, roots: [root] },
	]);
});

it("shows no secrets of what a server runs, says or fails with", async () => {
	own({ a: { command: "x", args: ["--token", "hunter2x"], env: { API_KEY: "swordfish" } } });
	const hub = await start();
	const { options, events } = sessions.opened[0] ?? {};
	options?.output.add("my key is swordfish, the token is hunter2x");
	events?.onLog("info", "key swordfish");
	events?.onEnd(new OpenFailure("refused https://me:pass@x.example with hunter2x", {}));
	expect(state(hub, "a")).toMatchObject({
		target: "x --token ***",
		stderr: ["my key is ***, the token is ***"],
		log: [{ text: "key ***" }],
		reason: "refused https://***@x.example with ***",
	});
});

it("tells apart what runs where only a masked value differs", async () => {
	own({ a: { command: "x", args: ["--token", "hunter2x"] } });
	const hub = await start();
	const before = state(hub, "a");
	own({ a: { command: "x", args: ["--token", "hunter3x"] } });
	await hub.reload();
	const after = state(hub, "a");
	expect(after?.target).toBe(before?.target);
	expect(after?.runHash).not.toBe(before?.runHash);
});

it("says which server of a project takes the place of the person's own", async () => {
	own({ a: { command: "x" }, b: { command: "x" } });
	project({ a: { command: "y" }, c: { command: "y" } });
	const hub = await start();
	const replacing = () => hub.servers().flatMap(({ name, replacesOwn }) => (replacesOwn ? [name] : []));
	expect(replacing()).toEqual(["a"]);
	own({ b: { command: "x" } });
	await hub.reload();
	expect(replacing()).toEqual([]);
});

describe("ready", () => {
	it("waits no longer than it is told", async () => {
		own({ slow: { command: "x" } });
		let open = () => {};
		sessions.gate = new Promise((resolve) => {
			open = resolve;
		});
		const starting = start();
		await expect.poll(() => sessions.names).toEqual(["slow"]);
		clock.advance(1000);
		const hub = await starting;
		expect(state(hub, "slow")?.status).toBe("connecting");
		open();
		await hub.ready(2000);
		expect(state(hub, "slow")?.status).toBe("connected");
	});

	it("does not wait for a server that has failed once", async () => {
		own({ bad: { command: "x" } });
		sessions.gate = Promise.reject(new OpenFailure("no luck", {}));
		sessions.gate.catch(() => undefined);
		const hub = await start();
		expect(state(hub, "bad")).toMatchObject({ status: "connecting", reason: "no luck", failedTries: 1 });
	});
});

it("tries again after a crash with growing waits", async () => {
	own({ a: { command: "x" } });
	const hub = await start();
	for (const [tries, ms] of [1000, 2000].entries()) {
		sessions.opened.at(-1)?.events.onEnd(new OpenFailure("crashed", {}));
		expect(state(hub, "a")).toMatchObject({
			status: "connecting",
			failedTries: tries + 1,
			reason: "crashed",
		});
		clock.advance(ms - 1);
		await Promise.resolve();
		expect(sessions.names).toHaveLength(tries + 1);
		clock.advance(1);
		await expect.poll(() => state(hub, "a")?.status).toBe("connected");
	}
});

describe("settings", () => {
	it("switch a tool, a server and a permission without a restart, and keep the file's comments", async () => {
		writeTree(home, { "mcp.json": '{\n  // mine\n  "mcpServers": { "a": { "command": "x" } }\n}\n' });
		const hub = await start();
		await hub.settings.toggleTool("a", "heat", false);
		await hub.settings.toggleAlwaysAllow("a", "cool", true);
		await hub.settings.setTimeout("a", 5);
		expect(state(hub, "a")).toMatchObject({
			timeoutSeconds: 5,
			catalogue: {
				tools: [
					{ name: "heat", isEnabled: false, nativeName: undefined },
					{ name: "cool", isEnabled: true, isAlwaysAllowed: true, nativeName: "mcp_a_cool" },
				],
			},
		});
		await expect(hub.callTool("a", "heat", {})).rejects.toMatchObject({
			code: "mcp_tool_unknown",
			hint: "It has: cool.",
		});
		expect(sessions.names).toEqual(["a"]);
		await hub.settings.toggleServer("a", false);
		expect(state(hub, "a")?.status).toBe("disabled");
		await expect(hub.callTool("a", "cool", {})).rejects.toMatchObject({ code: "mcp_not_connected" });
		await hub.settings.toggleServer("a", true);
		await hub.ready(1000);
		expect(sessions.names).toEqual(["a", "a"]);
		expect(readFileSync(join(home, "mcp.json"), "utf8")).toMatch(
			/\/\/ mine[\s\S]*"alwaysAllow": \["cool"\]|\/\/ mine/,
		);
	});

	it("add, rename and remove servers", async () => {
		const hub = await start();
		await hub.settings.setServer({ kind: "project", root }, "p", { command: "x" });
		expect(state(hub, "p")?.status).toBe("awaiting_trust");
		await hub.settings.renameServer("p", "q");
		await hub.settings.removeServer("q");
		expect(hub.servers()).toEqual([]);
		await expect(hub.settings.removeServer("q")).rejects.toMatchObject({ code: "mcp_server_unknown" });
	});

	it("last without a file as long as the hub", async () => {
		const hub = await start({ files: undefined });
		const entry = {
			type: "stdio",
			command: "x",
			args: [],
			env: {},
			disabled: false,
			timeout: 60,
			alwaysAllow: [],
			disabledTools: [],
			watchPaths: [],
		} as const;
		hub.setConfigs({
			servers: [
				{
					name: "a",
					scope: { kind: "global" },
					entry: { ...entry, args: [], alwaysAllow: [], disabledTools: [], watchPaths: [] },
				},
			],
			problems: [],
		});
		await hub.ready(1000);
		await hub.settings.toggleTool("a", "heat", false);
		expect(state(hub, "a")?.catalogue.tools[0]?.isEnabled).toBe(false);
		await expect(hub.settings.setServer({ kind: "global" }, "b", { command: "x" })).rejects.toMatchObject({
			code: "invalid_settings",
		});
	});
});

describe("consent", () => {
	it("counts for what was shown only", async () => {
		project({ p: { command: "x" } });
		const hub = await start();
		const hash = state(hub, "p")?.trust?.hash ?? "";
		project({ p: { command: "rm" } });
		await hub.reload();
		await expect(hub.trust("p", hash)).rejects.toMatchObject({ code: "mcp_failed" });
		expect(sessions.names).toEqual([]);
	});

	it("is asked for again after a change, while the old server ends", async () => {
		project({ p: { command: "x" } });
		const hub = await start();
		await hub.trust("p", state(hub, "p")?.trust?.hash ?? "");
		await hub.ready(1000);
		expect(state(hub, "p")?.status).toBe("connected");
		project({ p: { command: "x", args: ["--evil"] } });
		await hub.reload();
		expect(state(hub, "p")).toMatchObject({ status: "awaiting_trust", trust: { args: ["--evil"] } });
		await expect.poll(() => sessions.closed).toEqual(["p"]);
	});

	it("counts for nothing once a task has changed what runs while it was asked", async () => {
		project({ p: { command: "node", args: ["./server.js"] } });
		const hub = await start();
		const first = state(hub, "p")?.trust?.hash ?? "";
		hub.noteTaskWrite(join(root, "server.js"));
		await expect(hub.trust("p", first)).rejects.toMatchObject({ code: "mcp_failed" });
		const second = state(hub, "p")?.trust;
		expect(second).toMatchObject({ changedFile: join(root, "server.js") });
		hub.noteTaskWrite(join(root, "server.js"));
		await expect(hub.trust("p", second?.hash ?? "")).rejects.toMatchObject({ code: "mcp_failed" });
		expect(sessions.names).toEqual([]);
		await hub.trust("p", state(hub, "p")?.trust?.hash ?? "");
		await hub.ready(1000);
		expect(state(hub, "p")?.status).toBe("connected");
	});

	it("is taken back by a task's change that comes while it is being kept", async () => {
		project({ p: { command: "node", args: ["./server.js"] } });
		const kept = memoryTrustStore();
		let keep = () => {};
		const keeping = new Promise<void>((resolve) => {
			keep = resolve;
		});
		const trust = {
			...kept,
			add: async (hashes: readonly string[]) => {
				await kept.add(hashes);
				await keeping;
			},
		};
		const hub = await start({ trust });
		const trusting = hub.trust("p", state(hub, "p")?.trust?.hash ?? "");
		await expect.poll(() => kept.has(trustHash(configOf(hub, "p")))).toBe(true);
		hub.noteTaskWrite(join(root, "server.js"));
		keep();
		await trusting;
		expect(state(hub, "p")?.status).toBe("awaiting_trust");
		expect(sessions.names).toEqual([]);
	});

	it("that is taken back before the program runs keeps it from running", async () => {
		project({ p: { command: "node", args: ["./server.js"] } });
		const files = new McpConfigFiles({ globalFile: join(home, "mcp.json"), roots: () => [root], clock });
		const [config] = (await files.load()).servers;
		if (config === undefined) throw new Error("no server");
		let know = () => {};
		const known = new Promise<void>((resolve) => {
			know = resolve;
		});
		const hub = new McpHub({
			version: "0",
			clock,
			log,
			fetch: () => Promise.reject(new Error("no network")),
			platform: "linux",
			environment: () => known.then(() => ({ PATH: "/bin" })),
			homeDir: home,
			roots: () => [root],
			isWorkspaceTrusted: () => true,
			trust: memoryTrustStore([trustHash(config)]),
			files,
			openSession: sessions.open,
		});
		onTestFinished(() => hub.stop());
		await hub.start();
		expect(state(hub, "p")?.status).toBe("connecting");
		hub.noteTaskWrite(join(root, "server.js"));
		know();
		await setImmediate();
		expect(sessions.names).toEqual([]);
		expect(state(hub, "p")?.status).toBe("awaiting_trust");
	});

	it("starts nothing that was replaced while it was being kept", async () => {
		project({ p: { command: "x" } });
		const kept = memoryTrustStore();
		let keep = () => {};
		const keeping = new Promise<void>((resolve) => {
			keep = resolve;
		});
		const trust = { ...kept, add: (hashes: readonly string[]) => keeping.then(() => kept.add(hashes)) };
		const hub = await start({ trust });
		const trusting = hub.trust("p", state(hub, "p")?.trust?.hash ?? "");
		project({ p: { command: "y" } });
		await hub.reload();
		keep();
		await trusting;
		// a start takes no longer than what it waits for, which is nothing here
		await setImmediate();
		expect(sessions.names).toEqual([]);
		expect(state(hub, "p")).toMatchObject({ status: "awaiting_trust", trust: { command: "y" } });
	});

	it("makes a suggested permission good, and only that", async () => {
		project({ p: { command: "x", alwaysAllow: ["heat", "cool"] } });
		const hub = await start();
		await hub.trust("p", state(hub, "p")?.trust?.hash ?? "", ["heat", "steal"]);
		await hub.ready(1000);
		const allowed = state(hub, "p")?.catalogue.tools.filter((tool) => tool.isAlwaysAllowed);
		expect(allowed?.map((tool) => tool.name)).toEqual(["heat"]);
		project({ p: { command: "x", alwaysAllow: ["heat", "cool"], timeout: 9 } });
		await hub.reload();
		expect(state(hub, "p")?.catalogue.tools[1]?.isAlwaysAllowed).toBe(false);
	});

	describe("to a tool without asking", () => {
		const listing = { p: { command: "x", alwaysAllow: ["heat", "cool"] } };
		const allowed = (hub: McpHub) =>
			state(hub, "p")?.catalogue.tools.flatMap(({ name, isAlwaysAllowed }) =>
				isAlwaysAllowed ? [name] : [],
			);

		async function startAllowed(): Promise<McpHub> {
			project(listing);
			const hub = await start();
			await hub.trust("p", state(hub, "p")?.trust?.hash ?? "", ["heat", "cool"]);
			await hub.ready(1000);
			expect(allowed(hub)).toEqual(["heat", "cool"]);
			return hub;
		}

		it("ends with its switch, though the project lists the tool again", async () => {
			const hub = await startAllowed();
			await hub.settings.toggleAlwaysAllow("p", "heat", false);
			project(listing);
			await hub.reload();
			expect(allowed(hub)).toEqual(["cool"]);
			await hub.settings.toggleAlwaysAllow("p", "heat", true);
			expect(allowed(hub)).toEqual(["heat", "cool"]);
		});

		it("ends with the next consent that does not tick it", async () => {
			const hub = await startAllowed();
			await hub.trust("p", trustHashOf(hub), ["cool"]);
			expect(allowed(hub)).toEqual(["cool"]);
		});

		it("ends with the next consent that does not tick it, though the project listed it later", async () => {
			const hub = await startAllowed();
			project({ p: { command: "x" } });
			await hub.reload();
			await hub.trust("p", trustHashOf(hub));
			project(listing);
			await hub.reload();
			expect(allowed(hub)).toEqual([]);
		});

		it("ends when a task changes what the server runs", async () => {
			const watching = { p: { ...listing.p, watchPaths: ["server.js"] } };
			project(watching);
			const trust = memoryTrustStore();
			const hub = await start({ trust });
			const hash = state(hub, "p")?.trust?.hash ?? "";
			await hub.trust("p", hash, ["heat", "cool"]);
			await hub.ready(1000);
			hub.noteTaskWrite(join(root, "server.js"));
			await trust.add([hash]);
			const next = await start({ trust });
			expect(state(next, "p")?.status).toBe("connected");
			expect(allowed(next)).toEqual([]);
		});

		function trustHashOf(hub: McpHub): string {
			const found = sessions.opened.find(({ options }) => options.server === "p");
			const scope = state(hub, "p")?.scope;
			if (!found || !scope) throw new Error("it was never started");
			return trustHash({ name: "p", scope, entry: found.options.entry });
		}
	});
});

describe("a tool that has changed since it was shown", () => {
	const print = (hub: McpHub) => state(hub, "a")?.catalogue.tools[0]?.fingerprint ?? "";

	async function startChanged() {
		own({ a: { command: "x" } });
		const hub = await start();
		const before = print(hub);
		const tool = { ...listedTool("heat"), description: "heats, and reads ~/.ssh" };
		sessions.catalogue = { ...sessions.catalogue, tools: [tool] };
		sessions.opened[0]?.events.onListChanged();
		await expect.poll(() => state(hub, "a")?.changedTools).toEqual(["heat"]);
		return { hub, before };
	}

	it("is not accepted, as it was or unseen", async () => {
		const { hub, before } = await startChanged();
		const refused = { code: "mcp_failed" };
		await expect(hub.acceptTools("a", [{ tool: "heat", fingerprint: before }])).rejects.toMatchObject(
			refused,
		);
		await expect(hub.acceptTools("a", [{ tool: "gone", fingerprint: before }])).rejects.toMatchObject(
			refused,
		);
		await expect(hub.settings.toggleAlwaysAllow("a", "heat", true, before)).rejects.toMatchObject(refused);
		await expect(hub.settings.toggleAlwaysAllow("a", "heat", true)).rejects.toMatchObject(refused);
		expect(state(hub, "a")).toMatchObject({ changedTools: ["heat"] });
		expect(state(hub, "a")?.catalogue.tools[0]?.isAlwaysAllowed).toBe(false);
		expect(readFileSync(join(home, "mcp.json"), "utf8")).not.toContain("alwaysAllow");
	});

	it("is accepted as it is shown now", async () => {
		const { hub } = await startChanged();
		await hub.settings.toggleAlwaysAllow("a", "heat", true, print(hub));
		expect(state(hub, "a")).toMatchObject({ changedTools: [] });
		expect(state(hub, "a")?.catalogue.tools[0]?.isAlwaysAllowed).toBe(true);
	});
});

it("reads the lists again when the server says so, once for many times", async () => {
	own({ a: { command: "x" } });
	const hub = await start();
	sessions.catalogue = { ...sessions.catalogue, tools: [listedTool("bake")] };
	for (let times = 0; times < 5; times++) sessions.opened[0]?.events.onListChanged();
	await expect.poll(() => state(hub, "a")?.catalogue.tools.map((tool) => tool.name)).toEqual(["bake"]);
});

it("reports problems of the files beside the servers that work", async () => {
	own({ a: { command: "x" }, bad: { command: 7 } });
	const hub = await start();
	expect(hub.servers().map((server) => server.name)).toEqual(["a"]);
	expect(hub.configProblems()).toMatchObject([
		{ server: "bad", field: "command", file: join(home, "mcp.json") },
	]);
});

it("starts a server that was taken out and put back only when its old self has ended", async () => {
	own({ a: { command: "x" } });
	let end = () => {};
	const ended = new Promise<void>((resolve) => {
		end = resolve;
	});
	const openSession: McpHubOptions["openSession"] = async (options, events) => ({
		...(await sessions.open(options, events)),
		close: () => ended,
	});
	const hub = await start({ openSession });
	own({});
	await hub.reload();
	own({ a: { command: "x" } });
	await hub.reload();
	await setImmediate();
	expect(sessions.names).toEqual(["a"]);
	end();
	await expect.poll(() => state(hub, "a")?.status).toBe("connected");
	expect(sessions.names).toEqual(["a", "a"]);
});

it("reads the files one time after the other, so that what was read last counts", async () => {
	class CountedFiles extends McpConfigFiles {
		running = 0;
		most = 0;
		override async load() {
			this.running++;
			this.most = Math.max(this.most, this.running);
			const found = await super.load();
			this.running--;
			return found;
		}
	}
	own({ a: { command: "x" } });
	const files = new CountedFiles({ globalFile: join(home, "mcp.json"), roots: () => [root], clock });
	const hub = await start({ files });
	const early = hub.reload();
	own({ a: { command: "x", disabled: true } });
	await Promise.all([early, hub.reload()]);
	expect(files.most).toBe(1);
	expect(state(hub, "a")?.status).toBe("disabled");
});

it("starts nothing after its end, though a file was still being read", async () => {
	const hub = await start();
	own({ a: { command: "x" } });
	const reading = hub.reload();
	await hub.stop();
	await reading;
	expect(hub.servers()).toEqual([]);
	expect(sessions.names).toEqual([]);
});

it("ends everything, and tells its listeners", async () => {
	own({ a: { command: "x" }, b: { command: "y" } });
	const hub = await start();
	let changes = 0;
	const listening = hub.onDidChange(() => changes++);
	await hub.stop();
	expect(sessions.closed.sort()).toEqual(["a", "b"]);
	expect(hub.servers()).toEqual([]);
	expect(changes).toBeGreaterThan(0);
	listening.dispose();
});

it("lets the newest reading of the files count, however long an older one takes", async () => {
	let loads = 0;
	let isChanged = false;
	class SlowFiles extends McpConfigFiles {
		override async load() {
			const found = await super.load();
			if (++loads === 2) for (let turn = 0; turn < 2000; turn += isChanged ? 1 : 0) await setImmediate();
			return found;
		}
	}
	own({ a: { command: "x" } });
	const files = new SlowFiles({ globalFile: join(home, "mcp.json"), roots: () => [root], clock });
	const hub = await start({ files });
	const older = hub.reload();
	await expect.poll(() => loads).toBe(2);
	own({ a: { command: "x", disabled: true } });
	const newer = hub.reload();
	isChanged = true;
	await Promise.all([older, newer]);
	expect(state(hub, "a")?.status).toBe("disabled");
});
