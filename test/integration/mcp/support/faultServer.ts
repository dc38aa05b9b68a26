import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** A small server over stdio, without the SDK, that misbehaves as it is told. */
const script = `
import { spawn } from "node:child_process";
import { closeSync, existsSync, readFileSync, watch } from "node:fs";
import { dirname } from "node:path";
import { createInterface } from "node:readline";

const [mode, extra] = process.argv.slice(2);
const write = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
const text = (value) => ({ content: [{ type: "text", text: value }] });
const tool = (name, description = "does " + name) => ({ name, description, inputSchema: { type: "object" } });
let names = ["pid", "die", "huge", "huge-tail", "flood", "fail", "bad-image", "silent", "grandchild", "add-tool", "sample", "env", "cwd", "cancelled", "log", "close-stdin", "close-stdout", "deaf", "malformed", "log-key"];
const cancelled = [];
let sampled;

if (mode === "throw") throw new Error("MY_KEY is not set");
if (mode === "exit") { console.error("bad luck"); process.exit(3); }

const answers = {
	initialize: (params) => ({ protocolVersion: params.protocolVersion, capabilities: { tools: { listChanged: true }, logging: {} }, serverInfo: { name: "fault", version: "1" } }),
	"tools/list": () => ({ tools: names.map((name) => tool(name, mode === "describe" ? readFileSync(extra, "utf8") : undefined)) }),
	ping: () => ({}),
};
if (mode === "old") answers.initialize = () => ({ protocolVersion: "1999-01-01", capabilities: {}, serverInfo: { name: "fault", version: "1" } });
if (mode === "foreign") answers.initialize = () => ({ hello: "world" });
const stay = () => setInterval(() => {}, 1000);

const calls = {
	pid: () => text(String(process.pid)),
	die: () => process.exit(7),
	fail: () => ({ ...text("no luck"), isError: true }),
	"bad-image": () => ({ content: [
		{ type: "image", data: "%%% not base64", mimeType: "image/png" },
		{ type: "image", data: Buffer.from("\\x89PNG\\r\\n\\x1a\\ncut", "latin1").toString("base64"), mimeType: "image/png" },
		{ type: "hologram" }, 17, { type: "text", text: "still here" } ] }),
	silent: () => undefined,
	grandchild: () => {
		const child = spawn(process.execPath, ["-e", "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)", extra], { stdio: "ignore" });
		return text(String(child.pid));
	},
	"add-tool": () => { names = [...names, "fresh"]; setImmediate(() => write({ method: "notifications/tools/list_changed" })); return text("added"); },
	sample: (id) => { sampled = id; write({ id: "s1", method: "sampling/createMessage", params: { messages: [], maxTokens: 5 } }); },
	env: () => text(JSON.stringify(process.env)),
	cwd: () => text(process.cwd()),
	cancelled: () => text(JSON.stringify(cancelled)),
	"close-stdin": (id) => { stay(); process.stdin.destroy(); setImmediate(() => { closeSync(0); write({ id, result: text("deaf") }); }); },
	"close-stdout": () => { stay(); closeSync(1); },
	deaf: () => { stay(); process.stdin.pause(); for (let id = 1e6; id < 1.2e6; id++) write({ id, method: "ping" }); },
	malformed: (id) => { process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result: text("well"), error: null }) + "\\n"); },
	"log-key": () => { write({ method: "notifications/message", params: { level: "info", data: "x".repeat(1990) + " " + process.env.API_KEY } }); return text("logged"); },
	log: () => { write({ method: "notifications/message", params: { level: "warning", logger: "oven", data: "too hot" } }); return text("logged"); },
};

function handle(message) {
	if (message.method === "notifications/cancelled") cancelled.push(message.params.requestId);
	if (message.id === "s1") write({ id: sampled, result: text(message.error?.message ?? "lent") });
	if (message.id === undefined || message.method === undefined) return;
	const { id, method, params } = message;
	if (method === "initialize" && mode === "hang") return;
	if (method === "initialize" && mode === "gate") {
		const open = () => existsSync(extra) && (watcher.close(), write({ id, result: answers.initialize(params) }));
		const watcher = watch(dirname(extra), open);
		open();
		return;
	}
	if (method === "tools/list" && mode === "hang-list") return console.error("listing");
	if (method !== "tools/call") return write(answers[method] ? { id, result: answers[method](params) } : { id, error: { code: -32601, message: "no " + method } });
	if (params.name === "huge") return process.stdout.write('{"jsonrpc":"2.0","id":' + id + ',"result":' + JSON.stringify(text("x".repeat(50e6))) + "}\\n");
	if (params.name === "huge-tail") return process.stdout.write('{"result":' + JSON.stringify(text("x".repeat(50e6))) + ',"jsonrpc":"2.0","id":' + id + "}\\n");
	if (params.name === "flood") process.stdout.write("this is no message\\n".repeat(100_000) + "{ nor this }\\n");
	const result = params.name === "flood" ? text("after the flood") : calls[params.name]?.(id);
	if (result !== undefined) write({ id, result });
}
createInterface({ input: process.stdin }).on("line", (line) => handle(JSON.parse(line)));
`;

/** An entry that runs the script; the folder's path marks its processes. */
export function faultEntry(folder: string, mode = "normal", extra = ""): Record<string, unknown> {
	const path = join(folder, "fault-server.mjs");
	writeFileSync(path, script);
	return { command: process.execPath, args: [path, mode, extra || folder] };
}

/** Command lines of living processes that name the folder. */
export function processesOf(folder: string): string[] {
	const all = execFileSync("ps", ["-eo", "stat=,args="], { encoding: "utf8" }).split("\n");
	return all.filter((line) => line.includes(folder) && !line.startsWith("Z"));
}
