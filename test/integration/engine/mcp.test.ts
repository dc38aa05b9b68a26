import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Task } from "@core/task/Task";
import type { TaskDeps } from "@core/task/types";
import type { McpHub } from "@services/mcp/McpHub";
import type { McpHubOptions } from "@services/mcp/McpHubOptions";
import { type ToolFormatName, toolFormats } from "@shared/settings";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createTempDir, writeTree } from "../../unit/support/tempDir";
import { everythingStdio } from "../mcp/support/everything";
import { faultEntry, processesOf } from "../mcp/support/faultServer";
import { createHub, globalServer, projectServer } from "../mcp/support/startHub";
import { type MockModel, startMockModel } from "../support/mockModel";
import { call, calls, sayIn } from "../support/scriptedCalls";
import { createDeps, type StartedTask, type StartOptions, watch } from "../support/startTask";

const modules = fileURLToPath(new URL("../../../node_modules/@modelcontextprotocol", import.meta.url));
const { complete, write } = calls;
const allAllowed = {
	autoApprove: { kinds: { read: { inside: true }, write: { inside: true }, mcp: { inside: true } } },
} as const;
/** On a loaded machine timers are late; the contract is 100 ms. */
const withinMs = 400;

let model: MockModel;
beforeEach(async () => {
	model = await startMockModel();
});
afterEach(() => model.stop());

type Entries = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A hub whose servers have come as far as they do; all are the person's own. */
async function hubWith(entries: Entries, options: Partial<McpHubOptions> = {}): Promise<McpHub> {
	const hub = createHub(options);
	const servers = Object.entries(entries).map(([name, entry]) => globalServer(name, entry));
	hub.setConfigs({ servers, problems: [] });
	await hub.ready(50_000);
	return hub;
}

interface McpTaskOptions extends Omit<StartOptions, "model"> {
	readonly hub: McpHub;
	readonly cwd?: string;
	readonly takesImages?: boolean;
}

async function start({ hub, takesImages, ...options }: McpTaskOptions): Promise<StartedTask> {
	const cwd = options.cwd ?? createTempDir("kiln-ws");
	writeTree(cwd, options.files ?? {});
	const storage = join(createTempDir("kiln-storage"), "s");
	const base = createDeps({ settings: {}, ...options, model, cwd, storage });
	const provider: TaskDeps["provider"] = async (mode) => {
		const { provider, ...rest } = await base.provider(mode);
		const info = { ...provider.model, supportsImages: takesImages ?? false };
		const stream: typeof provider.stream = (...args) => provider.stream(...args);
		return { ...rest, provider: { name: provider.name, model: info, stream, listModels: async () => [] } };
	};
	const deps = { ...base, provider, mcp: hub };
	const task = await Task.create(deps, { text: options.text ?? "Do it.", mode: options.mode ?? "code" });
	onTestFinished(() => task.suspend());
	return watch(task, deps, cwd, storage);
}

const use = (server: string, tool: string, args: Readonly<Record<string, unknown>> = {}) =>
	call("use_mcp_tool", { server_name: server, tool_name: tool, arguments: JSON.stringify(args) });
const results = ({ events }: StartedTask) => events("tool_finished");
const resultText = (started: StartedTask, index = 0) => JSON.stringify(results(started)[index]?.result);
const requestText = (index: number) => JSON.stringify(model.requests()[index]?.body ?? {});
const kindsOf = (started: StartedTask, index = 0) => results(started)[index]?.result.map(({ type }) => type);

describe.each(toolFormats)("MCP in %s", (format: ToolFormatName) => {
	const say = sayIn(format);

	it("asks for a tool by its server and name, and runs an always-allowed one without", async () => {
		const hub = await hubWith({ all: { ...everythingStdio, alwaysAllow: ["get-sum"] } });
		model.script([
			say(use("all", "echo", { message: "hello kiln" })),
			say(use("all", "get-sum", { a: 2, b: 40 })),
			say(complete()),
		]);
		const started = await start({ hub, format });
		const asked = started.next("approval_asked");
		const running = started.task.run();
		const { approvalId, effects, row, reasons } = await asked;
		expect(effects).toMatchObject([{ effect: { kind: "mcp", server: "all", tool: "echo" } }]);
		expect(row.title).toBe("all · echo");
		expect(row.body).toMatchObject({ kind: "mcp", input: expect.stringContaining("hello kiln") });
		expect(reasons.join()).toContain("all · echo");
		started.task.settle(approvalId, { decision: "approve" });
		await running;
		expect(started.events("approval_asked")).toHaveLength(1);
		expect(results(started).map(({ status }) => status)).toEqual(["ok", "ok", "ok"]);
		expect(resultText(started)).toContain("hello kiln");
		expect(resultText(started, 1)).toContain("42");
		expect(requestText(2)).toContain("42");
	});

	it("does not run what the person denies, and tells the model their words", async () => {
		const hub = await hubWith({ notes: memoryEntry() });
		const entities = [{ name: "kiln", entityType: "tool", observations: ["hot"] }];
		model.script([
			say(use("notes", "create_entities", { entities })),
			say(use("notes", "read_graph")),
			say(complete()),
		]);
		const started = await start({ hub, format });
		started.task.subscribe((signal) => {
			if (signal.kind !== "event" || signal.event.type !== "approval_asked") return;
			const { approvalId, effects } = signal.event;
			const isWrite = JSON.stringify(effects).includes("create_entities");
			const answer = isWrite ? ({ decision: "deny", text: "not now" } as const) : undefined;
			setImmediate(() => started.task.settle(approvalId, answer ?? { decision: "approve" }));
		});
		await started.task.run();
		expect(results(started).map(({ status }) => status)).toEqual(["denied", "ok", "ok"]);
		expect(requestText(1)).toContain("not now");
		expect(resultText(started, 1)).not.toContain("hot");
	});

	it("refuses arguments that do not fit before it asks, and names the field", async () => {
		const hub = await hubWith({ all: everythingStdio });
		model.script([
			say(use("all", "get-sum", { a: 2, b: "forty" })),
			say(call("use_mcp_tool", { server_name: "all", tool_name: "echo", arguments: "{ message" })),
			say(complete()),
		]);
		const started = await start({ hub, format });
		await started.task.run();
		expect(started.events("approval_asked")).toEqual([]);
		const [wrong, malformed] = results(started);
		expect(wrong).toMatchObject({ status: "error", error: { code: "invalid_parameters" } });
		expect(requestText(1)).toMatch(/\\"b\\+" must be number/);
		expect(malformed).toMatchObject({ status: "error", error: { code: "invalid_parameters" } });
	});

	it("lists what exists when a server or a tool does not", async () => {
		const hub = await hubWith({ all: everythingStdio, notes: memoryEntry() });
		model.script([say(use("nobody", "echo")), say(use("notes", "echo")), say(complete())]);
		const started = await start({ hub, format, settings: allAllowed });
		await started.task.run();
		expect(results(started).map(({ error }) => error?.code)).toEqual([
			"mcp_server_unknown",
			"mcp_tool_unknown",
			undefined,
		]);
		expect(requestText(1)).toContain("Connected servers: all, notes.");
		expect(requestText(2)).toMatch(/It has: create_entities, [^.]*read_graph/);
	});

	it("gives an image to a model that takes images, and its description to another", async () => {
		const hub = await hubWith({ all: everythingStdio });
		for (const takesImages of [true, false]) {
			model.script([say(use("all", "get-tiny-image")), say(complete())]);
			const started = await start({ hub, format, takesImages, settings: allAllowed });
			await started.task.run();
			expect(kindsOf(started)?.includes("image")).toBe(takesImages);
			if (!takesImages) expect(resultText(started)).toContain("An image (image/png) was shown to the user");
			const { row } = results(started)[0] ?? {};
			expect(row?.body).toMatchObject({ kind: "mcp", images: [{ mediaType: "image/png" }] });
		}
	});

	it("reads a resource, also one that only a template names, after asking for its address", async () => {
		const hub = await hubWith({ all: everythingStdio });
		const read = (uri: string) => call("access_mcp_resource", { server_name: "all", uri });
		const uri = "demo://resource/dynamic/text/7";
		model.script([say(read(uri)), say(read("demo://nowhere")), say(complete())]);
		const started = await start({ hub, format });
		started.task.subscribe((signal) => {
			if (signal.kind !== "event" || signal.event.type !== "approval_asked") return;
			const { approvalId } = signal.event;
			setImmediate(() => started.task.settle(approvalId, { decision: "approve" }));
		});
		await started.task.run();
		const [first] = started.events("approval_asked");
		expect(first?.effects).toMatchObject([{ effect: { kind: "mcp", server: "all", tool: uri } }]);
		expect(results(started).map(({ status }) => status)).toEqual(["ok", "error", "ok"]);
		expect(resultText(started)).toContain("Resource 7");
	});

	it("shows progress and stops a long call at once; the server goes on working", async () => {
		const hub = await hubWith({ all: everythingStdio });
		model.script([say(use("all", "trigger-long-running-operation", { duration: 600, steps: 1200 }))]);
		const started = await start({ hub, format, settings: allAllowed });
		const shown = new Promise<void>((resolve) => {
			started.task.subscribe((signal) => {
				if (signal.kind === "live" && JSON.stringify(signal.live).includes(" of 1200")) resolve();
			});
		});
		const running = started.task.run();
		await shown;
		const from = performance.now();
		await started.task.stop("Stopped.");
		expect(performance.now() - from).toBeLessThan(withinMs);
		await running;
		expect(results(started)[0]?.status).toBe("interrupted");
		expect(started.lastEvent()?.type).toBe("aborted");
		const alive = await hub.callTool("all", "echo", { message: "alive" });
		expect(JSON.stringify(alive.content)).toContain("alive");
	});

	it("offers no longer what is switched off while the task runs, and refuses it", async () => {
		const hub = await hubWith({ notes: memoryEntry() });
		model.script([
			say(use("notes", "read_graph")),
			say(use("notes", "search_nodes", { query: "x" })),
			say(complete()),
		]);
		const started = await start({ hub, format });
		const asked = started.next("approval_asked");
		const running = started.task.run();
		const { approvalId } = await asked;
		expect(requestText(0)).toContain("search_nodes");
		await hub.settings.toggleTool("notes", "search_nodes", false);
		started.task.settle(approvalId, { decision: "approve" });
		await running;
		const [, second] = model.requests();
		expect(offeredText(second?.body, format)).not.toContain("search_nodes");
		expect(offeredText(second?.body, format)).toContain("open_nodes");
		expect(results(started)[1]).toMatchObject({ status: "error", error: { code: "mcp_tool_unknown" } });
	});

	it("tells the model of connected servers only", async () => {
		const folder = createTempDir();
		const hub = createHub();
		const servers = [
			globalServer("works", memoryEntry()),
			globalServer("switched-off", { ...everythingStdio, disabled: true }),
			globalServer("broken", faultEntry(folder, "exit")),
			projectServer("untrusted", folder, { ...everythingStdio }),
		];
		hub.setConfigs({ servers, problems: [] });
		model.script([say(complete())]);
		const started = await start({ hub, format });
		await started.task.run();
		const text = requestText(0);
		expect(text).toContain("## works");
		expect(text).toContain("read_graph");
		for (const absent of ["switched-off", "broken", "untrusted"]) expect(text).not.toContain(absent);
	});

	it("says what went wrong when a tool fails or its server dies, and the task goes on", async () => {
		const folder = createTempDir();
		const entries = { fault: faultEntry(folder), notes: memoryEntry() };
		const hub = await hubWith(entries, { limits: { retryDelaysMs: [] } });
		model.script([
			say(use("fault", "fail")),
			say(use("fault", "die")),
			say(use("notes", "read_graph")),
			say(use("fault", "pid")),
			say(complete()),
		]);
		const started = await start({ hub, format, settings: allAllowed });
		await started.task.run();
		expect(results(started).map(({ error }) => error?.code)).toEqual([
			"mcp_failed",
			"mcp_not_connected",
			undefined,
			"mcp_not_connected",
			undefined,
		]);
		expect(requestText(1)).toContain("no luck");
		expect(requestText(2)).toContain("Nobody knows how far it came");
		expect(requestText(4)).toContain("is not connected (failed)");
		expect(processesOf(folder)).toEqual([]);
	});

	it("keeps a files server to its folder and a mode without MCP from all of it", async () => {
		const folder = realpathSync(createTempDir());
		writeTree(folder, { "in.txt": "inside" });
		const hub = await hubWith({ files: filesEntry(folder) }, { roots: () => [folder] });
		const readFile = (path: string) => use("files", "read_text_file", { path });
		const file = join(folder, "out.txt");
		model.script([
			say(readFile(join(folder, "in.txt"))),
			say(use("files", "write_file", { path: file, content: "<b>&\"'\n" })),
			say(readFile("/etc/hostname")),
			say(complete()),
		]);
		const started = await start({ hub, format, settings: allAllowed });
		await started.task.run();
		expect(results(started).map(({ status }) => status)).toEqual(["ok", "ok", "error", "ok"]);
		expect(resultText(started)).toContain("inside");
		expect(readFileSync(file, "utf8")).toBe("<b>&\"'\n");
		model.script([say(readFile(join(folder, "in.txt"))), say(complete())]);
		const orchestrated = await start({ hub, format, settings: allAllowed, mode: "orchestrator" });
		await orchestrated.task.run();
		expect(results(orchestrated)[0]?.status).not.toBe("ok");
		expect(requestText(4)).not.toContain("## files");
	});
});

describe("a tool as a native function call of its own", () => {
	const say = sayIn("native");
	const offered = (index: number) => JSON.stringify(model.requests()[index]?.body.tools ?? []);

	it.each(["openai", "anthropic"] as const)("is offered with its schema and runs, over %s", async (wire) => {
		const hub = await hubWith({ all: { ...everythingStdio, alwaysAllow: ["get-sum"] } });
		model.script([
			say(call("mcp_all_get-sum", { a: 2, b: 40 })),
			say(call("mcp_all_get-sum", { a: "two", b: 40 })),
			say(call("mcp_all_echo", { message: "hi" })),
			say(complete()),
		]);
		const started = await start({ hub, format: "native", wire });
		const asked = started.next("approval_asked");
		const running = started.task.run();
		const { approvalId, effects } = await asked;
		expect(effects).toMatchObject([{ effect: { kind: "mcp", server: "all", tool: "echo" } }]);
		started.task.settle(approvalId, { decision: "approve" });
		await running;
		expect(results(started).map(({ status }) => status)).toEqual(["ok", "error", "ok", "ok"]);
		expect(resultText(started)).toContain("42");
		expect(results(started)[1]?.error?.message).toContain('"a" must be number');
		expect(offered(0)).toContain('"mcp_all_get-sum"');
		expect(offered(0)).not.toContain('"use_mcp_tool"');
	});

	it("is told from another server's tool of the same native name", async () => {
		const hub = await hubWith({
			"a b": { ...memoryEntry(), alwaysAllow: ["read_graph"] },
			"a.b": memoryEntry(),
		});
		const names = hub
			.servers()
			.map(({ catalogue }) => catalogue.tools.find(({ name }) => name === "read_graph")?.nativeName ?? "");
		expect(new Set(names).size).toBe(2);
		model.script([say(call(names[0] ?? "")), say(call(names[1] ?? "")), say(complete())]);
		const started = await start({ hub, format: "native" });
		const asked = started.next("approval_asked");
		const running = started.task.run();
		const { approvalId, effects } = await asked;
		expect(effects).toMatchObject([{ effect: { server: "a.b", tool: "read_graph" } }]);
		started.task.settle(approvalId, { decision: "deny" });
		await running;
		expect(results(started).map(({ status }) => status)).toEqual(["ok", "denied", "ok"]);
	});

	it("joins when its server comes late, and goes when it is switched off", async () => {
		const hub = createHub();
		model.script([say(write("a.txt", "x")), say(call("mcp_notes_read_graph")), say(complete())]);
		const started = await start({ hub, format: "native" });
		const askedWrite = started.next("approval_asked");
		const running = started.task.run();
		const first = await askedWrite;
		hub.setConfigs({ servers: [globalServer("notes", memoryEntry())], problems: [] });
		await hub.ready(50_000);
		const askedCall = started.next("approval_asked");
		started.task.settle(first.approvalId, { decision: "approve" });
		const second = await askedCall;
		await hub.settings.toggleServer("notes", false);
		started.task.settle(second.approvalId, { decision: "approve" });
		await running;
		expect([0, 1, 2].map((index) => offered(index).includes("mcp_notes_read_graph"))).toEqual([
			false,
			true,
			false,
		]);
		expect(results(started)[1]).toMatchObject({ status: "error", error: { code: "mcp_not_connected" } });
	});
});

it("asks for a project's server again when the task wrote a file that it watches", async () => {
	const root = realpathSync(createTempDir());
	writeTree(root, { "server.txt": "old" });
	const entry = { ...memoryEntry(), watchPaths: ["server.txt"], alwaysAllow: ["read_graph"] };
	const hub = createHub({ roots: () => [root] });
	const servers = [projectServer("theirs", root, entry), globalServer("mine", memoryEntry())];
	hub.setConfigs({ servers, problems: [] });
	const [waiting] = hub.servers();
	await hub.trust("theirs", waiting?.trust?.hash ?? "", ["read_graph"]);
	await hub.ready(50_000);
	const say = sayIn("xml");
	model.script([
		say(use("theirs", "read_graph")),
		say(write("server.txt", "new")),
		say(use("theirs", "read_graph")),
		say(complete()),
	]);
	const started = await start({ hub, cwd: root, settings: allAllowed });
	await started.task.run();
	expect(results(started).map(({ status }) => status)).toEqual(["ok", "ok", "error", "ok"]);
	expect(results(started)[2]?.error?.message).toContain("waits for the user's consent");
	expect(hub.servers()[0]?.trust?.changedFile).toBe(join(root, "server.txt"));
});

it("reads a server's prompt that a person calls, and none that a model writes", async () => {
	const hub = await hubWith({ all: everythingStdio });
	const say = sayIn("xml");
	model.script([say("I suggest /mcp:all:simple-prompt\n", complete("/mcp:all:simple-prompt"))]);
	const started = await start({ hub, text: "/mcp:all:args-prompt city='New York'" });
	await started.task.run();
	const expanded = started.events("message_expanded");
	expect(expanded).toHaveLength(1);
	expect(JSON.stringify(expanded[0]?.parts)).toMatch(
		/<mcp_prompt server=\\"all\\" name=\\"args-prompt\\">.*New York/,
	);
	expect(requestText(0)).toContain("weather in New York");
});

function memoryEntry(): Record<string, unknown> {
	const env = { MEMORY_FILE_PATH: join(createTempDir(), "memory.jsonl") };
	return { command: process.execPath, args: [join(modules, "server-memory/dist/index.js")], env };
}

function filesEntry(folder: string): Record<string, unknown> {
	return { command: process.execPath, args: [join(modules, "server-filesystem/dist/index.js"), folder] };
}

/** What the system prompt and the function definitions offer, without the messages. */
function offeredText(body: Readonly<Record<string, unknown>> | undefined, format: ToolFormatName): string {
	const { messages, tools } = body ?? {};
	const [system] = Array.isArray(messages) ? messages : [];
	return JSON.stringify([system, format === "native" ? tools : []]);
}
