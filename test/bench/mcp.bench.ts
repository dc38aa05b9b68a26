import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { PromptContext } from "@core/prompts/PromptContext";
import { mcpServers } from "@core/prompts/sections/mcpServers";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { McpServerConfig } from "@services/mcp/config/McpServerConfig";
import { parseEntry } from "@services/mcp/config/parseEntry";
import { McpHub } from "@services/mcp/McpHub";
import { memoryTrustStore } from "@services/mcp/trust/McpTrustStore";
import type { ToolFormatName } from "@shared/settings";
import type { BenchFigure } from "./BenchFigure";

const servers = 20;
const tools = 50;
const calls = 2000;
const maxOverheadMs = 1;
const maxStatesMs = 5;
const maxSectionMs = 5;

/** A server that answers at once, so that what is measured is the client. */
const script = `
import { createInterface } from "node:readline";
const property = (n) => ["p" + n, { type: "string", description: "a parameter of the tool" }];
const inputSchema = { type: "object", properties: Object.fromEntries([...Array(8).keys()].map(property)), required: ["p0"] };
const tools = [...Array(${tools}).keys()].map((n) => ({ name: "tool_" + n, description: "Does something useful. ".repeat(5), inputSchema }));
const answers = {
	initialize: (params) => ({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "bench", version: "1" } }),
	"tools/list": () => ({ tools }),
	"tools/call": ({ arguments: { p0 } }) => ({ content: [{ type: "text", text: p0 }] }),
};
createInterface({ input: process.stdin }).on("line", (line) => {
	const { id, method, params } = JSON.parse(line);
	if (id !== undefined) process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result: answers[method](params) }) + "\\n");
});
`;

export async function run(): Promise<BenchFigure[]> {
	const folder = mkdtempSync(join(tmpdir(), "kiln-mcp-bench-"));
	const path = join(folder, "server.mjs");
	writeFileSync(path, script);
	const hub = createHub();
	try {
		const configs = Array.from({ length: servers }, (_, index) => configOf(`server-${index}`, path));
		hub.setConfigs({ servers: configs, problems: [] });
		await hub.ready(60_000);
		return [
			await callOverhead(hub, path),
			await statesTime(hub),
			sectionTime(hub, "xml"),
			sectionTime(hub, "native"),
		];
	} finally {
		await hub.stop();
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Calls by turns, so that both see the same machine. */
async function callOverhead(hub: McpHub, path: string): Promise<BenchFigure> {
	const client = new Client({ name: "bench", version: "1" });
	await client.connect(new StdioClientTransport({ command: process.execPath, args: [path] }));
	await client.listTools();
	const args = { p0: "hello", p1: "x".repeat(200) };
	const bare: number[] = [];
	const ours: number[] = [];
	for (let call = 0; call < calls; call++) {
		bare.push(await timed(() => client.callTool({ name: "tool_7", arguments: args })));
		ours.push(await timed(() => hub.callTool("server-7", "tool_7", args)));
	}
	await client.close();
	const value = median(ours) - median(bare);
	return {
		name: "a call's overhead over the bare SDK (median)",
		value: Math.max(0, Math.round(value * 1000) / 1000),
		unit: "ms",
		target: `≤ ${maxOverheadMs} ms`,
		ok: value <= maxOverheadMs,
		note: `hub ${median(ours).toFixed(3)} ms, SDK ${median(bare).toFixed(3)} ms`,
	};
}

/** What the settings view and the prompt are made of, built anew after a change. */
async function statesTime(hub: McpHub): Promise<BenchFigure> {
	const times: number[] = [];
	for (let round = 0; round < 50; round++) {
		await hub.settings.toggleTool("server-3", "tool_3", round % 2 === 0);
		times.push(await timed(async () => hub.servers()));
	}
	const value = median(times);
	const found = hub.servers().reduce((sum, { catalogue }) => sum + catalogue.tools.length, 0);
	return {
		name: `states of ${servers} servers with ${tools} tools each`,
		value: Math.round(value * 1000) / 1000,
		unit: "ms",
		target: `≤ ${maxStatesMs} ms`,
		ok: value <= maxStatesMs && found === servers * tools,
		...(found === servers * tools ? {} : { note: `only ${found} tools` }),
	};
}

/** What each request's prompt holds of the servers. */
function sectionTime(mcp: McpHub, toolFormat: ToolFormatName): BenchFigure {
	const context = { mcp, toolFormat, tools: [{ group: "mcp" }] } as unknown as PromptContext;
	const times: number[] = [];
	let chars = 0;
	for (let round = 0; round < 100; round++) {
		const from = performance.now();
		chars = mcpServers(context).length;
		times.push(performance.now() - from);
	}
	const value = median(times);
	return {
		name: `prompt section of ${servers} servers with ${tools} tools each, ${toolFormat}`,
		value: Math.round(value * 1000) / 1000,
		unit: "ms",
		target: `≤ ${maxSectionMs} ms`,
		ok: value <= maxSectionMs && chars > 1000,
		note: `${chars} characters`,
	};
}

async function timed(action: () => Promise<unknown>): Promise<number> {
	const from = performance.now();
	await action();
	return performance.now() - from;
}

function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.POSITIVE_INFINITY;
}

function configOf(name: string, path: string): McpServerConfig {
	const { entry } = parseEntry({ command: process.execPath, args: [path] });
	if (!entry) throw new Error("no entry");
	return { name, scope: { kind: "global" }, entry };
}

function createHub(): McpHub {
	const silent = () => {};
	return new McpHub({
		version: "0.0.0",
		clock: { now: () => Date.now(), sleep: (ms, signal) => delay(ms, undefined, { signal }) },
		log: { debug: silent, info: silent, warn: silent, error: silent },
		fetch: globalThis.fetch,
		platform: process.platform,
		environment: async () => ({ PATH: process.env.PATH ?? "" }),
		homeDir: tmpdir(),
		roots: () => [tmpdir()],
		isWorkspaceTrusted: () => true,
		trust: memoryTrustStore(),
	});
}
